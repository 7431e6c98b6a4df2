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
        INPUT is a file, a folder (taken with all folders in it) or - for standard input: WAV, AIFF, CAF, FLAC, \
        Ogg Vorbis, Opus, MP3 and what else libsndfile reads, known by its content and not by its name. An OUTPUT \
        that exists is replaced only when the new one is complete and checked; an input is never replaced.
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
        ("10%", "Of the part that is used; for --fade only."),
        (
          "START..END",
          "From START up to, not including, END, both as above: 1:30..2:45.5, 30..; for --trim also ..2:00."
        ),
      ])
  }

  private static var printed: Topic {
    Topic(
      "Results",
      [
        (
          "standard output",
          """
          A line for each input: output, duration, loop, fade, peak, and the step from the loop's last sample to \
          its first beside the sound's own largest step near by. Loops are in frames, counted from 0, and end \
          before the second number. When OUTPUT is -, none of it, or with -v on standard error.
          """
        ),
        (
          "standard error",
          "Warnings, errors, and for several inputs a progress bar (on a terminal) and a summary."
        ),
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
        term: "loopbake pad.wav -o pad.aiff -f 10% -c smooth", text: "Fade over a tenth of the recording."),
      .init(
        term: "loopbake song.flac -o song.wav --loop 0:42.5..2:10 -f 80ms",
        text: "Keep the beginning, then repeat the given part."),
      .init(
        term: "loopbake ambiences/ -o loops/ --format flac --short shrink",
        text: "Bake a folder, with shorter crossfades for short files."),
      .init(
        term: "sox -n -t wav - synth 20 pinknoise gain -6 | loopbake - -o noise.wav",
        text: "Bake what another program makes."),
    ]
  }
}
