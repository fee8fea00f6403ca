"""Scans: feeds as columns."""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from ctypes import byref, c_void_p
from typing import TYPE_CHECKING, Any, Literal, overload

from ._capsules import SCHEMA, Batch, Stream, lent, struct_in, without_extensions
from ._library import ArrowSchema, call, call_status, library, take_text
from ._reading import ProgressLine, batches_or_none, shows_progress
from ._rejects import Rejects
from ._run import Counts, _Run
from ._warnings import Examined, Remark

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars
    import pyarrow


class Scan:
    """Feeds as columns: any number of readings of the same sources. Made by :func:`scan`.

    Anything that takes Arrow's PyCapsule interface takes a scan as it is: Polars, DuckDB, pyarrow,
    pandas, nanoarrow. Each consumer reads the sources anew; nothing is read before.
    ``counts``, ``rejects()`` and ``stop()`` are about the latest reading. A reading that leaves records
    out, or keys that no inferred column has, says so at its end by a :class:`RejectWarning`.

    A scan may be used by several threads at once, and passed to other processes, which read it anew.
    """

    def __init__(
        self,
        job: Mapping[str, Any],
        *,
        options: Mapping[str, Any] | None = None,
        progress: bool | None = None,
        examined: Examined | None = None,
        warns: bool = True,
    ) -> None:
        self._job = dict(job)
        self._pointer = call(library.sluice_scan_new, json.dumps(self._job).encode())
        self._finalizer = weakref.finalize(self, library.sluice_scan_free, self._pointer)
        self._options = dict(options or {})
        self._progress = progress
        #: What the columns were inferred from; None: they were given.
        self.examined = examined
        self._warns = warns
        self._run: _Run | None = None

    def __reduce__(self) -> Any:
        # What it points to is this process's; a copy has readings of its own.
        return _made, (self._job, self._options, self._progress, self.examined, self._warns)

    @property
    def columns(self) -> list[dict[str, Any]]:
        """The columns, as in a job file."""
        return json.loads(take_text(library.sluice_scan_columns(self._pointer)))

    @property
    def names(self) -> list[str]:
        """The columns' names."""
        return [column["name"] for column in self.columns]

    # Readings.

    def _open(
        self,
        preferred: Mapping[str, Any],
        requested: Mapping[str, Any],
        rejects: str | None = None,
    ) -> tuple[Stream, _Run]:
        """A reading, and its run. What the scan was made with comes before what a consumer prefers, and
        what it requests before both. ``rejects``: ``table`` if the caller gets them."""
        run = c_void_p()
        stream = self._stream({**preferred, **self._options, **requested}, byref(run))
        remark = Remark(self.examined, rejects_are_told=rejects is not None) if self._warns else None
        self._run = opened = _Run(run.value, remark)
        return stream, opened

    def _stream(self, options: Mapping[str, Any], run: object | None) -> Stream:
        stream = Stream()
        text = json.dumps(options).encode()
        call_status(library.sluice_scan_stream, self._pointer, text, stream.address, run)
        return stream

    def _schema(self, **preferred: Any) -> ArrowSchema:
        """The schema of a reading, which the caller releases. Reads nothing."""
        stream = self._stream({**preferred, **self._options}, None)
        try:
            return stream.schema()
        finally:
            stream.close()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """A new reading, as a PyCapsule with an Arrow C stream.

        A requested schema chooses columns by their names, and the layout of texts. Only these columns
        are read then: a value that does not fit one of the others rejects no record. It must not name
        others (ValueError); other types are not converted to, as the interface allows: the stream's
        schema says what there is.
        """
        stream, run = self._open({}, self._requested(requested_schema))
        run.warn_at_end()
        return stream.capsule()

    def __arrow_c_schema__(self) -> object:
        """The schema, as a PyCapsule. Reads nothing."""
        return lent.capsule(self._schema(), SCHEMA)

    def _requested(self, capsule: object | None) -> dict[str, Any]:
        if capsule is None:
            return {}
        schema = struct_in(capsule, SCHEMA, ArrowSchema)
        if schema.format != b"+s":
            raise ValueError(
                f"expected a schema of rows (+s), found the format {schema.format!r}"
            )
        own = self.names
        names, layouts = [], set()
        for i in range(schema.n_children):
            child = schema.children[i].contents
            names.append((child.name or b"").decode())
            layout = {b"U": "large_utf8", b"u": "utf8", b"vu": "utf8_view"}.get(child.format)
            if layout:
                layouts.add(layout)
        if not names:
            raise ValueError("expected a schema with columns, found one without any")
        unknown = [name for name in names if name not in own]
        if unknown:
            raise ValueError(
                f"the requested schema has the columns {', '.join(unknown)}, and the scan has"
                f" {', '.join(own)}"
            )
        options: dict[str, Any] = {} if names == own else {"columns": names}
        if len(layouts) == 1:
            options["strings"] = layouts.pop()
        return options

    def batches(self, **options: Any) -> Iterator[Batch]:
        """A new reading, batch by batch.

        Each batch has ``num_rows`` and, for one consumer, ``__arrow_c_array__``. A thread reads one
        batch ahead. Ctrl-C, any exception in the loop, and closing the iterator stop the reading.
        """
        return self._batches(options)

    def _batches(
        self, options: Mapping[str, Any], rejects: str | None = None
    ) -> Iterator[Batch]:
        if rejects not in (None, "table"):
            raise ValueError(f"expected rejects to be 'table' or None, found {rejects!r}")
        with closing(self._batches_or_none(options, {}, rejects)) as batches:
            for batch in batches:
                if batch is not None:
                    yield batch

    def _batches_or_none(
        self,
        preferred: Mapping[str, Any],
        requested: Mapping[str, Any],
        rejects: str | None = None,
    ) -> Generator[Batch | None, None, None]:
        """The batches of a new reading, and None whenever none has come for a while."""
        stream, run = self._open(preferred, requested, rejects)
        line = ProgressLine(run.snapshot) if shows_progress(self._progress) else None
        try:
            yield from batches_or_none(stream, run.stop, run.error, line.tick if line else None)
        except GeneratorExit:
            run.warn()
            raise
        finally:
            if line:
                line.clear()
        run.warn()

    def read(self) -> Counts:
        """Reads everything and keeps nothing: how many rows and rejects there are."""
        for batch in self.batches():
            del batch
        return self.counts

    @property
    def counts(self) -> Counts:
        """What the latest reading has found so far."""
        return self._run.counts() if self._run else Counts()

    def stop(self) -> None:
        """Stops the latest reading, from any thread. Its consumer gets an error."""
        if self._run:
            self._run.stop()

    def rejects(self) -> Rejects:
        """The bad records of the latest reading so far, each with its place, reason and bytes."""
        return Rejects(self._run.rejects if self._run else None)

    # Consumers.

    @overload
    def to_arrow(self) -> pyarrow.Table: ...

    @overload
    def to_arrow(self, *, rejects: Literal["table"]) -> tuple[pyarrow.Table, pyarrow.Table]: ...

    def to_arrow(self, *, rejects: Literal["table"] | None = None) -> Any:
        """Reads everything into a pyarrow.Table. Needs pyarrow.

        ``rejects="table"``: a pair of tables, the second one with the rejects, of which nothing warns then.
        """
        import pyarrow as pa

        rows = pa.Table.from_batches(
            [pa.record_batch(batch) for batch in self._batches({}, rejects)],
            schema=self._arrow_schema(),
        )
        return rows if rejects is None else (rows, self.rejects().to_arrow())

    def _arrow_schema(self) -> pyarrow.Schema:
        import pyarrow as pa

        return pa.schema(self)

    def to_parquet(self, path: str | os.PathLike[str], **writer: Any) -> Counts:
        """Writes everything into a Parquet file by pyarrow's writer, in bounded memory.

        ``writer`` goes to ``pyarrow.parquet.ParquetWriter``. The file appears when it is complete: it
        is written beside its place, and removed if anything fails.
        """
        import pyarrow as pa
        import pyarrow.parquet as pq

        place = os.fspath(path)
        unfinished = f"{place}.{os.getpid()}.new"
        try:
            with pq.ParquetWriter(unfinished, self._arrow_schema(), **writer) as file:
                for batch in self.batches():
                    file.write_batch(pa.record_batch(batch))
            os.replace(unfinished, place)
        except BaseException:
            if os.path.exists(unfinished):
                os.unlink(unfinished)
            raise
        return self.counts

    @overload
    def to_polars(self) -> polars.DataFrame: ...

    @overload
    def to_polars(
        self, *, rejects: Literal["table"]
    ) -> tuple[polars.DataFrame, polars.DataFrame]: ...

    def to_polars(self, *, rejects: Literal["table"] | None = None) -> Any:
        """Reads everything into a polars.DataFrame. Needs Polars, and not pyarrow.

        JSON is of the type String, as Polars' functions for JSON take it, and UUIDs are Binary.
        ``rejects="table"``: a pair of frames, the second one with the rejects, of which nothing warns then.
        """
        import polars as pl

        frames = [_frame(batch) for batch in self._batches({"strings": "utf8_view"}, rejects)]
        rows = pl.concat(frames, rechunk=False) if frames else self._empty_frame()
        return rows if rejects is None else (rows, self.rejects().to_polars())

    def _empty_frame(self) -> polars.DataFrame:
        import polars as pl

        schema = without_extensions(self._schema(strings="utf8_view"))
        return pl.DataFrame(schema=pl.Schema(_SchemaOnly(schema)))

    def to_pandas(self, *, rejects: Literal["table"] | None = None, **options: Any) -> Any:
        """Reads everything into a pandas.DataFrame, by pyarrow: ``options`` go to
        ``pyarrow.Table.to_pandas``.

        ``rejects="table"``: a pair of frames, the second one with the rejects, of which nothing warns then.
        pyarrow raises errors for lists of UUIDs, and for dates that Python does not have, such as those of year 0.
        """
        if rejects is None:
            return self.to_arrow().to_pandas(**options)
        rows, bad = self.to_arrow(rejects=rejects)
        return rows.to_pandas(**options), bad.to_pandas(**options)

    def duckdb(
        self, connection: duckdb.DuckDBPyConnection, name: str
    ) -> duckdb.DuckDBPyRelation:
        """Makes the scan a table of a DuckDB connection; each query reads the sources anew.

        Texts are copied, which is fastest for short ones, unless the scan was made with
        ``strings="utf8_view"``: then those of more than 12 bytes may point into the feed's own bytes.
        """
        connection.register(name, self)
        return connection.table(name)

    def __repr__(self) -> str:
        return f"<sluice.Scan of {', '.join(self.names)}>"


def _made(
    job: Mapping[str, Any],
    options: Mapping[str, Any],
    progress: bool | None,
    examined: Examined | None,
    warns: bool,
) -> Scan:
    return Scan(job, options=options, progress=progress, examined=examined, warns=warns)


class _SchemaOnly:
    """An object with a schema, for those who take one."""

    def __init__(self, schema: ArrowSchema) -> None:
        self._schema = schema

    def __arrow_c_schema__(self) -> object:
        return lent.capsule(self._schema, SCHEMA)


def _frame(batch: Batch) -> polars.DataFrame:
    import polars as pl

    return pl.Series("rows", batch.without_extensions()).struct.unnest()
