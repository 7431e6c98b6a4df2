/// The logical streams of an Ogg file, and what is wrong with its pages.
struct OggStreams {
  enum Codec: Equatable {
    case vorbis, opus, flac
    /// Something that loopbake does not read.
    case other(String)

    var isSound: Bool { if case .other = self { false } else { true } }
  }

  /// The codec of every link's first stream of sound, which is the same.
  let codec: Codec
  /// Whether sound is missing between the pages.
  var isDamaged: Bool { damaged > 0 || lost > 0 }
  private(set) var warnings: [String] = []

  private var damaged = 0
  private var firstDamaged = 0
  private var lost = 0

  /// Pages that are damaged before the file is given up.
  private static let mostDamaged = 1000

  /// Reads all pages.
  ///
  /// - Parameters:
  ///   - start: offset of the first page.
  ///   - skipped: bytes before it that are neither tags nor zeros.
  /// - Throws: `BakeError`: `notAudio` without sound that loopbake reads, `unfit` when links differ in their codec, `damaged`
  ///   beyond hope, `unreadable`.
  init(_ file: borrowing InputFile, from start: Int, skipped: Int) throws(BakeError) {
    var window = try FileWindow(file)
    var scan = Scan()
    var offset = start
    while offset < window.size {
      if let page = window.oggPage(at: offset), page.isWhole {
        scan.take(page, codec: page.beginsStream ? window.oggCodec(page) : nil)
        offset += page.bytes
        continue
      }
      let isPage = window.has("OggS", at: offset)
      guard let next = window.nextOggMark(in: offset + 1..<max(window.size, offset + 1)) else {
        scan.endsInPage = isPage
        break
      }
      if scan.damaged == 0 { scan.firstDamaged = offset }
      scan.damaged += 1
      offset = next
      if scan.damaged > Self.mostDamaged {
        throw Self.error(file.name, .damaged, "its Ogg pages are damaged")
      }
    }
    if window.failure != 0 { throw .unreadable(file.name, window.failure) }
    codec = try scan.codec(name: file.name)
    (damaged, firstDamaged, lost) = (scan.damaged, scan.firstDamaged, scan.lost)
    warnings = scan.warnings(skipped: skipped)
  }

  static func error(
    _ name: String, _ kind: BakeError.Kind, _ reason: String, wayOut: String? = nil
  ) -> BakeError {
    BakeError(kind, path: name, "cannot read the sound", because: reason, wayOut: wayOut)
  }
}

/// What the pages say, one after the other.
private struct Scan {
  /// A group of streams that begin together; chained files have several.
  struct Link {
    var codecs: [OggStreams.Codec] = []
    /// Serial number and last page of the first stream of sound.
    var serial: Int?
    var sequence: Int?
    var hasEnd = false
    var isOpen = true
  }

  var links: [Link] = []
  var damaged = 0
  var firstDamaged = 0
  /// Places where pages of the sound are missing.
  var lost = 0
  var endsInPage = false

  mutating func take(_ page: FileWindow.OggPage, codec: OggStreams.Codec?) {
    if page.beginsStream, links.last?.isOpen != true { links.append(Link()) }
    guard var link = links.popLast() else { return }
    defer { links.append(link) }
    if let codec {
      if codec.isSound, link.serial == nil { link.serial = page.serial }
      link.codecs.append(codec)
    } else {
      link.isOpen = false
    }
    guard page.serial == link.serial else { return }
    if let last = link.sequence, page.sequence != (last + 1) & 0xFFFF_FFFF { lost += 1 }
    link.sequence = page.sequence
    link.hasEnd = page.endsStream
  }

  func codec(name: String) throws(BakeError) -> OggStreams.Codec {
    let sounds = links.compactMap { $0.codecs.first(where: \.isSound) }
    guard let codec = sounds.first else {
      let others = links.flatMap(\.codecs).compactMap { if case .other(let name) = $0 { name } else { nil } }
      let what = others.isEmpty ? "no stream" : others[...min(2, others.count - 1)].joined(separator: ", ")
      throw OggStreams.error(
        name, .notAudio, "the Ogg file holds \(what), which loopbake does not read",
        wayOut: "convert it to WAV or FLAC")
    }
    guard sounds.allSatisfy({ $0 == codec }), sounds.count == links.count else {
      throw OggStreams.error(
        name, .unfit, "the file chains Ogg streams of different kinds", wayOut: "split it")
    }
    return codec
  }

  func warnings(skipped: Int) -> [String] {
    var warnings: [String] = []
    if skipped > 0 { warnings.append(somethingElse("begins", skipped)) }
    if damaged > 0 {
      warnings.append(
        "silence for \(counted(damaged, "damaged Ogg page")), the first one at byte \(firstDamaged)")
    } else if lost > 0 {
      warnings.append("silence for Ogg pages that are missing in \(counted(lost, "place"))")
    }
    if links.last?.hasEnd == false {
      warnings.append(
        "the file is cut short: its stream has no end" + (endsInPage ? ", the last Ogg page is cut" : ""))
    }
    if let count = links.map({ $0.codecs.count(where: \.isSound) }).max(), count > 1 {
      warnings.append("the file holds \(count) streams of sound at a time: the first one is used")
    }
    return warnings
  }
}

extension FileWindow {
  /// The codec of the stream that a page begins, by its first packet (each mapping's specification).
  fileprivate mutating func oggCodec(_ page: OggPage) -> OggStreams.Codec {
    func begins(_ first: UInt8?, _ text: String) -> Bool {
      guard let first else { return has(text, at: page.body) }
      return has(text, at: page.body + 1) && index(of: page.body, count: 1).map { bytes[$0] } == first
    }
    if begins(1, "vorbis") { return .vorbis }
    if begins(nil, "OpusHead") { return .opus }
    if begins(0x7F, "FLAC") { return .flac }
    if begins(nil, "Speex   ") { return .other("Speex") }
    if begins(0x80, "theora") { return .other("Theora video") }
    if begins(nil, "fishead") { return .other("Skeleton") }
    if begins(nil, "BBCD") { return .other("Dirac video") }
    if begins(0x80, "kate") { return .other("Kate text") }
    if begins(nil, "CELT    ") { return .other("CELT") }
    if begins(nil, "PCM     ") { return .other("OggPCM") }
    return .other("a stream of unknown kind")
  }
}
