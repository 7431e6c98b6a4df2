"""quality.py LOOPBAKE MEASURE FOLDER - measures resamplers through whole programs, float32 WAV in and out; prints Markdown.

Three signals in each direction, all far enough from their edges where they are looked at:
- nine tones together: what is left after fitting exactly these tones is noise, images and distortion;
- one tone after another, up to 21 kHz: level, and what is left beside it;
- down only, a sweep over 22.4 to 23.9 kHz, which 44.1 kHz cannot hold: whatever comes out of it is an alias.
And a minute of noise for the time.
"""
import os
import subprocess
import sys

import numpy

import wav

TONES = [101.3, 333.7, 1009.1, 3001.9, 7001.3, 11003.7, 14999.9, 17503.1, 19001.7]
STEPS = [997.0, 5003.0, 10007.0, 15013.0, 18013.0, 19009.0, 19501.0, 20011.0, 20509.0, 21011.0]
GAINS = [20011.0, 20509.0, 21011.0]
PASSBAND = 20011.0
NOISE_SECONDS = 60
DIRECTIONS = [(44100, 48000), (48000, 44100)]


def decibels(ratio):
    return 20 * numpy.log10(max(ratio, 1e-15))


def rms(values):
    return numpy.sqrt(numpy.mean(values * values))


def sine(frequency, rate, seconds, phase=0.0):
    return numpy.sin(2 * numpy.pi * frequency * numpy.arange(int(rate * seconds)) / rate + phase)


def sweep(first, last, rate, seconds):
    t = numpy.arange(int(rate * seconds)) / rate
    return numpy.sin(2 * numpy.pi * (first * t + (last - first) * t * t / (2 * seconds)))


def write(path, left, rate, right=None):
    samples = numpy.stack([left, left if right is None else right], axis=1).astype("<f4")
    wav.write_float32(path, samples.tobytes(), rate, 2)


def read(path):
    """The left channel in float64."""
    file = wav.read(path)
    if (file.bits, file.is_float, file.channels) != (32, True, 2):
        raise ValueError(f"{path}: not stereo float32")
    return numpy.frombuffer(file.data, dtype="<f4")[::2].astype(numpy.float64)


def make_signals(folder, rate):
    write(path(folder, "tones", rate), sum(0.1 * sine(f, rate, 4, i) for i, f in enumerate(TONES)), rate)
    write(path(folder, "steps", rate), numpy.concatenate([0.5 * sine(f, rate, 1) for f in STEPS]), rate)
    write(path(folder, "alias", rate), 0.5 * sweep(22400, 23900, rate, 4) if rate == 48000 else numpy.zeros(rate), rate)
    random = numpy.random.default_rng(1)
    left, right = random.uniform(-0.5, 0.5, (2, rate * NOISE_SECONDS))
    write(path(folder, "noise", rate), left, rate, right)


def path(folder, name, rate):
    return os.path.join(folder, f"{name}-{rate}.wav")


def fitted(signal, rate, frequencies):
    """Amplitudes of the sines of these frequencies that fit best, and what is left."""
    t = 2 * numpy.pi * numpy.arange(len(signal)) / rate
    basis = numpy.concatenate([[numpy.cos(f * t), numpy.sin(f * t)] for f in frequencies]).T
    weights = numpy.linalg.lstsq(basis, signal, rcond=None)[0]
    return numpy.hypot(weights[::2], weights[1::2]), signal - basis @ weights


class Method:
    """A resampler: a name for the table and the command that uses it."""

    def __init__(self, name, command):
        self.name, self.command = name, command

    def convert(self, folder, signal, source, target):
        output = os.path.join(folder, "converted.wav")
        command = self.command(path(folder, signal, source), output, target)
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return read(output)

    def times_real_time(self, measure, folder, source, target):
        """Seconds of sound in one second of processor time, start-up included; the best of five."""
        command = self.command(path(folder, "noise", source), os.path.join(folder, "converted.wav"), target)
        lines = [subprocess.run([measure, "--", *command], stdout=subprocess.PIPE, check=True).stdout for _ in range(5)]
        return NOISE_SECONDS * 1e3 / min(float(line.split()[1]) for line in lines)


def methods(loopbake):
    def ours(name):
        return Method(f"loopbake `{name}`", lambda source, target, rate: [
            loopbake, "--quiet", source, "-o", target, "-r", str(rate), "--resampler", name, "--fade", "0", "-e", "float32",
            "--dither", "none"])

    def ffmpeg(name, options):
        return Method(name, lambda source, target, rate: [
            "ffmpeg", "-nostdin", "-v", "error", "-y", "-i", source, "-af", f"aresample={rate}{options}", "-c:a", "pcm_f32le",
            target])

    return [
        ours("sinc"), ours("src-best"), ours("src-medium"), ours("src-fast"),
        ffmpeg("ffmpeg soxr, precision 28", ":resampler=soxr:precision=28"),
        ffmpeg("ffmpeg soxr, default", ":resampler=soxr"),
        ffmpeg("ffmpeg swr, default", ""),
        Method("SoX `rate -v`", lambda source, target, rate: [
            "sox", "-D", source, "-b", "32", "-e", "float", target, "rate", "-v", str(rate)]),
    ]


def row(method, measure, folder, source, target):
    tones = method.convert(folder, "tones", source, target)[target:3 * target]
    _, rest = fitted(tones, target, TONES)
    together = decibels(rms(tones - rest) / rms(rest))

    steps = method.convert(folder, "steps", source, target)
    worst, gains = numpy.inf, {}
    for index, frequency in enumerate(STEPS):
        middle = steps[index * target + target // 4:index * target + 3 * target // 4]
        amplitude, rest = fitted(middle, target, [frequency])
        gains[frequency] = decibels(amplitude[0] / 0.5)
        if frequency <= PASSBAND:
            worst = min(worst, decibels(amplitude[0] / numpy.sqrt(2) / rms(rest)))

    alias = ""
    if source > target:
        out = method.convert(folder, "alias", source, target)[target // 10:39 * target // 10]
        level = decibels(rms(out) / (0.5 / numpy.sqrt(2)))
        alias = f"{level:.0f}" if level > -160 else "below -160"
    cells = [method.name, f"{together:.1f}", f"{worst:.1f}"] + [f"{gains[f]:+.2f}" for f in GAINS]
    return cells + ([alias] if alias else []) + [f"{method.times_real_time(measure, folder, source, target):.0f}"]


def main():
    loopbake, measure, folder = sys.argv[1:]
    for rate in {rate for direction in DIRECTIONS for rate in direction}:
        make_signals(folder, rate)
    for source, target in DIRECTIONS:
        print(f"\n## {source} to {target} Hz\n")
        head = ["resampler", "tones together, SNR dB", "worst tone to 20 kHz, SNR dB"]
        head += [f"gain at {f / 1000:.1f} kHz, dB" for f in GAINS]
        head += (["alias of 22.4 to 23.9 kHz, dB"] if source > target else []) + ["x real time"]
        print("| " + " | ".join(head) + " |\n|" + "---|" * len(head))
        for method in methods(loopbake):
            print("| " + " | ".join(row(method, measure, folder, source, target)) + " |", flush=True)


main()
