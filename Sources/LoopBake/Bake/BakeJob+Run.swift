internal import LoopDSP

extension BakeJob {
  /// Bakes the recording; the old output stays whole until the new one is complete and verified.
  ///
  /// - Parameters:
  ///   - dryRun: plan and check everything, write nothing; the result's levels are then NaN.
  ///   - cancellation: looked at between blocks.
  /// - Throws: `BakeError` with the file that it is about; no output and no temporary file is left then.
  public func run(dryRun: Bool = false, cancellation: Cancellation) throws(BakeError) -> BakeOutcome {
    if cancellation.isCancelled { throw .interrupted(input.name) }
    if settings.noClobber, case .file(let path) = output, fileStatus(at: path) != nil {
      return .skipped(reason: "the output exists")
    }
    try checkOutputs()
    let file = try InputFile(input, cancellation: cancellation)
    do throws(BakeError) {
      return try bake(file, limit: nil, dryRun: dryRun, cancellation)
    } catch {
      if error.needsScan { return try bake(file, limit: nil, isDamaged: true, dryRun: dryRun, cancellation) }
      guard let end = error.soundEnd, end > 0 else { throw error }
      return try bake(file, limit: end, dryRun: dryRun, cancellation).warning(error.reason)
    }
  }

  /// Refuses what cannot be written to before anything is read; a folder that will be created cannot be looked at yet.
  private func checkOutputs() throws(BakeError) {
    switch output {
    case .standardOutput:
      guard let status = fileStatus(of: 1), status.isRegularFile, inputPaths.contains(FileIdentity(status))
      else { return }
      throw BakeError(
        .unwritable, path: "-", "cannot write the file", because: "standard output is an input",
        wayOut: "write to another file")
    case .file(let path):
      if createsFolder && fileStatus(at: folderName(path)) == nil { return }
      _ = try OutputTarget(path: path, never: inputPaths)
      if settings.sidecar { _ = try OutputTarget(path: sidecarPath(for: path), never: inputPaths) }
    }
  }

  /// - Parameters:
  ///   - limit: frames of the source to use when it holds fewer than it claims.
  ///   - isDamaged: whether the source's sound is damaged, so that it is read once more than else.
  private func bake(
    _ file: borrowing InputFile, limit: Int?, isDamaged: Bool = false, dryRun: Bool,
    _ cancellation: Cancellation
  ) throws(BakeError) -> BakeOutcome {
    let decoded = try DecodedFrames(file, limit: limit, isDamaged: isDamaged, cancellation: cancellation)
    let source = decoded.description
    let sourceFrames = decoded.frameCount
    let loop = try SourceLoop.resolve(settings, file, source: source, sourceFrames: sourceFrames)
    guard let plan = try BakePlan.make(self, source: source, sourceFrames: sourceFrames, loop: loop) else {
      return .skipped(reason: "the region is shorter than two fades")
    }
    let spec = OutputSpec(
      container: plan.container, encoding: plan.encoding, format: plan.format, frames: plan.frames,
      loop: plan.loop,
      compressionLevel: settings.compressionLevel)
    var result = result(plan, source: source, sourceFrames: sourceFrames)
    result.loopSource = loop?.dialect
    result.warnings += try spec.check(path: output.name)
    try plan.checkMemory(name: input.name)
    let baking = Baking(job: self, plan: plan, source: source, spec: spec, cancellation: cancellation)
    if dryRun { return .baked(result) }
    let measured = try write(baking, decoded, of: file)
    result.peak = measured.peak
    result.seamStep = measured.seamStep
    result.ownStep = measured.ownStep
    result.warnings = plan.warnings + measured.warnings
    if settings.sidecar { try writeSidecar(result, never: inputPaths) }
    return .baked(result)
  }

  private func write(
    _ baking: Baking, _ decoded: consuming DecodedFrames, of source: borrowing InputFile
  ) throws(BakeError) -> Baking.Measured {
    switch output {
    case .file(let path):
      // A batch looks once at each folder.
      if createsFolder { try createFolders(folderName(path)) } else { removeLeftovers(in: folderName(path)) }
      let file = try OutputFile(path: path, never: inputPaths)
      let measured = try baking.write(decoded, to: file.descriptor)
      try source.checkUnchanged()
      try verify(file.descriptor, baking.spec)
      try file.commit()
      return measured
    case .standardOutput:
      let spool = try SpoolFile()
      let measured = try baking.write(decoded, to: spool.descriptor)
      try source.checkUnchanged()
      try verify(spool.descriptor, baking.spec)
      try spool.copy(to: 1)
      return measured
    }
  }

  /// Opens what was written with the readers for any input and compares.
  func verify(_ descriptor: Int32, _ spec: OutputSpec) throws(BakeError) {
    func mismatch(_ what: String) -> BakeError {
      BakeError(.verification, path: output.name, "the written file does not read back", because: what)
    }
    let written = try InputFile(sharing: descriptor, name: output.name)
    let found = try AudioDecoder(written).description
    guard found.format == spec.format, found.encoding == spec.encoding else {
      throw mismatch(
        "it holds \(found.channels) channels of \(found.encoding.rawValue) at \(found.sampleRate) Hz")
    }
    guard found.frameCount == spec.frames else {
      throw mismatch("it holds \(found.frameCount.map(String.init) ?? "unknown") frames, not \(spec.frames)")
    }
    let loops = try embeddedLoops(
      written, fields: try readTags(written).fields, format: spec.format, frameCount: spec.frames)
    guard loops.allSatisfy({ $0.isIntact && $0.region == spec.storedLoop }),
      loops.isEmpty == (spec.storedLoop == nil)
    else {
      let found = loops.map { "\($0.region.startFrame)..\($0.region.endFrame) in \($0.dialect.rawValue)" }
      throw mismatch("it says a loop of \(found.isEmpty ? "none" : found.joined(separator: ", "))")
    }
  }

  private func result(_ plan: BakePlan, source: SourceDescription, sourceFrames: Int) -> BakeResult {
    BakeResult(
      input: input.name, output: output.name, container: plan.container, encoding: plan.encoding,
      format: plan.format,
      frames: plan.frames, loop: plan.loop, fadeFrames: plan.fadeFrames, curve: plan.curve,
      peak: .nan, seamStep: .nan, ownStep: .nan,
      source: SourceSummary(
        format: source.format, frames: sourceFrames,
        usedFrames: plan.used.lowerBound..<plan.sourceLoop.upperBound,
        description: source.summary),
      warnings: plan.warnings)
  }
}

extension SourceDescription {
  fileprivate var channels: Int { format.channels }
  fileprivate var sampleRate: Int { format.sampleRate }
}

extension BakeOutcome {
  /// The same outcome with one more warning in front.
  fileprivate func warning(_ text: String) -> BakeOutcome {
    guard case .baked(var result) = self else { return self }
    result.warnings.insert(text, at: 0)
    return .baked(result)
  }
}
