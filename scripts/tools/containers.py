"""Audio files of every format that loopbake writes, with the standard library alone (FLAC through `flac -d`).

Layouts as in the formats' own specifications: WAV "Multimedia Programming Interface and Data Specifications 1.0" (1991),
RF64 EBU Tech 3306, W64 Sony's "Wave64 File Format" (2005), AIFF Apple's "Audio Interchange File Format" 1.3 and AIFF-C
(1991), CAF Apple's "Core Audio Format Specification", AU "audio file format" in the manual of Solaris, FLAC RFC 9639.
"""
import array
import os
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

PCM, FLOAT, EXTENSIBLE = 1, 3, 0xFFFE


@dataclass
class Sound:
    """One file. `points` are the parts that tell its loop: name and bytes, in the file's order."""
    rate: int
    channels: int
    bits: int
    is_float: bool
    data: bytes
    order: str = "little"
    is_unsigned: bool = False
    points: list = field(default_factory=list)

    @property
    def format(self):
        return f"{self.rate} Hz, {self.channels} channels, {self.bits} bits{' float' if self.is_float else ''}"

    @property
    def frames(self):
        return len(self.data) // (self.channels * self.bits // 8)

    def samples(self):
        """All samples, interleaved: signed whole numbers for PCM, multiples of full scale for floating point."""
        width = self.bits // 8
        if self.is_float:
            values = array.array({4: "f", 8: "d"}[width], self.data)
            if sys.byteorder != self.order:
                values.byteswap()
            return values
        middle = 1 << (self.bits - 1) if self.is_unsigned else 0
        return [int.from_bytes(self.data[i:i + width], self.order, signed=not middle) - middle
                for i in range(0, len(self.data), width)]


def read(path):
    """Reads a file; ValueError when it is none of the formats."""
    with open(path, "rb") as file:
        content = file.read()
    for magic, reader in READERS.items():
        if content.startswith(magic):
            return reader(content, path)
    raise ValueError(f"{path}: no format that loopbake writes")


def chunks(content, position, header, header_bytes, align, size_has_header=False, last=None):
    """The chunks from `position` on as (name, body); `last` is the size of one that says that it does not know."""
    while position + header_bytes <= len(content):
        name, size = struct.unpack_from(header, content, position)
        if size_has_header:
            size -= header_bytes
        elif last is not None and size == 2 ** 32 - 1:
            size = last
        position += header_bytes
        yield name, content[position:position + size]
        position += size + -size % align


def read_riff(content, _):
    data_bytes = struct.unpack_from("<Q", content, 28)[0] if content[:4] == b"RF64" else None
    found = list(chunks(content, 12, "<4sI", 8, 2, last=data_bytes))
    return wave(found, [chunk for chunk in found if chunk[0] in (b"smpl", b"cue ") or chunk[1][:4] == b"adtl"])


def read_w64(content, _):
    # A chunk's name is its first four bytes, then the rest of a fixed identifier.
    found = list(chunks(content, 40, "<4s12xq", 24, 8, size_has_header=True))
    return wave(found, [])


def wave(found, points):
    parts = dict(reversed(found))
    tag, channels, rate, _, _, bits = struct.unpack_from("<HHIIHH", parts[b"fmt "])
    if tag == EXTENSIBLE:
        tag, = struct.unpack_from("<H", parts[b"fmt "], 24)
    return Sound(rate, channels, bits, tag == FLOAT, parts[b"data"], is_unsigned=bits == 8, points=points)


def read_aiff(content, _):
    found = list(chunks(content, 12, ">4sI", 8, 2))
    parts = dict(found)
    channels, _, bits, exponent, mantissa = struct.unpack_from(">hLhHQ", parts[b"COMM"])
    rate = round(mantissa * 2.0 ** (exponent - 16383 - 63))
    kind = parts[b"COMM"][18:22].upper()
    offset, = struct.unpack_from(">I", parts[b"SSND"])
    return Sound(rate, channels, bits, kind in (b"FL32", b"FL64"), parts[b"SSND"][8 + offset:],
                 order="little" if kind == b"SOWT" else "big", is_unsigned=kind == b"RAW ",
                 points=[chunk for chunk in found if chunk[0] in (b"MARK", b"INST")])


def read_caf(content, _):
    parts = dict(chunks(content, 8, ">4sq", 12, 1))
    rate, _, flags, _, _, channels, bits = struct.unpack(">d4sIIIII", parts[b"desc"])
    return Sound(round(rate), channels, bits, bool(flags & 1), parts[b"data"][4:],
                 order="little" if flags & 2 else "big")


def read_au(content, _):
    offset, _, encoding, rate, channels = struct.unpack_from(">5I", content, 4)
    bits = {2: 8, 3: 16, 4: 24, 5: 32, 6: 32, 7: 64}[encoding]
    return Sound(rate, channels, bits, encoding in (6, 7), content[offset:], order="big")


def read_flac(content, path):
    points, position, is_last = [], 4, False
    while not is_last:
        kind, size = content[position], int.from_bytes(content[position + 1:position + 4], "big")
        body = content[position + 4:position + 4 + size]
        is_last, position = kind & 0x80, position + 4 + size
        if kind & 0x7F == 2:
            points.append((b"riff", body))
        if kind & 0x7F == 4:
            points += [(b"comment", comment) for comment in comments(body) if comment.startswith(b"LOOP")]
    with tempfile.TemporaryDirectory() as folder:
        decoded = os.path.join(folder, "decoded.wav")
        subprocess.run(["flac", "-d", "--totally-silent", "-o", decoded, path], check=True, stdin=subprocess.DEVNULL)
        sound = read(decoded)
    sound.points = points
    return sound


def comments(block):
    """The comments without the vendor string, which names the library."""
    position = 4 + struct.unpack_from("<I", block)[0]
    count, = struct.unpack_from("<I", block, position)
    position += 4
    for _ in range(count):
        size, = struct.unpack_from("<I", block, position)
        yield block[position + 4:position + 4 + size]
        position += 4 + size


READERS = {b"RIFF": read_riff, b"RF64": read_riff, b"riff": read_w64, b"FORM": read_aiff, b"caff": read_caf,
           b".snd": read_au, b"fLaC": read_flac}
