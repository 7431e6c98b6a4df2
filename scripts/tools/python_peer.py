"""python_peer.py JOBS INPUT_FOLDER OUTPUT_FOLDER FADE_SECONDS - the crossfade as one writes it with numpy and soundfile."""
import multiprocessing
import os
import sys

import numpy
import soundfile


def bake(job):
    source, target, fade = job
    x, rate = soundfile.read(source, dtype="float32", always_2d=True)
    frames = int(fade * rate + 0.5)
    angle = ((numpy.arange(frames, dtype=numpy.float32) + 0.5) * (numpy.pi / 2 / frames))[:, None]
    y = x[:-frames].copy()
    y[:frames] = x[-frames:] * numpy.cos(angle) + x[:frames] * numpy.sin(angle)
    soundfile.write(target, y, rate, subtype="PCM_16")


if __name__ == "__main__":
    workers, source, target, fade = int(sys.argv[1]), sys.argv[2], sys.argv[3], float(sys.argv[4])
    os.makedirs(target, exist_ok=True)
    jobs = [(os.path.join(source, name), os.path.join(target, name), fade) for name in sorted(os.listdir(source))]
    with multiprocessing.Pool(workers) as pool:
        pool.map(bake, jobs, chunksize=4)
