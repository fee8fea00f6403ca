"""Bad records."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Mapping
from ctypes import c_int32, c_int64, c_uint8, c_void_p
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._capsules import Stream, release
from ._library import ArrowArray, ArrowSchema

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


@dataclass(frozen=True)
class Reject:
    """A record that was not accepted, and why."""

    #: The file.
    source: str
    #: The record's first byte in the file, and its length.
    offset: int
    length: int
    #: Its line and number in the file, from 1; None where they are not known, as in a range.
    line: int | None
    record: int | None
    #: A stable reason, such as ``type-mismatch``.
    code: str
    #: The column whose value was refused, if any.
    column: str | None
    #: The location in the record.
    path: str | None
    #: What was expected and what was found.
    message: str
    #: The record as it was read, or its first MiB.
    raw: bytes

    def __str__(self) -> str:
        return f"{self.source} at byte {self.offset}: {self.message}"


class Rejects:
    """The bad records of a reading, as they are when something asks for them.

    Iterate over them for :class:`Reject` values, or give them to anything that takes Arrow's PyCapsule
    interface.
    """

    def __init__(self, opening: Callable[[Mapping[str, Any]], Stream] | None) -> None:
        self._opening = opening

    def _open(self, **options: Any) -> Stream:
        if self._opening is None:
            raise ValueError("nothing has been read yet: there are no rejects")
        return self._opening(options)

    def __iter__(self) -> Iterator[Reject]:
        if self._opening is None:
            return
        stream = self._open(strings="large_utf8")
        try:
            schema = stream.schema()
            try:
                names = _names(schema)
            finally:
                release(schema)
            while (batch := stream.next()) is not None:
                try:
                    rows = list(_rows(batch, names))
                finally:
                    release(batch)
                yield from rows
        finally:
            stream.close()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._open().capsule()

    def to_arrow(self) -> pyarrow.Table:
        """The rejects as a pyarrow.Table."""
        import pyarrow as pa

        return pa.table(self)

    def to_polars(self) -> polars.DataFrame:
        """The rejects as a polars.DataFrame."""
        import polars as pl

        return pl.DataFrame(self)

    def to_pandas(self, **options: Any) -> pandas.DataFrame:
        """The rejects as a pandas.DataFrame, by pyarrow."""
        return self.to_arrow().to_pandas(**options)


def _names(schema: ArrowSchema) -> list[tuple[str, bytes]]:
    children = [schema.children[i].contents for i in range(schema.n_children)]
    return [(child.name.decode(), child.format) for child in children]


def _rows(batch: ArrowArray, names: list[tuple[str, bytes]]) -> Iterator[Reject]:
    columns = {
        name: _values(batch.children[i].contents, format, batch.offset, batch.length)
        for i, (name, format) in enumerate(names)
    }
    wanted = Reject.__dataclass_fields__
    for row in range(batch.length):
        yield Reject(**{name: columns[name][row] for name in wanted})


def _values(array: ArrowArray, format: bytes, first: int, count: int) -> list[Any]:
    """The values of a column of integers, texts or bytes."""
    first += array.offset
    validity = array.buffers[0]

    def is_there(row: int) -> bool:
        if not validity:
            return True
        byte = c_uint8.from_address(validity + (first + row) // 8).value
        return bool(byte >> ((first + row) % 8) & 1)

    if format == b"l":
        numbers = (c_int64 * (first + count)).from_address(array.buffers[1]) if count else []
        return [numbers[first + row] if is_there(row) else None for row in range(count)]
    offset_type = {b"U": c_int64, b"Z": c_int64, b"u": c_int32, b"z": c_int32}[format]
    offsets = (offset_type * (first + count + 1)).from_address(array.buffers[1]) if count else []
    data = c_void_p(array.buffers[2]).value or 0

    def value(row: int) -> str | bytes | None:
        if not is_there(row):
            return None
        start, end = offsets[first + row], offsets[first + row + 1]
        raw = ctypes.string_at(data + start, end - start) if end > start else b""
        return raw.decode() if format in (b"U", b"u") else raw

    return [value(row) for row in range(count)]
