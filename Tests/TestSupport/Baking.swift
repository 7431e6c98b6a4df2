public import LoopBake

extension TemporaryFolder {
  /// Bakes `input` to `output`, both names in the folder.
  public func bake(_ input: String, to output: String, _ settings: BakeSettings) throws -> BakeResult {
    let job = BakeJob(
      input: .file(path: file(input)), output: .file(path: file(output)), settings: settings)
    switch try job.run(cancellation: Cancellation()) {
    case .baked(let result): return result
    case .skipped(let reason): throw Skipped(reason: reason)
    }
  }

  /// Bakes a sound from WAV to WAV.
  public func bake(
    _ recording: Recording, _ settings: BakeSettings
  ) throws -> (result: BakeResult, sound: Recording) {
    try put("in.wav", recording)
    let result = try bake("in.wav", to: "out.wav", settings)
    return (result, try self.recording("out.wav"))
  }
}

/// A bake that was skipped where a result was expected.
public struct Skipped: Error { public let reason: String }

extension BakeSettings {
  /// The default settings with changes.
  public static func with(_ change: (inout BakeSettings) -> Void) -> BakeSettings {
    var settings = BakeSettings()
    change(&settings)
    return settings
  }
}
