"""compare.py EXPECTED ACTUAL [--steps N] - two WAV files: format, loop and samples, which may differ by N 16-bit steps."""
import argparse
import sys

import wav


def difference(expected, actual, allowed):
    """What differs, in one line; None when nothing does."""
    if expected.format != actual.format:
        return f"format is {actual.format}, should be {expected.format}"
    if expected.frames != actual.frames:
        return f"{actual.frames} frames, should be {expected.frames}"
    if expected.loop != actual.loop:
        return f"loop is {actual.loop}, should be {expected.loop}"
    if expected.data == actual.data:
        return None
    step = 2 ** -15 if expected.is_float else 2 ** (expected.bits - 16)
    apart = [abs(a - b) / step for a, b in zip(expected.samples(), actual.samples())]
    wrong = [i for i, distance in enumerate(apart) if distance > allowed]
    if not wrong:
        return None
    frame, channel = divmod(wrong[0], expected.channels)
    return (f"{len(wrong)} samples differ, first at frame {frame} of channel {channel}, "
            f"most by {max(apart):.3g} 16-bit steps")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("expected")
    parser.add_argument("actual")
    parser.add_argument("--steps", type=float, default=0)
    arguments = parser.parse_args()
    try:
        found = difference(wav.read(arguments.expected), wav.read(arguments.actual), arguments.steps)
    except (OSError, ValueError) as error:
        found = str(error)
    print(f"{arguments.expected}: {found or 'same'}")
    sys.exit(found is not None)


main()
