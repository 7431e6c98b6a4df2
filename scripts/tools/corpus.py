"""corpus.py LOOPBAKE [-v] [--only TEXT] [--jobs N] FOLDER... - bakes the files of manifests; see scripts/corpus.

One bake a file, as float32 WAV so that no sum of a fade clips. The file name is the last argument, behind --, and the
output lies in a temporary folder of its own.
"""
import argparse
import concurrent.futures
import glob
import json
import os
import resource
import subprocess
import sys
import tempfile

SECONDS = 60
LONG_SECONDS = 600
MEMORY = 1 << 30  # of address space
LARGE = 64 << 20  # bytes of input that take longer


def rows(folder):
    """The manifest's lines as dictionaries."""
    with open(os.path.join(folder, "manifest.tsv"), encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


def find(path, folders):
    for folder in folders:
        whole = os.path.join(folder, path)
        if os.path.lexists(whole):
            return whole
        # The manifest cannot hold every name.
        pattern = os.path.join(glob.escape(folder), "?".join(glob.escape(part) for part in path.split("?")))
        matches = glob.glob(pattern) if "?" in path else []
        if len(matches) == 1:
            return matches[0]
    return None


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def fade(row):
    """A second where the sound has three, the default where the row is about sounds shorter than that, else next to none."""
    frames, rate = int(row["frames"] or 0), int(row["rate"] or 0)
    if "usual fade" in row["tests"]:
        return "5s"
    return "1s" if rate and frames >= 3 * rate else "5ms"


def bake(loopbake, path, row):
    """What happened: a dictionary with outcome, frames, rate, channels, messages, faults."""
    with tempfile.TemporaryDirectory(prefix="loopbake-corpus-") as folder:
        output = os.path.join(folder, "out") if os.path.isdir(path) else os.path.join(folder, "out.wav")
        command = [loopbake, "--json", "-e", "float32", "--short", "shrink", "--fade", fade(row), "-o", output, "--", path]
        seconds = LONG_SECONDS if os.path.isfile(path) and os.path.getsize(path) > LARGE else SECONDS
        try:
            run = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, preexec_fn=limit)
        except subprocess.TimeoutExpired:
            return {"outcome": "timeout", "messages": [], "faults": [f"did not end in {seconds} s"]}
        left = [name for name in os.listdir(folder) if run.returncode != 0 and name != "out"]
        return outcome(run, path, row, left)


def outcome(run, path, row, left):
    errors = run.stderr.decode("utf-8", "replace").strip().splitlines()
    events = []
    for line in run.stdout.decode("utf-8", "replace").splitlines():
        try:
            events.append(json.loads(line))
        except ValueError:
            pass
    event = events[0] if len(events) == 1 else {}
    source = event.get("source", {})
    result = {"outcome": f"status {run.returncode}", "messages": errors, "faults": []}
    result.update({key: source.get(key) for key in ("frames", "sampleRate", "channels")})
    if run.returncode == 0 and event.get("event") == "baked":
        # That a short loop is short is no news about a file that is meant to be fine.
        is_fine = row["expected"] == "ok"
        about = [text for text in event["warnings"] if not (is_fine and text.startswith("the loop is only"))]
        result["outcome"] = "warn" if about else "ok"
        result["messages"] = about
    elif run.returncode == 1:
        result["outcome"] = "error"
        if len(errors) != 1:
            result["faults"].append(f"{len(errors)} lines of error")
        elif os.path.basename(path).isprintable() and os.path.basename(path) not in errors[0]:
            result["faults"].append("the error does not name the file")
    if left:
        result["faults"].append("left behind: " + ", ".join(left))
    return result


def differences(row, found):
    told = list(found["faults"])
    if found["outcome"] not in row["expected"].split("|"):
        told.append(f"{found['outcome']}, expected {row['expected']}")
    if found["outcome"] in ("ok", "warn"):
        for key, column in (("frames", "frames"), ("sampleRate", "rate"), ("channels", "channels")):
            if row.get(column) and int(row[column]) != found[key]:
                told.append(f"{found[key]} {column}, expected {row[column]}")
    return told


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("loopbake")
    parser.add_argument("-v", action="store_true", dest="verbose")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("folders", nargs="+")
    asked = parser.parse_args()
    listed = [row for folder in asked.folders if os.path.exists(os.path.join(folder, "manifest.tsv"))
              for row in rows(folder) if asked.only in row["path"]]
    if not listed:
        sys.exit("corpus: no manifest.tsv in these folders lists such a file")
    paths = [find(row["path"], asked.folders) for row in listed]
    present = [(path, row) for path, row in zip(paths, listed) if path]
    differing = 0
    with concurrent.futures.ThreadPoolExecutor(asked.jobs) as pool:
        results = pool.map(lambda item: bake(asked.loopbake, *item), present)
        for (path, row), found in zip(present, results):
            told = differences(row, found)
            differing += bool(told)
            if told or asked.verbose:
                print(f"{'DIFFERS' if told else 'as expected'}  {row['path']}  ({row['tests']})")
                print(f"    {'; '.join(told) or found['outcome']}")
                for message in found["messages"][:3]:
                    print(f"    {message}"[:300])
                sys.stdout.flush()
    print(f"{len(present) - differing} as expected, {differing} differ, {len(listed) - len(present)} not there")
    return 1 if differing else 0


sys.stdout.reconfigure(errors="backslashreplace")
sys.exit(main())
