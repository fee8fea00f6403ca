"""Files divided among readers."""

from __future__ import annotations

import glob
import json
import os
from dataclasses import dataclass

from ._errors import SluiceError
from ._job import Sources, paths_of
from ._library import call, library, take_text


@dataclass(frozen=True)
class Part:
    """A file, or the lines that begin in a range of it."""

    path: str
    #: The first byte and the byte after the last (None: up to the end), for ``range`` of
    #: :func:`sluice.scan`; None: all of it. In a compressed file, they are those of its text, and a third
    #: number is where in the file reading begins.
    range: tuple[int, int | None] | tuple[int, int | None, int] | None
    #: The number of its bytes in the file.
    size: int


def files_of(sources: Sources) -> list[str]:
    """The files that sources name, patterns expanded in the byte order of their paths."""
    files: list[str] = []
    for path in paths_of(sources):
        if os.path.exists(path) or not any(sign in path for sign in "*?["):
            files.append(path)
            continue
        found = [name for name in glob.glob(path) if not os.path.isdir(name)]
        if not found:
            raise SluiceError("source", f"{path}: no file matches the pattern")
        files += paths_of(sorted(found, key=os.fsencode))
    return files


def split(sources: Sources, *, bytes: int, framing: str = "auto") -> list[list[Part]]:
    """Divides files among readers: a list of parts for each, of about ``bytes`` bytes.

    Large files of lines are divided, and small ones gathered, in their order. However a file is divided,
    each record is in one part. A compressed file is divided where members begin: one of bgzip or gzip with
    members of at most 4 MB, or of several frames of Zstandard that have their lengths. A file that can't be
    divided (otherwise compressed, UTF-16, other framings) is one part. Reads the files' sizes, the start of
    large ones, the headers of members, and all of plain gzip.

    Raises :class:`SluiceError` with the code ``io`` for files that can't be read.
    """
    if bytes < 1:
        raise ValueError(f"parts have at least 1 byte, found {bytes}")
    try:
        return _divided(files_of(sources), bytes, framing)
    except OSError as error:
        raise SluiceError("io", f"can't read {error.filename}: {error.strerror}") from error


def _divided(files: list[str], bytes: int, framing: str) -> list[list[Part]]:
    readers: list[list[Part]] = []
    gathered: list[Part] = []
    room = 0

    def finish() -> None:
        nonlocal gathered
        if gathered:
            readers.append(gathered)
        gathered = []

    for path in files:
        if os.path.isdir(path):
            raise SluiceError(
                "io", f"expected a file, found the folder {path}: name its files, as by {path}/*"
            )
        size = os.stat(path).st_size
        if size <= bytes:
            if size > room:
                finish()
                room = bytes
            gathered.append(Part(path, None, size))
            room -= size
            continue
        finish()
        room = 0
        if is_packed(path):
            readers += [[part] for part in _members(path, bytes, framing)]
        elif not is_divisible(path, framing):
            readers.append([Part(path, None, size)])
        else:
            count = -(-size // bytes)
            cuts = [size * i // count for i in range(count + 1)]
            for first, end in zip(cuts, cuts[1:]):
                readers.append([Part(path, (first, end), end - first)])
    finish()
    return readers


def is_divisible(path: str, framing: str) -> bool:
    """Whether any range of the file's bytes is one of its text: the library examines the file's start.

    The bytes of a range of a compressed file are those of its text, which has another size.
    """
    from ._feeds import scan

    if is_packed(path):
        return False
    columns = ["offset:offset"]
    try:
        scan(
            path, columns=columns, range=(0, 0), framing=framing, threads=1, progress=False
        ).read()
    except SluiceError:
        # What else is wrong with the file is the error of those who read it.
        return False
    return True


def is_packed(path: str) -> bool:
    """Whether a file is compressed by gzip, Zstandard, xz or LZ4, as its first bytes show.

    One of bzip2 has a longer beginning: the library finds it when it looks for ranges.
    """
    with open(path, "rb") as file:
        head = file.read(6)
    beginnings = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0", b"\x04\x22\x4d\x18")
    return head.startswith(beginnings) or head[1:4] == b"\x2a\x4d\x18"


def _members(path: str, bytes: int, framing: str) -> list[Part]:
    """The parts of a compressed file, which begin where members do; all of it, if it can't be divided."""
    job = {"sources": [path], "framing": framing}
    text = call(library.sluice_split, json.dumps(job).encode(), json.dumps({"bytes": bytes}).encode())
    return [
        Part(path, _range(part["range"]), part["bytes"]) for part in json.loads(take_text(text))
    ]


def _range(text: str | None) -> tuple[int, int | None] | tuple[int, int | None, int] | None:
    if text is None:
        return None
    bytes_, _, member = text.partition("@")
    first, _, last = bytes_.partition("..")
    end = int(last) if last else None
    return (int(first), end, int(member)) if member else (int(first), end)
