import Testing

@testable import LoopBakeCLI

struct HelpTests {
  @Test func listOfCommands() {
    #expect(
      commandList() == """
        loopbake: bake a recording into a seamless loop

        Usage:
          loopbake INPUT... -o OUTPUT [options]
          loopbake COMMAND ...

        Commands:
          bake                    Bake recordings into seamless loops.
          help                    Explain a command, or print files for the shell.

        Without a command, loopbake bakes. 'loopbake help bake' lists its options, and
        'loopbake help COMMAND' those of another command.

        """)
  }

  @Test func helpOfBake() {
    #expect(
      helpText(of: .bake) == """
        loopbake bake: bake recordings into seamless loops

        Usage:
          loopbake [bake] INPUT... -o OUTPUT [options]

        Crossfades the end of a recording into its start, so that a player that repeats
        the file plays on without a seam, and writes the loop points into the file.
        Every frame outside the crossfade stays as it is, bit for bit, unless the
        options or the format need a change.

        INPUT is a file, a folder (taken with all folders in it) or - for standard
        input. A file is known by its content, not by its name. An OUTPUT that exists is
        replaced only when the new one is complete and checked.

        Output:
          -o, --output OUTPUT     Where to write (needed). One input: a file, or a
                                  folder that exists or ends in /. Several inputs or a
                                  folder: a folder, in which the tree of the inputs is
                                  mirrored. - is standard output.
              --format NAME       What to write: wav, rf64, w64, aiff, caf, au or flac.
                                  It decides whatever the extension of OUTPUT says;
                                  without it the extension decides, and wav is written
                                  in folders and to standard output.
          -e, --encoding NAME     How samples are stored: pcm8, pcm16, pcm24, pcm32,
                                  float32 or float64. Default: as in the source, pcm16
                                  from a lossy source.
          -q, --quality X         FLAC compression level, 0 (fast) to 8 (small).
                                  Default: 5.
              --sidecar           Also write the loop points as JSON to
                                  OUTPUT.loop.json.
              --no-clobber        Leave an output that exists as it is and skip its
                                  input.

        Loop:
          -f, --fade TIME         Length of the crossfade, as a time or as 10% of the
                                  region. 0 makes none: the region loops already.
                                  Default: 5 s.
          -c, --curve LAW         How the two sides share the crossfade. equal-power
                                  (default) suits sounds without relation; equal-gain
                                  and smooth suit sounds alike; hold=G keeps both at the
                                  gain G, above 0 and at most 1, throughout.
              --layout whole|intro
                                  What the file holds: the loop alone (whole), or what
                                  comes before it and then the loop (intro). Default:
                                  whole; intro with --loop.
              --trim START..END   Use only this part of the source. Either side may be
                                  left out.
              --loop START..END   Loop this part of the source. The sound before START
                                  is faded in under the sound before END. END may be
                                  left out: the end of the source.
              --short error|shrink|skip
                                  When the region is shorter than two fades: refuse it
                                  (default), use the longest fade that fits, or skip the
                                  input.

        Sound:
          -r, --rate HZ           Sample rate of the output. Default: the source's.
              --resampler NAME    What converts the rate: sinc (default), a filter exact
                                  in position, or libsamplerate's src-best, src-medium
                                  or src-fast.
              --channels N        1 mixes two channels into one (their mean), 2 copies
                                  one into two. Default: the source's.
              --gain DB           Gain on the whole output in dB, as -3 or 1.5.
              --on-clip limit|scale|clip|error
                                  When an integer output would exceed full scale: a
                                  limiter round the peaks (default), one gain that just
                                  fits, clipping, or refusal.
              --dither tpdf|none  What is added where precision is lost. Default: tpdf.

        Running:
          -j, --jobs N            Do up to N things at a time, 1 to 256. Default: the
                                  number of processors.
          -n, --dry-run           Check everything, tell what would be made, write
                                  nothing.
              --json              Print one JSON object a line for every input.
          -v, --verbose           Tell about the source and the written file too.
              --quiet             Print only errors, and with --json the objects.
          -h, --help              Print this help.
              --version           Print the version.

        Times:
          5, 2.5s                 Seconds.
          250ms                   Milliseconds.
          1:30, 1:02:03.5         Minutes and seconds, or hours, minutes and seconds.
          48000f                  Frames at the output rate.
          10%                     Of the region that is used; for --fade only.
          START..END              From START up to END, both as above: 1:30..2:45.5,
                                  30..; for --trim also ..2:00.

        Results:
          standard output         A line for every input: output, duration, loop, fade,
                                  peak, and the step across the seam beside the sound's
                                  own largest step near it; with --json an object.
                                  Nothing of it when OUTPUT is -, except with -v to
                                  standard error.
          standard error          Warnings, errors, and for several inputs a bar (on a
                                  terminal) and a summary.

        Exit status:
          0                       Everything was done.
          1                       An input failed, the others were done; or the results
                                  could not be printed.
          2                       The command line is wrong; nothing was touched.
          128 + N                 Stopped by signal N.

        Examples:
          loopbake rain.wav -o rain-loop.flac
              Bake with a crossfade of 5 s.
          loopbake pad.wav -o pad.caf -f 10% -c smooth
              Fade over a tenth of the recording.
          loopbake song.flac -o song.wav --loop 0:42.5..2:10 -f 80ms
              Keep the beginning, then repeat the given part.
          loopbake ambiences/ -o loops/ --format flac --short shrink
              Bake a folder, with shorter fades for short files.
          sox -n -t wav - synth 20 pinknoise | loopbake - -o noise.wav
              Bake a pipe.

        """)
  }

  @Test func linesFitTheTerminal() {
    for command in Command.all {
      for line in helpText(of: command).split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
  }

  @Test func everyOptionIsEverywhere() {
    let man = manPage()
    for command in Command.all {
      for option in command.options() {
        #expect(helpText(of: command).contains("--\(option.long)"))
        #expect(man.contains("\\-\\-" + option.long.split(separator: "-").joined(separator: "\\-")))
        #expect(bashCompletion().contains("--\(option.long)"))
        #expect(zshCompletion().contains("--\(option.long)"))
        #expect(fishCompletion().contains("-l \(option.long) "))
      }
    }
  }

  @Test func namesAreThoseOfTheCommands() { #expect(Command.names == Command.all.map(\.name)) }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a b c", ["a b", "c"]), ("abcd e", ["abcd", "e"]), ("ab c", ["ab", "c"]),
    ("  a  ", ["a"]),
  ])
  func wrapping(text: String, lines: [String]) { #expect(wrapped(text, width: 3) == lines) }

  @Test(arguments: [("One. Two.", "One"), ("Of 1.5 dB. Two.", "Of 1.5 dB"), ("No stop", "No stop"), ("", "")])
  func sentences(text: String, first: String) { #expect(firstSentence(text) == first) }
}
