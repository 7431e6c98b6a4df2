import LoopBake

extension BakeArguments {
  /// The options of `loopbake bake`, in the order of its help.
  static var options: [Option<BakeArguments>] {
    outputOptions + loopOptions + soundOptions + runningOptions + Option.common
  }

  private static var outputOptions: [Option<BakeArguments>] {
    [
      .value(
        "output", short: "o", ValuePage("OUTPUT", .paths), in: .output,
        help: """
          Where to write (needed). One input: a file, or a folder that exists or ends in /. Several inputs or a \
          folder: a folder, in which the tree of the inputs is mirrored. - is standard output.
          """
      ) { arguments, text throws(BadValue) in
        if text.isEmpty { throw .isNo("output", "it is empty") }
        arguments.output = text
      },
      .value(
        "format", ValuePage("NAME", .words(Container.names)), in: .output,
        help: """
          What to write: \(alternatives(Container.names)). It decides whatever the extension of OUTPUT says; \
          without it the extension decides, and wav is written in folders and to standard output.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.container = try FormatArgument.container(named: text)
      },
      .value(
        "encoding", short: "e", ValuePage("NAME", .words(SampleEncoding.names)), in: .output,
        help: """
          How samples are stored: \(alternatives(SampleEncoding.names)). Default: as in the source, pcm16 from a \
          lossy source.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.encoding = try choice(text, "encoding")
      },
      .value(
        "quality", short: "q", ValuePage("X"), in: .output,
        help: "FLAC compression level, 0 (fast) to 8 (small). Default: 5."
      ) { arguments, text throws(BadValue) in
        arguments.quality = try wholeNumber(text, "compression level", in: 0...8)
      },
      .flag(
        "sidecar", in: .output, help: "Also write the loop points as JSON to OUTPUT.loop.json."
      ) { $0.settings.sidecar = true },
      .flag(
        "no-clobber", in: .output, help: "Leave an output that exists as it is and skip its input."
      ) { $0.settings.noClobber = true },
    ]
  }

  private static var loopOptions: [Option<BakeArguments>] {
    [
      .value(
        "fade", short: "f", ValuePage("TIME"), in: .loop,
        help: """
          Length of the crossfade, as a time or as 10% of the region. 0 makes none: the region loops already. \
          Default: 5 s.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.fade = try TimeArgument.fade(text)
      },
      .value(
        "curve", short: "c", ValuePage("LAW", .words(CurveArgument.names)), in: .loop,
        help: """
          How the two sides share the crossfade. equal-power (default) suits sounds without relation; equal-gain \
          and smooth suit sounds alike; hold=G keeps both at the gain G, above 0 and at most 1, throughout.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.curve = try CurveArgument.law(text)
      },
      .value(
        "layout", .oneOf(BakeSettings.Layout.names), in: .loop,
        help: """
          What the file holds: the loop alone (whole), or what comes before it and then the loop (intro). \
          Default: whole; intro with --loop.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.layout = try choice(text, "layout")
      },
      .value(
        "trim", ValuePage("START..END"), in: .loop,
        help: "Use only this part of the source. Either side may be left out."
      ) { arguments, text throws(BadValue) in
        arguments.settings.trim = try TimeArgument.range(text, startNeeded: false)
      },
      .value(
        "loop", ValuePage("START..END"), in: .loop,
        help: """
          Loop this part of the source. The sound before START is faded in under the sound before END. END \
          may be left out: the end of the source.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.loop = try TimeArgument.range(text, startNeeded: true)
      },
      .value(
        "short", .oneOf(BakeSettings.ShortPolicy.names), in: .loop,
        help: """
          When the region is shorter than two fades: refuse it (default), use the longest fade that fits, or \
          skip the input.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.short = try choice(text, "policy")
      },
    ]
  }

  private static var soundOptions: [Option<BakeArguments>] {
    [
      .value(
        "rate", short: "r", ValuePage("HZ"), in: .sound,
        help: "Sample rate of the output. Default: the source's."
      ) { arguments, text throws(BadValue) in
        arguments.settings.sampleRate = try wholeNumber(text, "sample rate in Hz", in: 1000...768_000)
      },
      .value(
        "resampler", ValuePage("NAME", .words(BakeSettings.Resampler.names)), in: .sound,
        help: """
          What converts the rate: sinc (default), a filter exact in position, or libsamplerate's src-best, \
          src-medium or src-fast.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.resampler = try choice(text, "resampler")
      },
      .value(
        "channels", ValuePage("N", .words(["1", "2"])), in: .sound,
        help: "1 mixes two channels into one (their mean), 2 copies one into two. Default: the source's."
      ) { arguments, text throws(BadValue) in
        guard let channels = unsignedWhole(text), (1...2).contains(channels) else {
          throw .isNo("number of channels", "use 1 (the mean of two channels) or 2 (two copies of one)")
        }
        arguments.settings.channels = channels
      },
      .value(
        "gain", ValuePage("DB"), in: .sound, help: "Gain on the whole output in dB, as -3 or 1.5."
      ) { arguments, text throws(BadValue) in
        arguments.settings.gainDB = try gainDB(text)
      },
      .value(
        "on-clip", .oneOf(BakeSettings.ClipPolicy.names), in: .sound,
        help: """
          When an integer output would exceed full scale: a limiter round the peaks (default), one gain that \
          just fits, clipping, or refusal.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.onClip = try choice(text, "policy")
      },
      .value(
        "dither", .oneOf(BakeSettings.Dither.names), in: .sound,
        help: "What is added where precision is lost. Default: tpdf."
      ) { arguments, text throws(BadValue) in
        arguments.settings.dither = try choice(text, "dither")
      },
    ]
  }

  private static var runningOptions: [Option<BakeArguments>] {
    [
      .value(
        "jobs", short: "j", ValuePage("N"), in: .running,
        help: "Do up to N things at a time, 1 to 256. Default: the number of processors."
      ) { arguments, text throws(BadValue) in
        arguments.jobs = try wholeNumber(text, "number of jobs", in: 1...256)
      },
      .flag(
        "dry-run", short: "n", in: .running, help: "Check everything, tell what would be made, write nothing."
      ) {
        $0.dryRun = true
      },
      .flag("json", in: .running, help: "Print one JSON object a line for every input.") {
        $0.style.json = true
      },
      .flag("verbose", short: "v", in: .running, help: "Tell about the source and the written file too.") {
        $0.style.detail = .verbose
      },
      .flag("quiet", in: .running, help: "Print only errors, and with --json the objects.") {
        $0.style.detail = .quiet
      },
    ]
  }
}
