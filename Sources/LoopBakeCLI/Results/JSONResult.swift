import LoopBake
import LoopDSP

/// What became of one input, as one line of `--json`.
func jsonEvent(_ job: BakeJob, _ result: Result<BakeOutcome, BakeError>, dryRun: Bool) -> JSON {
  var members: [String: JSON] = [
    "input": .string(job.input.name), "output": .string(job.output.name), "dryRun": .bool(dryRun),
  ]
  switch result {
  case .success(.baked(let result)):
    members["event"] = .string("baked")
    members.merge(result.jsonMembers) { _, new in new }
  case .success(.skipped(let reason)):
    members["event"] = .string("skipped")
    members["reason"] = .string(reason)
  case .failure(let error):
    members["event"] = .string("failed")
    members["error"] = .object([
      "kind": .string(error.kind.rawValue), "message": .string(error.description),
    ])
  }
  return .object(members)
}

extension BakeResult {
  fileprivate var jsonMembers: [String: JSON] {
    [
      "input": .string(input),
      "output": .string(output),
      "container": .string(container.rawValue),
      "encoding": .string(encoding.rawValue),
      "sampleRate": .int(format.sampleRate),
      "channels": .int(format.channels),
      "frames": .int(frames),
      "loop": .object(["startFrame": .int(loop.startFrame), "endFrame": .int(loop.endFrame)]),
      "loopSource": loopSource.map { .string($0.rawValue) } ?? .null,
      "fadeFrames": .int(fadeFrames),
      "curve": .string(curve.name),
      "peak": .double(peak),
      "seamStep": .double(seamStep),
      "ownStep": .double(ownStep),
      "source": source.json,
      "warnings": .array(warnings.map { .string($0) }),
    ]
  }
}

extension SourceSummary {
  fileprivate var json: JSON {
    .object([
      "sampleRate": .int(format.sampleRate),
      "channels": .int(format.channels),
      "frames": .int(frames),
      "usedFrames": .object(["start": .int(usedFrames.lowerBound), "end": .int(usedFrames.upperBound)]),
      "description": .string(description),
    ])
  }
}
