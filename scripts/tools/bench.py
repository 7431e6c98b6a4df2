"""The benchmark's jobs, bars and table; run by scripts/bench.

All commands of a job run alternately, in an order shuffled anew each round, after one round that does not count. A ratio
is the median over the rounds of loopbake's figure divided by the peer's figure in the same round: what slows the machine
down for a while then weighs on both.
"""
import argparse
import os
import platform
import random
import shlex
import shutil
import statistics
import subprocess
import sys
from dataclasses import dataclass, field

TOOLS = os.path.dirname(os.path.abspath(__file__))
MIB = 1024
START_UP_FILES = 20


@dataclass
class Peer:
    """Somebody else's command, and the largest share of its cost that loopbake may need."""
    name: str
    command: str
    bar: float
    measure: str = "CPU"


@dataclass
class Job:
    title: str
    inputs: list
    command: str
    peers: list
    pinned: bool = True
    files: int = 1                                  # figures are given for each file
    outputs: list = field(default_factory=list)     # folders that must be new each time


@dataclass
class Memory:
    """A bound on loopbake's peak memory, and on how much more it may be than with a smaller input."""
    title: str
    inputs: list
    command: str
    bar: float
    smaller: str = ""


@dataclass
class Run:
    wall: list = field(default_factory=list)
    cpu: list = field(default_factory=list)
    peak: int = 0

    def series(self, measure):
        return self.cpu if measure == "CPU" else self.wall


