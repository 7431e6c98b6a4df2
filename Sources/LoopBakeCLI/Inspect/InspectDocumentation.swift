extension Command {
  static var inspect: Command {
    Command(
      name: "inspect", summary: "tell format, length, tags and loop points of files",
      usage: ["loopbake inspect FILE... [options]"],
      description: [
        """
        Tells what each file is, how many frames it decodes to, its tags and pictures, and every loop that it names: in \
        which way, and how its numbers are read. The first loop that can be used is the one that 'loopbake bake --loop \
        embedded' takes.
        """,
        """
        FILE may be a folder (taken with all folders in it; files that are no audio are left alone) or - for standard \
        input. Sound is decoded only where nothing else tells how long it is.
        """,
      ],
      options: { InspectArguments.options.map(\.page) },
      topics: [printed, statuses], examples: examples, operands: .paths,
      run: { words, console, cancellation in
        InspectCommand.run(words, console: console, cancellation: cancellation)
      })
  }

  private static var printed: Topic {
    Topic(
      "Results",
      [
        (
          "length",
          "Frames, without those that the codec puts before the sound (delay) and behind it (padding), and seconds."
        ),
        (
          "loop",
          """
          First frame, the frame behind the last one, counted from 0, and where it stands: smpl (WAV), riff-smpl (FLAC), \
          inst (AIFF), fields (tags as LOOPSTART) or cue (WAV). Most trusted first.
          """
        ),
        ("standard error", "Warnings and errors."),
      ])
  }

  private static var statuses: Topic {
    Topic(
      "Exit status",
      [
        ("0", "Every file was read."),
        ("1", "A file could not be read, the others were; or the results could not be printed."),
        ("2", "The command line is wrong."),
        ("128 + N", "Stopped by signal N."),
      ])
  }

  private static var examples: [Topic.Entry] {
    [
      .init(term: "loopbake inspect song.flac", text: "What the file is and says of itself."),
      .init(
        term: "loopbake inspect --json ambiences/",
        text: "The same of every recording in a folder, for programs."),
    ]
  }
}
