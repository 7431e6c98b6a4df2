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
          inspect                 Tell format, length, tags and loop points of files.
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
        input: WAV, AIFF, CAF, FLAC, Ogg Vorbis, Opus, MP3 and what else libsndfile
        reads, known by its content and not by its name. An OUTPUT that exists is
        replaced only when the new one is complete and checked; an input is never
        replaced.

        Output:
          -o, --output OUTPUT     Where to write (needed). One input: a file, or a
                                  folder that exists or ends in /. Several inputs or a
                                  folder: a folder, in which the tree of the inputs is
                                  mirrored. - is standard output.
              --format NAME       Format of the output: wav, rf64, w64, aiff, caf, au or
                                  flac; w64, caf and au hold no loop points. Default:
                                  what the extension of OUTPUT says, wav in a folder and
                                  on standard output.
          -e, --encoding NAME     How samples are stored: pcm8, pcm16, pcm24, pcm32,
                                  float32 or float64; flac has the first three. Default:
                                  as in the source, pcm16 from a lossy source.
          -q, --quality X         FLAC compression level, 0 (fast) to 8 (small).
                                  Default: 5.
              --sidecar           Also write the loop points as JSON to
                                  OUTPUT.loop.json.
              --no-clobber        Leave an output that exists as it is and skip its
                                  input.

        Loop:
          -f, --fade TIME         Length of the crossfade, as a time or a percentage of
                                  the part that is used. 0 makes none, for sound that
                                  loops already. Default: 5 s.
          -c, --curve LAW         How end and start are mixed. equal-power (default)
                                  keeps the loudness where they are unlike, as in rain
                                  or a crowd; equal-gain and smooth keep it where they
                                  are alike, as in a steady tone; hold=G plays both at
                                  the gain G, above 0 and up to 1, all the time.
              --layout whole|intro
                                  whole: the file is the loop. intro: the file begins as
                                  the source does, and only the loop, at its end, is to
                                  be repeated. Default: whole; intro with --loop.
              --trim START..END   Use only this part of the source. START or END may be
                                  left out.
              --loop START..END|embedded
                                  Repeat this part of the source. The crossfade mixes
                                  the sound before START into the sound before END, so
                                  that START must leave room for it. Without END: up to
                                  the end of the source. embedded: the loop that the
                                  source itself names, as 'loopbake inspect' tells it.
              --short error|shrink|skip
                                  What to do when the crossfade does not fit, because
                                  the sound is shorter than two of it. error (default)
                                  refuses, shrink takes the longest that fits, skip
                                  leaves the input out.

        Sound:
          -r, --rate HZ           Sample rate of the output, 1000 to 768000. Default:
                                  the source's.
              --resampler NAME    What converts the rate: sinc (default) is loopbake's
                                  own filter, src-best, src-medium and src-fast are
                                  libsamplerate's.
              --channels N        1 mixes two channels into one (their mean), 2 copies
                                  one into two. Default: the source's.
              --gain DB           Gain on the whole output in dB, as -3 or 1.5.
              --on-clip limit|scale|clip|error
                                  What to do when the result exceeds full scale; float32
                                  and float64 hold it as it is. limit (default) lowers
                                  the peaks and what is near them, scale lowers
                                  everything by one gain that just fits, clip cuts the
                                  peaks off, error refuses.
              --dither tpdf|none  tpdf (default) adds faint noise to samples that have
                                  to be rounded, none does not.

        Running:
          -j, --jobs N            Work on up to N processors, 1 to 256. Default: all.
                                  The result is the same.
          -n, --dry-run           Read and check everything, tell what would be made,
                                  write nothing.
              --json              Print results as JSON: one object for each input, each
                                  on a line.
          -v, --verbose           Tell more about each source and output.
              --quiet             Print errors only, and with --json the results.
          -h, --help              Print this help.
              --version           Print the version.

        Times:
          5, 2.5s                 Seconds.
          250ms                   Milliseconds.
          1:30, 1:02:03.5         Minutes and seconds, or hours, minutes and seconds.
          48000f                  Frames at the output rate.
          10%                     Of the part that is used; for --fade only.
          START..END              From START up to, not including, END, both as above:
                                  1:30..2:45.5, 30..; for --trim also ..2:00.

        Results:
          standard output         A line for each input: output, duration, loop, fade,
                                  peak, and the step from the loop's last sample to its
                                  first beside the sound's own largest step near by.
                                  Loops are in frames, counted from 0, and end before
                                  the second number. When OUTPUT is -, none of it, or
                                  with -v on standard error.
          standard error          Warnings, errors, and for several inputs a progress
                                  bar (on a terminal) and a summary.

        Exit status:
          0                       Everything was done.
          1                       An input failed, the others were done; or the results
                                  could not be printed.
          2                       The command line is wrong; nothing was touched.
          128 + N                 Stopped by signal N.

        Examples:
          loopbake rain.wav -o rain-loop.flac
              Bake with a crossfade of 5 s.
          loopbake pad.wav -o pad.aiff -f 10% -c smooth
              Fade over a tenth of the recording.
          loopbake song.flac -o song.wav --loop 0:42.5..2:10 -f 80ms
              Keep the beginning, then repeat the given part.
          loopbake ambiences/ -o loops/ --format flac --short shrink
              Bake a folder, with shorter crossfades for short files.
          sox -n -t wav - synth 20 pinknoise gain -6 | loopbake - -o noise.wav
              Bake what another program makes.

        """)
  }

  @Test func helpOfInspect() {
    #expect(
      helpText(of: .inspect) == """
        loopbake inspect: tell format, length, tags and loop points of files

        Usage:
          loopbake inspect FILE... [options]

        Tells what each file is, how many frames it decodes to, its tags and pictures,
        and every loop that it names: in which way, and how its numbers are read. The
        first loop that can be used is the one that 'loopbake bake --loop embedded'
        takes.

        FILE may be a folder (taken with all folders in it; files that are no audio are
        left alone) or - for standard input. Sound is decoded only where nothing else
        tells how long it is.

        Running:
              --json              Print results as JSON: one object for each file, each
                                  on a line.
              --quiet             Print errors only, and with --json the results.
          -h, --help              Print this help.
              --version           Print the version.

        Results:
          length                  Frames, without those that the codec puts before the
                                  sound (delay) and behind it (padding), and seconds.
          loop                    First frame, the frame behind the last one, counted
                                  from 0, and where it stands: smpl (WAV), riff-smpl
                                  (FLAC), inst (AIFF), fields (tags as LOOPSTART) or cue
                                  (WAV). Most trusted first.
          standard error          Warnings and errors.

        Exit status:
          0                       Every file was read.
          1                       A file could not be read, the others were; or the
                                  results could not be printed.
          2                       The command line is wrong.
          128 + N                 Stopped by signal N.

        Examples:
          loopbake inspect song.flac
              What the file is and says of itself.
          loopbake inspect --json ambiences/
              The same of every recording in a folder, for programs.

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
