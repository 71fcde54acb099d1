"""Makes screenshots small: python tools/small_png.py FILE.png ... writes each again with at most 256 colours.

A page has few colours; the shades at the edges of letters become the nearest of those that are there most often.
"""

import struct
import sys
import zlib
from collections import Counter
from pathlib import Path

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def read_pixels(data: bytes) -> tuple[int, int, list[bytes]]:
    """Return the width, the height and the colours of a PNG with 8 bits a colour, row by row."""
    chunks: dict[bytes, bytes] = {}
    at = len(SIGNATURE)
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind = data[at + 4 : at + 8]
        chunks[kind] = chunks.get(kind, b"") + data[at + 8 : at + 8 + length]
        at += length + 12
    width, height, depth, colours = struct.unpack(">IIBB", chunks[b"IHDR"][:10])
    if (depth, colours) not in ((8, 2), (8, 6)):
        raise SystemExit("This isn't a screenshot with 8 bits a colour: it is left as it is.")
    size = 3 if colours == 2 else 4
    raw, row, pixels = zlib.decompress(chunks[b"IDAT"]), bytearray(size * width), []
    for start in range(0, len(raw), size * width + 1):
        row = _unfilter(raw[start], raw[start + 1 : start + 1 + size * width], row, size)
        pixels += [bytes(row[x : x + 3]) for x in range(0, len(row), size)]
    return width, height, pixels


def write_palette(width: int, height: int, pixels: list[bytes]) -> bytes:
    """Return a PNG of these pixels with a palette."""
    counts = Counter(pixels)
    palette = [colour for colour, _ in counts.most_common(256)]
    number = {colour: place for place, colour in enumerate(palette)}
    for colour in counts.keys() - number.keys():
        number[colour] = min(range(len(palette)), key=lambda place: _distance(colour, palette[place]))
    rows = (bytes(number[pixel] for pixel in pixels[y * width : (y + 1) * width]) for y in range(height))
    body = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", b"".join(palette)), (b"IDAT", body), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part)) for kind, part in parts
    )


def _unfilter(kind: int, row: bytes, above: bytearray, size: int) -> bytearray:
    """Undo a row's filter (PNG specification, section 9)."""
    found = bytearray(row)
    for at in range(len(found)):
        left = found[at - size] if at >= size else 0
        up = above[at]
        corner = above[at - size] if at >= size else 0
        found[at] = (found[at] + (0, left, up, (left + up) // 2, _paeth(left, up, corner))[kind]) % 256
    return found


def _paeth(left: int, up: int, corner: int) -> int:
    guess = left + up - corner
    return min((left, up, corner), key=lambda each: abs(guess - each))


def _distance(one: bytes, other: bytes) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        file = Path(name)
        made = write_palette(*read_pixels(file.read_bytes()))
        if len(made) < file.stat().st_size:
            file.write_bytes(made)
