import LoopDSP

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writes one audio file to an open descriptor, sample values bit for bit.
///
/// The writer keeps a descriptor of its own, so that it never writes to one that was closed and given to somebody else.
/// A writer that ends without `finish` leaves an incomplete file behind.
struct AudioWriter: ~Copyable {
  /// What the user should know about the file, one line each.
  let warnings: [String]
  private let backend: Backend
  private let spec: OutputSpec
  private let path: String
  private var samplesWritten = 0

  private enum Backend: ~Copyable {
    case sndFile(SndFileWriter)
    case flac(FLACWriter)

    init(_ spec: OutputSpec, to descriptor: consuming OwnedDescriptor) throws(LibraryFailure) {
      self =
        spec.container == .flac
        ? .flac(try FLACWriter.open(spec, on: descriptor))
        : .sndFile(try SndFileWriter.open(spec, on: descriptor))
    }
  }

  /// Writes the header.
  ///
  /// - Parameters:
  ///   - descriptor: seekable, open for reading and writing, empty and at its start.
  ///   - path: the output, for errors.
  /// - Throws: `BakeError`: `unfit` when the container cannot hold the file, `unwritable` when writing fails.
  init(_ spec: OutputSpec, to descriptor: Int32, path: String) throws(BakeError) {
    let warnings = try spec.check(path: path)
    guard let own = OwnedDescriptor(duplicating: descriptor) else { throw cannotWrite(path, errno) }
    let backend: Backend
    do throws(LibraryFailure) {
      backend = try Backend(spec, to: own)
    } catch {
      throw Self.failure(error, path)
    }
    self.backend = backend
    self.warnings = warnings
    self.spec = spec
    self.path = path
  }

  /// Appends frames.
  ///
  /// - Parameter samples: whole frames, interleaved, in the type that the encoding passes through unchanged: `Int16`
  ///   for 8 and 16 bit, `Int32` for 24 and 32 bit (both left-justified), `Float` or `Double`.
  /// - Throws: `BakeError` (`unwritable`): a full disk among others.
  mutating func write<S: Sample>(_ samples: Span<S>) throws(BakeError) {
    guard S.self == spec.encoding.sampleType, samples.count % spec.format.channels == 0 else {
      throw BakeError(
        .unwritable, path: path, "cannot write the file",
        because: "\(samples.count) samples of \(S.self) are no \(spec.encoding.rawValue) frames")
    }
    do throws(LibraryFailure) {
      switch backend {
      case .sndFile(let writer): try writer.write(samples)
      case .flac(let writer): try writer.write(samples)
      }
    } catch {
      throw Self.failure(error, path)
    }
    samplesWritten += samples.count
  }

  /// Completes the headers and hands everything to the system.
  ///
  /// - Throws: `BakeError` (`unwritable`), also when the number of frames is not the announced one.
  consuming func finish() throws(BakeError) {
    let (written, announced, path) = (samplesWritten / spec.format.channels, spec.frames, path)
    guard written == announced else {
      throw BakeError(
        .unwritable, path: path, "cannot write the file", because: "\(written) of \(announced) frames came")
    }
    do throws(LibraryFailure) {
      switch consume backend {
      case .sndFile(let writer): try writer.finish()
      case .flac(let writer): try writer.finish()
      }
    } catch {
      throw Self.failure(error, path)
    }
  }

  private static func failure(_ failure: LibraryFailure, _ path: String) -> BakeError {
    BakeError(.unwritable, path: path, "cannot write the file", because: failure.reason)
  }
}

/// What a library or the system says went wrong.
struct LibraryFailure: Error { let reason: String }

extension SampleEncoding {
  /// The type whose values pass into the file unchanged.
  var sampleType: any Sample.Type {
    switch self {
    case .pcm8, .pcm16: Int16.self
    case .pcm24, .pcm32: Int32.self
    case .float32: Float.self
    case .float64: Double.self
    }
  }
}
