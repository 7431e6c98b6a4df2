import LoopBake

/// WAV files (Microsoft's RIFF specification of 1991 with WAVE_FORMAT_IEEE_FLOAT), read and written without any code of
/// the package, so that it cannot agree with itself by mistake.
public struct WAVFile {
  public var bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// The file of a sound: a `fmt ` and a `data` chunk.
  public init(_ recording: Recording) {
    let (format, encoding) = (recording.format, recording.encoding)
    let data = recording.samples.flatMap { encoding.littleEndian($0) }
    let frameBytes = format.channels * encoding.bits / 8
    let header =
      littleEndian(encoding.isInteger ? 1 : 3, 2) + littleEndian(format.channels, 2)
      + littleEndian(format.sampleRate, 4) + littleEndian(format.sampleRate * frameBytes, 4)
      + littleEndian(frameBytes, 2) + littleEndian(encoding.bits, 2)
    let body =
      Array("WAVE".utf8) + chunk("fmt ", header) + chunk("data", data)
    bytes = chunk("RIFF", body)
  }

  /// Chunk names and where their bodies lie.
  public var chunks: [(name: String, body: Range<Int>)] {
    var found: [(String, Range<Int>)] = []
    var offset = 12
    while offset + 8 <= bytes.count {
      let size = number(offset + 4, 4)
      found.append(
        (
          String(decoding: bytes[offset..<offset + 4], as: UTF8.self),
          offset + 8..<min(offset + 8 + size, bytes.count)
        ))
      offset += 8 + size + size % 2
    }
    return found
  }

  /// The sound; `nil` when the file is none of those that `init` writes, plain or extensible.
  public var recording: Recording? {
    guard let format = chunks.first(where: { $0.name == "fmt " })?.body, format.count >= 16,
      let data = chunks.first(where: { $0.name == "data" })?.body
    else { return nil }
    let tag = number(format.lowerBound, 2)
    let kind = tag == 0xFFFE ? number(format.lowerBound + 24, 2) : tag
    let bits = number(format.lowerBound + 14, 2)
    guard
      let encoding = SampleEncoding.allCases.first(where: { $0.bits == bits && $0.isInteger == (kind == 1) })
    else { return nil }
    let width = bits / 8
    return Recording(
      AudioFormat(
        sampleRate: number(format.lowerBound + 4, 4), channels: number(format.lowerBound + 2, 2)),
      encoding,
      samples: stride(from: data.lowerBound, to: data.upperBound - width + 1, by: width).map {
        encoding.value(UInt64(bitPattern: Int64(number($0, width))))
      })
  }

  private func number(_ offset: Int, _ width: Int) -> Int {
    bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

private func littleEndian(_ value: Int, _ width: Int) -> [UInt8] {
  (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

private func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
  Array(name.utf8) + littleEndian(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
}

extension SampleEncoding {
  fileprivate func littleEndian(_ sample: Double) -> [UInt8] {
    switch self {
    case .float32: TestSupport.littleEndian(Int(Float(sample).bitPattern), 4)
    case .float64: TestSupport.littleEndian(Int(bitPattern: UInt(sample.bitPattern)), 8)
    // 8-bit samples are unsigned in WAV.
    case .pcm8: [UInt8(sample / step + 128)]
    default: TestSupport.littleEndian(Int(sample / step), bits / 8)
    }
  }

  fileprivate func value(_ raw: UInt64) -> Double {
    switch self {
    case .float32: Double(Float(bitPattern: UInt32(raw)))
    case .float64: Double(bitPattern: raw)
    case .pcm8: Double(Int(raw) - 128) * step
    default: Double(Int64(bitPattern: raw << (64 - UInt64(bits))) >> (64 - Int64(bits))) * step
    }
  }
}
