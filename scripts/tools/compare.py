"""compare.py EXPECTED ACTUAL [--steps N] - two audio files: format, samples and what tells the loop.

Samples may differ by N 16-bit steps. Other bytes are the format library's, and may change with its version.
"""
import argparse
import subprocess
import sys

import containers


def difference(expected, actual, allowed):
    """What differs, in one line; None when nothing does."""
    if expected.format != actual.format:
        return f"format is {actual.format}, should be {expected.format}"
    if expected.frames != actual.frames:
        return f"{actual.frames} frames, should be {expected.frames}"
    return samples_differ(expected, actual, allowed) or points_differ(expected.points, actual.points)


def samples_differ(expected, actual, allowed):
    if expected.data == actual.data and expected.order == actual.order:
        return None
    step = 2 ** -15 if expected.is_float else 2 ** (expected.bits - 16)
    wanted, found = expected.samples(), actual.samples()
    apart = [abs(a - b) / step for a, b in zip(wanted, found)]
    wrong = [i for i, distance in enumerate(apart) if not distance <= allowed]
    if not wrong:
        return None
    first = wrong[0]
    frame, channel = divmod(first, expected.channels)
    last_frame = wrong[-1] // expected.channels
    return (f"{len(wrong)} samples differ, first at frame {frame} of channel {channel}: {found[first]:.9g}, should be "
            f"{wanted[first]:.9g} ({apart[first]:.3g} 16-bit steps); last at frame {last_frame}, most by "
            f"{max(apart):.3g} steps")


def points_differ(expected, actual):
    names = [[name.decode() for name, _ in points] for points in (expected, actual)]
    if names[0] != names[1]:
        return f"the loop is in {names[1]}, should be in {names[0]}"
    for (name, wanted), (_, found) in zip(expected, actual):
        if wanted != found:
            offset = next((i for i, (a, b) in enumerate(zip(wanted, found)) if a != b), min(len(wanted), len(found)))
            return f"{name.decode()} differs at byte {offset}: {found.hex(' ')}, should be {wanted.hex(' ')}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("expected")
    parser.add_argument("actual")
    parser.add_argument("--steps", type=float, default=0)
    arguments = parser.parse_args()
    try:
        found = difference(containers.read(arguments.expected), containers.read(arguments.actual), arguments.steps)
    except (OSError, ValueError, KeyError, subprocess.CalledProcessError) as error:
        found = f"cannot compare: {error!r}"
    print(f"{arguments.expected}: {found or 'same sound and loop'}")
    sys.exit(found is not None)


main()
