"""Files that grow: what of them is new, in whole lines."""

from __future__ import annotations

import glob
import hashlib
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ._errors import SluiceError
from ._split import is_divisible

#: The bytes before an offset that show whether a file is still the same one.
_MARK_BYTES = 256
_BLOCK = 1 << 20
_VERSION = 1


@dataclass(frozen=True)
class Reached:
    """How far a file has been read."""

    #: The byte after the last one: the end of a line, or of the file.
    end: int
    #: A digest of the bytes before it.
    mark: str
    #: Whether the file is read all at once, because it can't be divided.
    whole: bool


#: What has been read of each file.
Offset = dict[str, Reached]

_START = Reached(0, "", False)


@dataclass(frozen=True)
class Growth:
    """The new bytes of a file."""

    path: str
    start: Reached
    end: Reached

    @property
    def size(self) -> int:
        return self.end.end - self.start.end

    def check(self) -> None:
        """Throws unless the file has grown, or stayed, since its end was found."""
        size = os.stat(self.path).st_size
        for reached in (self.start, self.end):
            _check(self.path, reached, size)


def offset_json(offset: Offset) -> dict[str, Any]:
    """An offset as JSON, for a checkpoint."""
    files = {path: asdict(offset[path]) for path in sorted(offset)}
    return {"version": _VERSION, "files": files}


def offset_of(value: Mapping[str, Any]) -> Offset:
    """The offset that :func:`offset_json` made.

    Raises :class:`SluiceError` for one of another version.
    """
    if value.get("version") != _VERSION:
        raise SluiceError(
            "invalid-value",
            f"the checkpoint has offsets of the version {value.get('version')!r}, and this package"
            f" takes {_VERSION}: go on with the package that wrote it, or begin a new checkpoint",
        )
    return {path: Reached(**fields) for path, fields in value["files"].items()}


class GrowingFiles:
    """Folders, files and patterns, and how far their files can be read.

    Files of lines are read up to their last newline. Others (compressed, UTF-16, other framings) are read
    whole, when they appear.
    """

    def __init__(self, sources: list[str], framing: str) -> None:
        self._sources = sources
        self._framing = framing
        #: The modification time and size of files that were examined, and what was found: they are not
        #: opened again until one of them changes.
        self._examined: dict[str, tuple[int, int, Reached]] = {}

    def sizes(self) -> dict[str, int]:
        """The sizes of the files that are here now, those changed longest ago first."""
        found = []
        for path in dict.fromkeys(self._paths()):
            try:
                status = os.stat(path)
            except FileNotFoundError:
                continue  # It was removed meanwhile.
            found.append((status.st_mtime_ns, path, status.st_size))
        return {path: size for _, path, size in sorted(found)}

    def _paths(self) -> list[str]:
        paths = []
        for source in self._sources:
            if os.path.isdir(source):
                for entry in os.scandir(source):
                    if not entry.name.startswith((".", "_")) and entry.is_file():
                        paths.append(entry.path)
            elif os.path.exists(source):
                paths.append(source)
            elif any(sign in source for sign in "*?["):
                paths += [path for path in glob.glob(source) if os.path.isfile(path)]
            else:
                raise SluiceError("io", f"expected a folder, a file or a pattern, found no {source}")
        return paths

    def latest(
        self,
        start: Offset | None = None,
        *,
        limit: int | None = None,
        bounds: Mapping[str, int] | None = None,
    ) -> Offset:
        """How far the files can be read now.

        Beginning at ``start``, at most ``limit`` bytes, but at least one line or whole file; up to the sizes
        in ``bounds``. A file that is not there any more is forgotten.

        O(files), and reads the end of each that has changed. Raises :class:`SluiceError` for a file that
        has been read and is shorter now, or another one.
        """
        latest: Offset = {}
        room = limit
        for path, size in self.sizes().items():
            known = (start or {}).get(path, _START)
            bound = size if bounds is None else min(size, bounds.get(path, known.end))
            try:
                reached = known
                if room is None or room > 0:
                    is_first = room == limit
                    reached = self._reached(path, known, size, max(bound, known.end), room, is_first)
            except FileNotFoundError:
                continue
            if room is not None:
                room -= reached.end - known.end
            if reached.end > 0:
                latest[path] = reached
        return latest

    def _reached(
        self, path: str, known: Reached, size: int, bound: int, room: int | None, is_first: bool
    ) -> Reached:
        """How far a file can be read, up to a bound and as far as there is room, or at least a line."""
        time = os.stat(path).st_mtime_ns
        examined = self._examined.get(path)
        if examined == (time, size, known):
            return known
        _check(path, known, size)
        if known.whole or bound == known.end:
            reached = known
        elif known.end == 0 and not self._is_divisible(path):
            if room is not None and bound > room and not is_first:
                return known
            reached = Reached(bound, _mark(path, bound), True)
        else:
            end = _line_end(path, known.end, bound, room, is_first)
            reached = Reached(end, _mark(path, end), False) if end > known.end else known
        is_limited = bound < size or (room is not None and bound - known.end > room)
        if not is_limited:
            self._examined[path] = (time, size, reached)
        return reached

    def _is_divisible(self, path: str) -> bool:
        if self._framing != "lines":
            return False
        with open(path, "rb") as file:
            head = file.read(2)
        # An object in UTF-8, without a run of the library for each of many files.
        if head[:1] == b"{" and head[1:] != b"\0":
            return True
        return is_divisible(path, self._framing)


