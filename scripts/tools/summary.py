"""Reads `loopbake --json` on standard input and says in words what came out and how its seam compares."""
import json
import sys


def summary(result):
    rate = result["sampleRate"]
    loop = result["loop"]
    start, end = loop["startFrame"], loop["endFrame"]
    yield f"baked      {result['input']}"
    yield f"result     {result['output']}"
    yield f"length     {result['frames']} frames, {result['frames'] / rate:.3f} s at {rate} Hz"
    yield f"loop       frames {start} to {end} ({(end - start) / rate:.3f} s)"
    yield f"seam       a step of {result['seamStep']:.6f} of full scale from the last frame to the first"
    yield f"own steps  up to {result['ownStep']:.6f} between neighbours in the 50 ms on both sides"
    if result["ownStep"] > 0:
        share = result["seamStep"] / result["ownStep"]
        verdict = "the seam is lost among them" if share <= 1 else "the seam stands out"
        yield f"           the seam's step is {share:.2f} of that: {verdict}"
    for warning in result.get("warnings", []):
        yield f"warning    {warning}"


for line in sys.stdin:
    event = json.loads(line)
    if event["event"] != "baked":
        sys.exit(event.get("error", {}).get("message", f"nothing was baked: {event['event']}"))
    print("\n".join(summary(event)))