def jobs(loopbake, peers, fast_cpu):
    """Every job by name. In the commands {in} is the folder of inputs and {out} the one of outputs."""
    bake = f"{loopbake} --quiet -f 3s"
    resampling_bar = 0.65 if fast_cpu else 1.0

    def graph(kind, source, target, rate=""):
        return f"{peers} {kind} {{in}}/{source} {{out}}/peer.{target} 3 {rate}".rstrip()

    def each(command):
        """One process for each of the first short files; `$f` is the file."""
        return f"for f in $(ls {{in}}/short-first/*.wav | head -n {START_UP_FILES}); do {command}; done"

    python = f"{sys.executable} {TOOLS}/python_peer.py 2 {{in}}/short {{out}}/peer-python 0.5"
    short_peers = [
        Peer("cp -r", "cp -r {in}/short {out}/copy", 3.5),
        Peer("SoX splice, xargs -P2", f"{peers} folder 2 sox-splice {{in}}/short {{out}}/peer 0.5", 0.10, "wall"),
    ]
    if can_import("soundfile", "numpy"):
        short_peers.append(Peer("Python, 2 workers", python, 0.35, "wall"))

    return {
        "P1": Job("3 min WAV to WAV", ["track"], f"{bake} {{in}}/track.wav -o {{out}}/our.wav", [
            Peer("cp", "cp {in}/track.wav {out}/copy.wav", 2.5),
            Peer("SoX mix", graph("sox-mix", "track.wav", "wav"), 0.20),
            Peer("ffmpeg rotated", graph("ffmpeg-rotated", "track.wav", "wav"), 0.15)]),
        "P2": Job("3 min MP3 to WAV", ["track"], f"{bake} {{in}}/track.mp3 -o {{out}}/our.wav", [
            Peer("mpg123 -w", "mpg123 -q -w {out}/decoded.wav {in}/track.mp3", 1.10),
            Peer("ffmpeg rotated", graph("ffmpeg-rotated", "track.mp3", "wav"), 0.65),
            Peer("ffmpeg graph", graph("ffmpeg-graph", "track.mp3", "wav"), 0.35)]),
        "P3": Job("3 min FLAC to WAV", ["track"], f"{bake} {{in}}/track.flac -o {{out}}/our.wav", [
            Peer("flac -d", "flac -s -d -f -o {out}/decoded.wav {in}/track.flac", 0.95),
            Peer("ffmpeg rotated", graph("ffmpeg-rotated", "track.flac", "wav"), 0.55)]),
        "P4": Job("3 min Ogg Vorbis to WAV", ["track"], f"{bake} {{in}}/track.ogg -o {{out}}/our.wav", [
            Peer("oggdec", "oggdec -Q -o {out}/decoded.wav {in}/track.ogg", 1.10),
            Peer("ffmpeg rotated", graph("ffmpeg-rotated", "track.ogg", "wav"), 1.0)]),
        "P5": Job("3 min WAV, 44.1 to 48 kHz", ["track"], f"{bake} {{in}}/track.wav -o {{out}}/our.wav -r 48000", [
            Peer("ffmpeg rotated, soxr", graph("ffmpeg-rotated", "track.wav", "wav", "48000"), resampling_bar),
            Peer("sndfile-resample -c 0", "sndfile-resample -to 48000 -c 0 {in}/track.wav {out}/resampled.wav", 0.10)]),
        "P6": Job("3 min WAV to FLAC", ["track"], f"{bake} {{in}}/track.wav -o {{out}}/our.flac", [
            Peer("flac -5", "flac -s -f -5 -o {out}/encoded.flac {in}/track.wav", 1.10),
            Peer("ffmpeg rotated", graph("ffmpeg-rotated", "track.wav", "flac"), 0.75)]),
        "P8": Job("1 h WAV to WAV", ["hour"], f"{bake} {{in}}/hour.wav -o {{out}}/our.wav", [
            Peer("cp", "cp {in}/hour.wav {out}/copy.wav", 2.0),
            Peer("ffmpeg rotated", graph("ffmpeg-rotated", "hour.wav", "wav"), 0.25)]),
        "P9": Job("500 short WAVs, -j2", ["short"], f"{loopbake} --quiet -f 0.5s -j2 {{in}}/short -o {{out}}/our",
                  short_peers, pinned=False, outputs=["our", "copy", "peer", "peer-python"]),
        "P10": Job("60 MP3s, -j2", ["mp3s"], f"{loopbake} --quiet -f 3s -j2 {{in}}/mp3s -o {{out}}/our", [
            Peer("mpg123 -w, xargs -P2", "mkdir {out}/decoded; ls {in}/mp3s | xargs -P2 -I@ "
                 "mpg123 -q -w {out}/decoded/@.wav {in}/mp3s/@", 1.25, "wall"),
            Peer("ffmpeg rotated, xargs -P2", f"{peers} folder 2 ffmpeg-rotated {{in}}/mp3s {{out}}/peer 3", 0.45, "wall"),
            Peer("loopbake -j1", f"{loopbake} --quiet -f 3s -j1 {{in}}/mp3s -o {{out}}/our1", 0.62, "wall")],
            pinned=False, outputs=["our", "our1", "decoded", "peer"]),
        "P11": Job("one process for each short WAV", ["short"],
                   each(f"{loopbake} --quiet -f 0.5s $f -o {{out}}/our.wav"), [
            Peer("SoX splice", each(f"{peers} sox-splice $f {{out}}/peer.wav 0.5"), 0.30),
            Peer("ffmpeg graph", each(f"{peers} ffmpeg-graph $f {{out}}/peer.wav 0.5"), 0.04)],
            files=START_UP_FILES),
        "M1": Memory("1 h WAV to WAV", ["hour"], f"{bake} {{in}}/hour.wav -o {{out}}/our.wav", 32,
                     smaller=f"{bake} {{in}}/track.wav -o {{out}}/our.wav"),
        "M2": Memory("1 h WAV to 48 kHz", ["hour"], f"{bake} {{in}}/hour.wav -o {{out}}/our.wav -r 48000", 48),
        "M2b": Memory("1 h MP3 to FLAC", ["hour"], f"{bake} {{in}}/hour.mp3 -o {{out}}/our.flac", 48),
        "M3": Memory("500 short WAVs, -j2", ["short"], f"{loopbake} --quiet -f 0.5s -j2 {{in}}/short -o {{out}}/our", 48,
                     smaller=f"{loopbake} --quiet -f 0.5s -j2 {{in}}/short-first -o {{out}}/our"),
    }


def can_import(*modules):
    test = "import " + ", ".join(modules)
    return subprocess.run([sys.executable, "-c", test], stderr=subprocess.DEVNULL, check=False).returncode == 0


