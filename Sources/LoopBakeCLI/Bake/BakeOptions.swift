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
          Format of the output: \(alternatives(Container.names)); w64, caf and au hold no loop points. Default: \
          what the extension of OUTPUT says, wav in a folder and on standard output.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.container = try FormatArgument.container(named: text)
      },
      .value(
        "encoding", short: "e", ValuePage("NAME", .words(SampleEncoding.names)), in: .output,
        help: """
          How samples are stored: \(alternatives(SampleEncoding.names)); flac has the first three. Default: as in \
          the source, pcm16 from a lossy source.
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
          Length of the crossfade, as a time or a percentage of the part that is used. 0 makes none, for sound \
          that loops already. Default: 5 s.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.fade = try TimeArgument.fade(text)
      },
      .value(
        "curve", short: "c", ValuePage("LAW", .words(CurveArgument.names)), in: .loop,
        help: """
          How end and start are mixed. equal-power (default) keeps the loudness where they are unlike, as in rain \
          or a crowd; equal-gain and smooth keep it where they are alike, as in a steady tone; hold=G plays both at \
          the gain G, above 0 and up to 1, all the time.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.curve = try CurveArgument.law(text)
      },
      .value(
        "layout", .oneOf(BakeSettings.Layout.names), in: .loop,
        help: """
          whole: the file is the loop. intro: the file begins as the source does, and only the loop, at its end, \
          is to be repeated. Default: whole; intro with --loop.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.layout = try choice(text, "layout")
      },
      .value(
        "trim", ValuePage("START..END"), in: .loop,
        help: "Use only this part of the source. START or END may be left out."
      ) { arguments, text throws(BadValue) in
        arguments.settings.trim = try TimeArgument.range(text, startNeeded: false)
      },
      .value(
        "loop", ValuePage("START..END|embedded", .words([LoopArgument.embedded])), in: .loop,
        help: """
          Repeat this part of the source. The crossfade mixes the sound before START into the sound before END, so \
          that START must leave room for it. Without END: up to the end of the source. embedded: the loop that the \
          source itself names, as 'loopbake inspect' tells it.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.loop = try LoopArgument.loop(text)
      },
      .value(
        "short", .oneOf(BakeSettings.ShortPolicy.names), in: .loop,
        help: """
          What to do when the crossfade does not fit, because the sound is shorter than two of it. error (default) \
          refuses, shrink takes the longest that fits, skip leaves the input out.
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
        help: "Sample rate of the output, 1000 to 768000. Default: the source's."
      ) { arguments, text throws(BadValue) in
        arguments.settings.sampleRate = try wholeNumber(text, "sample rate in Hz", in: 1000...768_000)
      },
      .value(
        "resampler", ValuePage("NAME", .words(BakeSettings.Resampler.names)), in: .sound,
        help: """
          What converts the rate: sinc (default) is loopbake's own filter, src-best, src-medium and src-fast are \
          libsamplerate's.
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
          What to do when the result exceeds full scale; float32 and float64 hold it as it is. limit (default) \
          lowers the peaks and what is near them, scale lowers everything by one gain that just fits, clip cuts the \
          peaks off, error refuses.
          """
      ) { arguments, text throws(BadValue) in
        arguments.settings.onClip = try choice(text, "policy")
      },
      .value(
        "dither", .oneOf(BakeSettings.Dither.names), in: .sound,
        help: "tpdf (default) adds faint noise to samples that have to be rounded, none does not."
      ) { arguments, text throws(BadValue) in
        arguments.settings.dither = try choice(text, "dither")
      },
    ]
  }

  private static var runningOptions: [Option<BakeArguments>] {
    [
      .value(
        "jobs", short: "j", ValuePage("N"), in: .running,
        help: "Work on up to N processors, 1 to 256. Default: all. The result is the same."
      ) { arguments, text throws(BadValue) in
        arguments.jobs = try wholeNumber(text, "number of jobs", in: 1...256)
      },
      .flag(
        "dry-run", short: "n", in: .running,
        help: "Read and check everything, tell what would be made, write nothing."
      ) {
        $0.dryRun = true
      },
      .flag("json", in: .running, help: "Print results as JSON: one object for each input, each on a line.") {
        $0.style.json = true
      },
      .flag("verbose", short: "v", in: .running, help: "Tell more about each source and output.") {
        $0.style.detail = .verbose
      },
      .flag("quiet", in: .running, help: "Print errors only, and with --json the results.") {
        $0.style.detail = .quiet
      },
    ]
  }
}
