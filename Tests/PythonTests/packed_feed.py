"""Feeds compressed in several members."""

from __future__ import annotations

import gzip
import random
import struct
import zlib
from collections.abc import Callable


def bgzf(piece: bytes) -> bytes:
    """A block of BGZF. One of no bytes ends a file of `bgzip`."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    data = packer.compress(piece) + packer.flush()
    head = b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0" + struct.pack("<H", len(data) + 25)
    return head + data + struct.pack("<II", zlib.crc32(piece), len(piece))


def zstandard(piece: bytes) -> bytes:
    import pyarrow

    return pyarrow.compress(piece, codec="zstd", asbytes=True)


#: How members of a compressed file are written.
PACKERS: dict[str, Callable[[bytes], bytes]] = {"bgzip": bgzf, "gzip": gzip.compress, "zstd": zstandard}


def packed(data: bytes, form: str, chance: random.Random) -> bytes:
    """A feed in members that end anywhere."""
    most = chance.choice([500, 5_000, 60_000])
    members, start = [], 0
    while start < len(data):
        size = chance.randrange(1, most)
        members.append(PACKERS[form](data[start : start + size]))
        start += size
    return b"".join(members) + PACKERS[form](b"")