class Bench:
    """Runs commands on the inputs of one work folder."""

    def __init__(self, folder, measure, cpu):
        self.inputs, self.outputs = os.path.join(folder, "in"), os.path.join(folder, "out")
        self.measure, self.cpu = measure, cpu
        os.makedirs(self.outputs, exist_ok=True)

    def once(self, command, pinned, into):
        shell = command.replace("{in}", shlex.quote(self.inputs)).replace("{out}", shlex.quote(self.outputs))
        # one plain command replaces the shell, so that neither its time nor its memory is counted
        if not any(sign in shell for sign in ";|"):
            shell = "exec " + shell
        pin = ["--cpu", str(self.cpu)] if pinned and self.cpu >= 0 else []
        measured = subprocess.run([self.measure, *pin, "--", "sh", "-c", shell], stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, check=True)
        wall, cpu, peak, status = measured.stdout.split()
        if int(status) != 0:
            raise RuntimeError(f"status {int(status)}: {shell}")
        into.wall.append(float(wall))
        into.cpu.append(float(cpu))
        into.peak = max(into.peak, int(peak))

    def clear(self, folders):
        for name in folders:
            shutil.rmtree(os.path.join(self.outputs, name), ignore_errors=True)

    def compare(self, job, rounds):
        """loopbake's run and one run for each peer, `rounds` figures each."""
        commands = [job.command] + [peer.command for peer in job.peers]
        runs = [Run() for _ in commands]
        for number in range(-1, rounds):
            for index in random.sample(range(len(commands)), len(commands)):
                self.clear(job.outputs)
                self.once(commands[index], job.pinned, Run() if number < 0 else runs[index])
        self.clear(job.outputs)
        return runs

    def peak(self, command):
        run = Run()
        for _ in range(3):
            self.clear(["our"])
            self.once(command, False, run)
        return run.peak / MIB


def speed_rows(name, job, runs):
    ours = runs[0]
    for peer, theirs in zip(job.peers, runs[1:]):
        pairs = list(zip(ours.series(peer.measure), theirs.series(peer.measure)))
        ratio = statistics.median(our / their for our, their in pairs)
        our = statistics.median(ours.series(peer.measure)) / job.files
        their = statistics.median(theirs.series(peer.measure)) / job.files
        yield (name, job.title, f"{our:.1f}", peer.name, f"{their:.1f}", peer.measure, f"{ratio:.2f}", f"{peer.bar:.2f}",
               yes(ratio <= peer.bar), f"{ours.peak / MIB:.1f}", f"{theirs.peak / MIB:.1f}")


def memory_row(name, job, bench):
    peak = bench.peak(job.command)
    if not job.smaller:
        return name, job.title, f"{peak:.1f}", f"{job.bar}", "", "", yes(peak <= job.bar)
    small = bench.peak(job.smaller)
    reached = peak <= job.bar and peak - small <= 2
    return name, job.title, f"{peak:.1f}", f"{job.bar}", f"{small:.1f}", "2", yes(reached)


def yes(reached):
    return "yes" if reached else "**no**"


def table(head, rows):
    print("| " + " | ".join(head) + " |")
    print("|" + "---|" * len(head))
    for row in rows:
        print("| " + " | ".join(row) + " |", flush=True)
    print()


def machine():
    model = platform.processor() or platform.machine()
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            model = next((line.split(":")[1].strip() for line in file if line.startswith("model name")), model)
    return f"{model}, {os.cpu_count()} cores, {platform.system()}"


def main():
    parser = argparse.ArgumentParser()
    for name in ("--loopbake", "--measure", "--work"):
        parser.add_argument(name, required=True)
    parser.add_argument("--cpu", type=int, default=-1)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()

    fast_cpu = "v3" in os.environ.get("LOOPBAKE_CPU", "")
    known = jobs(shlex.quote(options.loopbake), shlex.quote(os.path.join(TOOLS, "peers")), fast_cpu)
    names = options.names or list(known)
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"bench: no job {', '.join(unknown)}; there are {', '.join(known)}")

    wanted = sorted({kind for name in names for kind in known[name].inputs})
    inputs = os.path.join(options.work, "in")
    if wanted:
        subprocess.run([os.path.join(TOOLS, "bench-inputs"), inputs, *wanted], check=True)
    bench = Bench(options.work, options.measure, options.cpu)
    random.seed(1)

    print(f"{machine()}; {options.rounds} rounds, medians of paired ratios; 44.1 kHz stereo, 16 bit.\n")
    speeds = [name for name in names if isinstance(known[name], Job)]
    if speeds:
        rows = []
        for name in speeds:
            print(f"bench: {name}, {known[name].title}", file=sys.stderr)
            rows += speed_rows(name, known[name], bench.compare(known[name], options.rounds))
        table(("job", "what", "loopbake ms", "peer", "peer ms", "time", "ratio", "bar", "reached", "loopbake MiB",
               "peer MiB"), rows)
    memories = [name for name in names if isinstance(known[name], Memory)]
    if memories:
        print("bench: memory", file=sys.stderr)
        table(("job", "what", "peak MiB", "bar", "small input MiB", "may grow MiB", "reached"),
              [memory_row(name, known[name], bench) for name in memories])


main()