def growth(start: Offset, end: Offset) -> list[Growth]:
    """What has grown between two offsets, by path: the same each time for the same offsets.

    Raises :class:`SluiceError` for a file that is shorter at the end, or another one.
    """
    grown = []
    for path in sorted(end):
        first, last = start.get(path, _START), end[path]
        if last.end < first.end:
            raise _shrunk(path, first.end, last.end)
        if last.end > first.end:
            grown.append(Growth(path, first, last))
        elif last.mark != first.mark:
            raise _replaced(path, first.end)
    return grown


def _check(path: str, reached: Reached, size: int) -> None:
    if size < reached.end:
        raise _shrunk(path, reached.end, size)
    if reached.whole and size > reached.end:
        raise SluiceError(
            "io",
            f"{path} was read whole, {reached.end} bytes, and has {size} now: a file that is compressed"
            " or not of lines must be complete when it appears. Write it under another folder, then"
            " rename it",
        )
    if _mark(path, reached.end) != reached.mark:
        raise _replaced(path, reached.end)


def _shrunk(path: str, end: int, size: int) -> SluiceError:
    return SluiceError(
        "io",
        f"{path} was read up to byte {end}, and has {size} bytes now: it was truncated or replaced."
        " Restore it, or give the new file another name; a new checkpoint begins again",
    )


def _replaced(path: str, end: int) -> SluiceError:
    return SluiceError(
        "io",
        f"{path} was read up to byte {end}, and the bytes before it are others now: it was replaced."
        " Restore it, or give the new file another name; a new checkpoint begins again",
    )


def _mark(path: str, end: int) -> str:
    if end == 0:
        return ""
    first = max(end - _MARK_BYTES, 0)
    with open(path, "rb") as file:
        file.seek(first)
        return hashlib.blake2b(file.read(end - first), digest_size=8).hexdigest()


def _line_end(path: str, first: int, end: int, room: int | None, is_first: bool) -> int:
    """The end of the last line in some bytes of a file; their start, if no line ends there.

    With less room than bytes, that of the last line with room, or, if nothing else is read, of the first.
    """
    with open(path, "rb") as file:
        limit = end if room is None else min(end, first + room)
        place = limit
        while place > first:
            begin = max(place - _BLOCK, first)
            file.seek(begin)
            newline = file.read(place - begin).rfind(b"\n")
            if newline >= 0:
                return begin + newline + 1
            place = begin
        if not is_first:
            return first
        file.seek(limit)
        place = limit
        while place < end:
            block = file.read(min(_BLOCK, end - place))
            if not block:
                break
            newline = block.find(b"\n")
            if newline >= 0:
                return place + newline + 1
            place += len(block)
    return first
