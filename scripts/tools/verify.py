"""verify.py LOOPBAKE FOLDER - bakes the benchmark's track and compares every sample with the definition in float64.

The definition: frame i of the fade of F frames is tail * sin((1 - u) pi/2) + head * sin(u pi/2) with u = (i + 0.5) / F,
rounded to 16 bits; every other frame is the source's own.
"""
import math
import os
import subprocess
import sys

import wav

FADE_SECONDS = 3
LARGEST_ERROR = 0.51  # of a 16-bit step: half a step of rounding, and what float arithmetic may add


def defined_fade(source, fade):
    """The fade's samples before rounding, interleaved."""
    x, channels = source.samples(), source.channels
    tail = len(x) - fade * channels
    for frame in range(fade):
        u = (frame + 0.5) / fade
        fade_in, fade_out = math.sin(u * math.pi / 2), math.sin((1 - u) * math.pi / 2)
        for channel in range(channels):
            at = frame * channels + channel
            yield x[tail + at] * fade_out + x[at] * fade_in


def saturated(value):
    return min(max(value, -32768), 32767)


def check(title, source, baked):
    fade = FADE_SECONDS * source.rate
    failures = []
    if baked.frames != source.frames - fade:
        failures.append(f"{baked.frames} frames, should be {source.frames - fade}")
    else:
        pairs = zip(defined_fade(source, fade), baked.samples())
        error = max(abs(saturated(wanted) - got) for wanted, got in pairs)
        if error > LARGEST_ERROR:
            failures.append(f"the fade is off by {error:.3f} steps")
        frame = source.channels * source.bits // 8
        if baked.data[fade * frame:] != source.data[fade * frame:-fade * frame]:
            failures.append("the body is not the source's")
        if baked.loop not in (None, (0, baked.frames)):
            failures.append(f"the loop is {baked.loop}, should be {(0, baked.frames)}")
    detail = "; ".join(failures) or f"length exact, body bit-identical, fade within {error:.3f} of a 16-bit step"
    print(f"- {title}: {'**wrong**: ' if failures else ''}{detail}")
    return not failures


def main():
    loopbake, folder = sys.argv[1:]
    inputs, outputs = os.path.join(folder, "in"), os.path.join(folder, "out")
    os.makedirs(outputs, exist_ok=True)
    out, decoded = os.path.join(outputs, "verify"), os.path.join(outputs, "decoded.wav")
    source = os.path.join(inputs, "track.wav")

    def bake(given, target, *options):
        subprocess.run([loopbake, "--quiet", given, "-o", target, "-f", f"{FADE_SECONDS}s", "--dither", "none",
                        "--on-clip", "clip", *options], check=True)

    def flac_decoded(path):
        subprocess.run(["flac", "-s", "-d", "-f", "-o", decoded, path], check=True)
        return wav.read(decoded)

    results = []
    track = wav.read(source)
    bake(source, out + ".wav")
    results.append(check("WAV to WAV", track, wav.read(out + ".wav")))
    bake(os.path.join(inputs, "track.flac"), out + ".wav")
    results.append(check("FLAC to WAV", track, wav.read(out + ".wav")))
    bake(source, out + ".flac")
    results.append(check("WAV to FLAC", track, flac_decoded(out + ".flac")))

    # A sum of two alike, loud sounds goes over full scale: it has to saturate and must never wrap round.
    loud = os.path.join(outputs, "loud.wav")
    subprocess.run(["sox", "-D", "-R", "-n", "-r", "44100", "-c", "2", "-b", "16", loud, "synth", "30", "sine", "100",
                    "gain", "-n", "-0.1"], check=True)
    bake(loud, out + ".wav")
    results.append(check("a fade above full scale, clipped", wav.read(loud), wav.read(out + ".wav")))

    bake(os.path.join(inputs, "track.mp3"), out + ".wav")
    frames, wanted = wav.read(out + ".wav").frames, track.frames - FADE_SECONDS * track.rate
    results.append(frames == wanted)
    print(f"- MP3 to WAV: {frames} frames, should be {wanted}: {'exact' if frames == wanted else '**wrong**'}")
    sys.exit(not all(results))


main()
