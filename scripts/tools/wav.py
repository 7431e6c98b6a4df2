"""WAV files with the standard library alone: integer PCM and floating point, and the sampler chunk's loop.

Layout: RIFF chunks, "Multimedia Programming Interface and Data Specifications 1.0" (1991); WAVE_FORMAT_EXTENSIBLE and
the sampler chunk as in Microsoft's "Multiple Channel Audio Data and WAVE Files" and "New Multimedia Data Types" (1994).
"""
import array
import struct
import sys

PCM, FLOAT, EXTENSIBLE = 1, 3, 0xFFFE


class Wav:
    """One file: `data` is the raw bytes of its frames, little-endian and interleaved."""

    def __init__(self, rate, channels, bits, is_float, data, loop=None):
        self.rate, self.channels, self.bits, self.is_float = rate, channels, bits, is_float
        self.data, self.loop = data, loop

    @property
    def format(self):
        return self.rate, self.channels, self.bits, self.is_float

    @property
    def frames(self):
        return len(self.data) // (self.channels * self.bits // 8)

    def samples(self):
        """All samples, interleaved: whole numbers for PCM, multiples of full scale for floating point."""
        if self.bits == 24 and not self.is_float:
            return [int.from_bytes(self.data[i:i + 3], "little", signed=True) for i in range(0, len(self.data), 3)]
        code = {(16, False): "h", (32, False): "i", (32, True): "f", (64, True): "d"}[self.bits, self.is_float]
        values = array.array(code, self.data)
        if sys.byteorder == "big":
            values.byteswap()
        return values


def read(path):
    with open(path, "rb") as file:
        content = file.read()
    if content[:4] != b"RIFF" or content[8:12] != b"WAVE":
        raise ValueError(f"{path}: not a WAV file")
    chunks, position = {}, 12
    while position + 8 <= len(content):
        name, size = struct.unpack_from("<4sI", content, position)
        chunks.setdefault(name, content[position + 8:position + 8 + size])
        position += 8 + size + size % 2
    tag, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", chunks[b"fmt "])
    if tag == EXTENSIBLE:
        tag, = struct.unpack_from("<H", chunks[b"fmt "], 24)
    return Wav(rate, channels, bits, tag == FLOAT, chunks[b"data"], _loop(chunks.get(b"smpl", b"")))


def _loop(sampler):
    """The first loop as (start, end), end excluded; the chunk itself stores the last frame that plays."""
    if len(sampler) < 60 or struct.unpack_from("<I", sampler, 28)[0] == 0:
        return None
    start, last = struct.unpack_from("<II", sampler, 44)
    return start, last + 1


def write_float32(path, data, rate, channels):
    """Writes interleaved little-endian float32 bytes."""
    frame = 4 * channels
    with open(path, "wb") as file:
        file.write(struct.pack("<4sI4s4sIHHIIHHH", b"RIFF", 50 + len(data), b"WAVE", b"fmt ", 18, FLOAT, channels, rate,
                               rate * frame, frame, 32, 0))
        file.write(struct.pack("<4sII", b"fact", 4, len(data) // frame))
        file.write(struct.pack("<4sI", b"data", len(data)))
        file.write(data)
