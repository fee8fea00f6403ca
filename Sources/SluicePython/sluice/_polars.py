"""Feeds as a polars.LazyFrame."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, Literal

import polars as pl
from polars.io.plugins import register_io_source

from ._feeds import scan
from ._job import Sources
from ._scan import Scan, _frame

#: The columns of rejects.
_REJECTS = pl.Schema(
    {
        "source": pl.String,
        "offset": pl.Int64,
        "length": pl.Int64,
        "line": pl.Int64,
        "record": pl.Int64,
        "code": pl.String,
        "column": pl.String,
        "path": pl.String,
        "message": pl.String,
        "raw": pl.Binary,
    }
)


def scan_polars(
    sources: Sources | None = None,
    *,
    decided_by: Literal["columns", "query"] = "columns",
    rejects: Literal["table"] | None = None,
    **settings: Any,
) -> Any:
    """Makes a polars.LazyFrame of JSON feeds: see :func:`sluice.scan` for what it takes.

    A query applies its predicate to each batch, keeps only the columns that it needs, and stops reading
    after its last row. Of rejects, a :class:`RejectWarning` says how many there were: pass ``max_errors=0`` to
    end the query at the first, or ``rejects="table"`` for a pair of frames. The second one has the rejects;
    its query reads the sources once more, as far as a record without a row may be.

    ``decided_by``: what decides whether a record is a row. ``columns``, the default: all columns of the
    frame must fit, so that the rows are the same in each query. ``query``: only those that the query
    needs, which is faster; a record whose other values do not fit is a row then.
    """
    if decided_by not in ("columns", "query"):
        raise ValueError(f"expected decided_by to be 'columns' or 'query', found {decided_by!r}")
    if rejects not in (None, "table"):
        raise ValueError(f"expected rejects to be 'table' or None, found {rejects!r}")
    source = scan(sources, **settings)
    is_fast = decided_by == "query"
    rows = register_io_source(
        lambda columns, predicate, limit, size: _read(
            source, is_fast, columns, predicate, limit, size, rejects
        ),
        schema=source._empty_frame().schema,
    )
    return rows if rejects is None else (rows, _rejects_of(source))


def _rejects_of(source: Scan) -> pl.LazyFrame:
    """The rejects of all columns: each query reads the sources anew."""

    def read(
        columns: list[str] | None, predicate: pl.Expr | None, limit: int | None, size: int | None
    ) -> Iterator[pl.DataFrame]:
        # A reading of its own: the rejects of another one belong to its columns.
        own = copy.copy(source)
        for batch in own._batches({}, "table"):
            del batch
        frame = own.rejects().to_polars()
        if limit is not None:
            frame = frame.head(limit)
        if predicate is not None:
            frame = frame.filter(predicate)
        yield frame if columns is None else frame.select(columns)

    return register_io_source(read, schema=_REJECTS)


def _read(
    source: Scan,
    is_fast: bool,
    columns: list[str] | None,
    predicate: pl.Expr | None,
    limit: int | None,
    size: int | None,
    rejects: str | None,
) -> Iterator[pl.DataFrame]:
    preferred: dict[str, Any] = {"strings": "utf8_view"}
    requested: dict[str, Any] = {}
    if columns is not None and is_fast:
        # Polars asks for the columns of the predicate, too. Without any, one counts the rows.
        requested["columns"] = columns or source.names[:1]
    # A batch that has all rows that are wanted is the last.
    sizes = [each for each in (size, limit) if each is not None]
    if sizes:
        preferred["batch_rows"] = max(min(sizes), 1)
    left = limit
    for batch in source._batches_or_none(preferred, requested, rejects):
        # Polars looks for signals where it gets a frame: an empty one, while a source says nothing.
        frame = source._empty_frame() if batch is None else _frame(batch)
        if left is not None:
            frame = frame.head(left)
            left -= frame.height
        if predicate is not None:
            frame = frame.filter(predicate)
        yield frame if columns is None else frame.select(columns)
        if left == 0:
            return
