extension Command {
  static var bake: Command {
    Command(
      name: "bake", summary: "bake recordings into seamless loops",
      usage: ["loopbake [bake] INPUT... -o OUTPUT [options]"],
      description: [
        """
        Crossfades the end of a recording into its start, so that a player that repeats the file plays on without \
        a seam, and writes the loop points into the file. Every frame outside the crossfade stays as it is, bit \
        for bit, unless the options or the format need a change.
        """,
        """
        INPUT is a file, a folder (taken with all folders in it) or - for standard input. A file is \
        known by its content, not by its name. An OUTPUT that exists is replaced only when the new one is \
        complete and checked.
        """,
      ],
      options: { BakeArguments.options.map(\.page) },
      topics: [times, printed, statuses],
      examples: examples, operands: .paths,
      run: { words, console, cancellation in
        BakeCommand.run(words, console: console, cancellation: cancellation)
      })
  }

  private static var times: Topic {
    Topic(
      "Times",
      [
        ("5, 2.5s", "Seconds."),
        ("250ms", "Milliseconds."),
        ("1:30, 1:02:03.5", "Minutes and seconds, or hours, minutes and seconds."),
        ("48000f", "Frames at the output rate."),
        ("10%", "Of the region that is used; for --fade only."),
        ("START..END", "From START up to END, both as above: 1:30..2:45.5, 30..; for --trim also ..2:00."),
      ])
  }

  private static var printed: Topic {
    Topic(
      "Results",
      [
        (
          "standard output",
          """
          A line for every input: output, duration, loop, fade, peak, and the step across the seam beside the \
          sound's own largest step near it; with --json an object. Nothing of it when OUTPUT is -, except with \
          -v to standard error.
          """
        ),
        ("standard error", "Warnings, errors, and for several inputs a bar (on a terminal) and a summary."),
      ])
  }

  private static var statuses: Topic {
    Topic(
      "Exit status",
      [
        ("0", "Everything was done."),
        ("1", "An input failed, the others were done; or the results could not be printed."),
        ("2", "The command line is wrong; nothing was touched."),
        ("128 + N", "Stopped by signal N."),
      ])
  }

  private static var examples: [Topic.Entry] {
    [
      .init(term: "loopbake rain.wav -o rain-loop.flac", text: "Bake with a crossfade of 5 s."),
      .init(
        term: "loopbake pad.wav -o pad.caf -f 10% -c smooth", text: "Fade over a tenth of the recording."),
      .init(
        term: "loopbake song.flac -o song.wav --loop 0:42.5..2:10 -f 80ms",
        text: "Keep the beginning, then repeat the given part."),
      .init(
        term: "loopbake ambiences/ -o loops/ --format flac --short shrink",
        text: "Bake a folder, with shorter fades for short files."),
      .init(term: "sox -n -t wav - synth 20 pinknoise | loopbake - -o noise.wav", text: "Bake a pipe."),
    ]
  }
}
