/// All that is known about an audio file before its first sample is written.
struct OutputSpec: Sendable, Equatable {
  var container: Container
  var encoding: SampleEncoding
  var format: AudioFormat
  /// Frames that will be written, exactly.
  var frames: Int
  var loop: LoopRegion
  /// FLAC: 0...8.
  var compressionLevel = 5
  /// What the file says it was made with.
  var software = "loopbake \(version)"

  /// Room that the headers and chunks of any container need, generously.
  private static let headerBytes = 4096

  /// What is really written: WAV becomes RF64 (EBU Tech 3306) where its 32-bit sizes end.
  var storedContainer: Container { container == .wav && exceedsFourGiB ? .rf64 : container }

  /// The loop that every dialect of the finished file must say; `nil` where the file has no place for it.
  var storedLoop: LoopRegion? {
    switch container {
    case .flac: loop
    case .wav, .rf64: LoopChunks.sampler(loop, sampleRate: format.sampleRate) == nil ? nil : loop
    case .aiff: LoopChunks.aiff(loop).isEmpty ? nil : loop
    case .w64, .caf, .au: nil
    }
  }

  private var exceedsFourGiB: Bool {
    let (samples, overflow) = frames.multipliedReportingOverflow(by: format.channels * encoding.bits / 8)
    return overflow || samples > Int(UInt32.max) - Self.headerBytes
  }

  /// Checks that the container can hold this file, so that nothing has to be found out after hours of work.
  ///
  /// - Parameter path: the output, for the error.
  /// - Returns: what the user should know, one line each.
  /// - Throws: `BakeError` (`unfit`).
  func check(path: String) throws(BakeError) -> [String] {
    func unfit(_ reason: String, wayOut: String) -> BakeError {
      BakeError(.unfit, path: path, "cannot write \(container.name)", because: reason, wayOut: wayOut)
    }
    guard container.encodings.contains(encoding) else {
      let names = container.encodings.map(\.rawValue).joined(separator: ", ")
      throw unfit("it does not hold \(encoding.rawValue)", wayOut: "use one of \(names)")
    }
    if let limit = storedContainer.limit(on: format, encoding: encoding) {
      throw unfit(limit, wayOut: "use another format, rate or number of channels")
    }
    guard !exceedsFourGiB || container != .aiff && container != .au else {
      throw unfit("the file would pass 4 GiB", wayOut: "use wav, w64, caf or flac")
    }
    guard container != .flac || frames < 1 << 36 else {
      throw unfit("it holds fewer than 2^36 frames", wayOut: "use wav, w64 or caf")
    }
    return warnings
  }

  private var warnings: [String] {
    var lines: [String] = []
    if storedContainer != container { lines.append("the file passes 4 GiB and is written as RF64") }
    if container == .flac, !FLACWriter.isStreamable(sampleRate: format.sampleRate) {
      lines.append("\(format.sampleRate) Hz is outside FLAC's streamable subset; some players refuse it")
    }
    if !container.storesLoopPoints && loop != LoopRegion(startFrame: 0, endFrame: frames) {
      lines.append("\(container.name) files hold no loop points; the sidecar (--sidecar) does")
    } else if container.storesLoopPoints && storedLoop == nil {
      lines.append(
        "the loop points do not fit into 32 bits and are left out; the sidecar (--sidecar) holds them")
    } else if container.storesLoopPoints && loop.endFrame > Int(Int32.max) {
      lines.append("the loop ends after frame 2147483647; some readers cannot count that far")
    }
    return lines
  }
}

extension Container {
  /// The name for people.
  var name: String {
    switch self {
    case .wav: "WAV"
    case .rf64: "RF64"
    case .w64: "W64"
    case .aiff: "AIFF"
    case .caf: "CAF"
    case .au: "AU"
    case .flac: "FLAC"
    }
  }

  /// Whether loop points are written into the file itself.
  var storesLoopPoints: Bool {
    switch self {
    case .wav, .rf64, .aiff, .flac: true
    case .w64, .caf, .au: false
    }
  }

  /// Why the container cannot hold `format`; `nil` when it can.
  fileprivate func limit(on format: AudioFormat, encoding: SampleEncoding) -> String? {
    self == .flac
      ? FLACWriter.limit(on: format) : SndFileWriter.limit(on: format, container: self, encoding: encoding)
  }
}
