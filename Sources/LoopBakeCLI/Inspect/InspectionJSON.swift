import LoopBake

extension Inspection {
  /// For programs; docs/inspect.md explains it.
  var json: JSON {
    .object([
      "event": .string("inspected"),
      "input": .string(input),
      "container": .string(container),
      "codec": .string(codec),
      "description": .string(description),
      "sampleRate": .int(format.sampleRate),
      "channels": .int(format.channels),
      "encoding": .string(encoding.rawValue),
      "lossy": .bool(isLossy),
      "frames": .int(frames),
      "seconds": .double(Double(frames) / Double(format.sampleRate)),
      "delayFrames": delayFrames.map { .int($0) } ?? .null,
      "paddingFrames": paddingFrames.map { .int($0) } ?? .null,
      "tags": .array(
        tags.fields.map { .object(["name": .string($0.name), "value": .string($0.value)]) }),
      "pictures": .array(tags.pictures.map(\.json)),
      "loops": .array(loops.map(\.json)),
      "warnings": .array(warnings.map { .string($0) }),
    ])
  }
}

extension Tags.Picture {
  fileprivate var json: JSON {
    .object([
      "kind": .int(kind), "mimeType": .string(mimeType), "description": .string(description),
      "bytes": .int(data.count),
    ])
  }
}

extension EmbeddedLoop {
  fileprivate var json: JSON {
    .object([
      "dialect": .string(dialect.rawValue),
      "startFrame": .int(region.startFrame),
      "endFrame": .int(region.endFrame),
      "reading": .string(reading),
      "correction": correction.map { .string($0) } ?? .null,
      "problem": problem.map { .string($0) } ?? .null,
    ])
  }
}
