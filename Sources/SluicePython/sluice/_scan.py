"""Scans: feeds as columns."""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from ctypes import byref, c_void_p
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from ._capsules import SCHEMA, Batch, Stream, lent, struct_in, without_extensions
from ._errors import SluiceError, forked
from ._job import ByteRange, Columns, Job, Sources, job_of, range_text
from ._library import ArrowSchema, Progress, call, call_status, error_of, library, take_text
from ._reading import ProgressLine, batches_or_none, shows_progress
from ._rejects import Rejects

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars
    import pyarrow

#: How texts are laid out: with 64-bit offsets, with 32-bit offsets, or as views.
Strings = Literal["large_utf8", "utf8", "utf8_view", "view"]


@dataclass(frozen=True)
class Counts:
    """What a run has read so far."""

    #: All records: rows' records, rejects, filtered and empty ones.
    records: int = 0
    rows: int = 0
    rejects: int = 0
    #: Records that the condition did not take.
    filtered: int = 0
    #: Records without an element to explode.
    empty: int = 0
    bytes: int = 0
    #: The memory that the batches delivered so far keep from being reused, each until it is freed: their
    #: buffers, and the pieces of the feed that their views point to.
    retained_bytes: int = 0
    #: Rejects by code.
    reasons: Mapping[str, int] = field(default_factory=dict)
    #: Values set to null by ``"mismatch": "null"``, by column.
    nulled: Mapping[str, int] = field(default_factory=dict)
    #: Keys that no column names, by path, if they are to be reported.
    unknown_keys: Mapping[str, int] = field(default_factory=dict)
    other_unknown_keys: int = 0
    #: ``waiting``, ``reading``, ``finished``, ``failed`` or ``stopped``.
    state: str = "waiting"


class _Run:
    """One reading of a scan.

    A child after fork() has none of its threads, and its locks may be taken for ever: there, all but ``stop``
    raise :class:`SluiceError`.
    """

    def __init__(self, pointer: int) -> None:
        self._pointer = pointer
        self._process = os.getpid()
        self._finalizer = weakref.finalize(self, library.sluice_run_free, pointer)

    def __reduce__(self) -> Any:
        raise TypeError(
            "a reading of a scan belongs to its process: pass the scan itself, or its rejects as a table"
        )

    @property
    def pointer(self) -> int:
        if self._process != os.getpid():
            raise forked()
        return self._pointer

    def stop(self) -> None:
        library.sluice_run_stop(self._pointer)

    def error(self) -> SluiceError | None:
        pointer = library.sluice_run_error(self.pointer)
        return error_of(pointer) if pointer else None

    def counts(self) -> Counts:
        fields = json.loads(take_text(library.sluice_run_counts(self.pointer)))
        return Counts(**{key: fields[key] for key in Counts.__dataclass_fields__ if key in fields})

    def snapshot(self) -> tuple[int, int, int, int]:
        progress = Progress()
        library.sluice_run_progress(self.pointer, byref(progress))
        return progress.bytes, progress.total_bytes, progress.rows, progress.rejects

    def rejects(self, options: Mapping[str, Any]) -> Stream:
        stream = Stream()
        call_status(
            library.sluice_run_rejects, self.pointer, json.dumps(options).encode(), stream.address
        )
        return stream


class Scan:
    """Feeds as columns: any number of readings of the same sources. Made by :func:`scan`.

    Anything that takes Arrow's PyCapsule interface takes a scan as it is: Polars, DuckDB, pyarrow,
    pandas, nanoarrow. Each consumer reads the sources anew; nothing is read before.
    ``counts``, ``rejects()`` and ``stop()`` are about the latest reading.

    A scan may be used by several threads at once, and passed to other processes, which read it anew.
    """

    def __init__(
        self,
        job: Mapping[str, Any],
        *,
        options: Mapping[str, Any] | None = None,
        progress: bool | None = None,
    ) -> None:
        self._job = dict(job)
        self._pointer = call(library.sluice_scan_new, json.dumps(self._job).encode())
        self._finalizer = weakref.finalize(self, library.sluice_scan_free, self._pointer)
        self._options = dict(options or {})
        self._progress = progress
        self._run: _Run | None = None

    def __reduce__(self) -> Any:
        # What it points to is this process's; a copy has readings of its own.
        return _made, (self._job, self._options, self._progress)

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
        self, preferred: Mapping[str, Any], requested: Mapping[str, Any]
    ) -> tuple[Stream, _Run]:
        """A reading, and its run. What the scan was made with comes before what a consumer prefers, and
        what it requests before both."""
        run = c_void_p()
        stream = self._stream({**preferred, **self._options, **requested}, byref(run))
        self._run = opened = _Run(run.value)
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
        stream, _ = self._open({}, self._requested(requested_schema))
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
        with closing(self._batches_or_none(options, {})) as batches:
            for batch in batches:
                if batch is not None:
                    yield batch

    def _batches_or_none(
        self, preferred: Mapping[str, Any], requested: Mapping[str, Any]
    ) -> Generator[Batch | None, None, None]:
        """The batches of a new reading, and None whenever none has come for a while."""
        stream, run = self._open(preferred, requested)
        if not shows_progress(self._progress):
            yield from batches_or_none(stream, run.stop, run.error, None)
            return
        line = ProgressLine(run.snapshot)
        try:
            yield from batches_or_none(stream, run.stop, run.error, line.tick)
        finally:
            line.clear()

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

    def to_arrow(self) -> pyarrow.Table:
        """Reads everything into a pyarrow.Table. Needs pyarrow."""
        import pyarrow as pa

        return pa.Table.from_batches(
            [pa.record_batch(batch) for batch in self.batches()], schema=self._arrow_schema()
        )

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

    def to_polars(self) -> polars.DataFrame:
        """Reads everything into a polars.DataFrame. Needs Polars, and not pyarrow.

        JSON is of the type String, as Polars' functions for JSON take it, and UUIDs are Binary.
        """
        import polars as pl

        frames = [_frame(batch) for batch in self.batches(strings="utf8_view")]
        if not frames:
            return self._empty_frame()
        return pl.concat(frames, rechunk=False)

    def _empty_frame(self) -> polars.DataFrame:
        import polars as pl

        schema = without_extensions(self._schema(strings="utf8_view"))
        return pl.DataFrame(schema=pl.Schema(_SchemaOnly(schema)))

    def to_pandas(self, **options: Any) -> pandas.DataFrame:
        """Reads everything into a pandas.DataFrame, by pyarrow: ``options`` go to
        ``pyarrow.Table.to_pandas``.

        pyarrow raises errors for lists of UUIDs, and for dates that Python does not have, such as those of year 0.
        """
        return self.to_arrow().to_pandas(**options)

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


def _made(job: Mapping[str, Any], options: Mapping[str, Any], progress: bool | None) -> Scan:
    return Scan(job, options=options, progress=progress)


class _SchemaOnly:
    """An object with a schema, for those who take one."""

    def __init__(self, schema: ArrowSchema) -> None:
        self._schema = schema

    def __arrow_c_schema__(self) -> object:
        return lent.capsule(self._schema, SCHEMA)


def _frame(batch: Batch) -> polars.DataFrame:
    import polars as pl

    return pl.Series("rows", batch.without_extensions()).struct.unnest()


def scan(
    sources: Sources | None = None,
    *,
    columns: Columns | None = None,
    job: Job | None = None,
    where: str | None = None,
    check: Literal["full", "accessed"] | None = None,
    threads: int | None = None,
    range: ByteRange | None = None,
    count_from: Literal["range", "start"] | None = None,
    framing: str | None = None,
    members: str | None = None,
    explode: str | None = None,
    duplicates: Literal["first", "last", "reject"] | None = None,
    unknown_keys: Literal["ignore", "report", "stop"] | None = None,
    max_errors: int | str | None = None,
    max_record: int | None = None,
    max_ratio: int | Literal["off"] | None = None,
    max_decompressed: int | None = None,
    strings: Strings | None = None,
    least_viewed_share: float | None = None,
    decimals: Mapping[str, tuple[int, int]] | None = None,
    batch_rows: int | None = None,
    nested: bool = False,
    progress: bool | None = None,
) -> Scan:
    """Makes a scan of JSON feeds. Reads nothing yet, unless columns must be inferred.

    ``sources``: paths and patterns of glob(7), plain or compressed by gzip, Zstandard, bzip2, xz or
    LZ4; ``-`` is standard input.

    A tar or zip archive is read file by file, each with its name as its source
    (``logs.tar.gz!2026/a.ndjson``). ``members``: the files that are read, as a pattern such as
    ``*.ndjson``.

    ``columns``: ``["id:int=id", "actor:text=actor.login", "at:offset"]``, objects as in job files, or
    ``{"id": "int", "actor": "text=actor.login"}``. Types: int, real, text, bool, json, decimal, date,
    timestamp, epoch, epochms, epochus, uuid, blob, and nested ones: ``list<int>``,
    ``struct<name: text, size: int required>``, ``map<text, real>``. An element that does not fit makes
    its record a reject, with the element's path. Without columns, and without a job that has them, the
    first 10,000 records are examined (:func:`infer`); ``nested``: arrays, and objects in them or with
    keys that are data, then become nested columns instead of JSON.

    ``job``: a job file's path, its text or its object, with any of these settings; those given here
    replace its own.

    ``where``: a condition, such as ``"type = 'PushEvent' and payload.size >= 3"``.

    ``check``: ``full`` (the default) checks whole records, ``accessed`` only what columns touch; of JSON
    columns, only that their brackets match.

    ``threads``: how many read; all CPUs of this process unless given.

    ``range``: the lines that begin in these bytes of one file, ``(first, end)`` or ``"A..B"``. However
    a file is divided, each record is in one range (:func:`split`). In files of bgzip or of several
    Zstandard frames with sizes, the bytes are those of the text. Lines and record numbers of rejects
    are not known then, unless ``count_from`` is ``start``, which reads everything before the range.

    ``max_ratio``: how many times larger than its bytes the text of a compressed source may be, 1,000
    unless given, or ``off``; ``max_decompressed``: how many bytes of text it may have. More is an error
    (``decompression-limit``).

    ``strings``: how texts are laid out for consumers of the stream: ``large_utf8``, ``utf8`` or
    ``utf8_view``, for which ``view`` is short.

    ``least_viewed_share``: with ``utf8_view``, how large a share of a piece of the feed, some hundred KB,
    must be texts that views point to, so that its memory stays with the batch instead of its texts being
    copied: 0.5 unless given. 0: all pieces stay, above 1: none. ``Scan.counts.retained_bytes`` is what
    batches keep.

    ``decimals``: ``{"price": (12, 2), "*": (38, 9)}``: precision and scale of decimal columns.

    ``progress``: whether to show a line on standard error; by default in terminals and notebooks.

    A record that does not fit is a reject and never changed silently: see :meth:`Scan.rejects`.

    Raises :class:`SluiceError` for settings that contradict each other.
    """
    settings = {
        "where": where,
        "check": check,
        "range": None if range is None else range_text(range),
        "count-from": count_from,
        "framing": framing,
        "members": members,
        "explode": explode,
        "duplicates": duplicates,
        "unknown-keys": unknown_keys,
        "max-errors": max_errors,
        "max-record": max_record,
        "max-ratio": max_ratio,
        "max-decompressed": max_decompressed,
    }
    value = job_of(sources, columns=columns, job=job, settings=settings, threads=threads)
    if "columns" not in value:
        value = inferred(value, nested=nested)
    options = {
        "strings": "utf8_view" if strings == "view" else strings,
        "least_viewed_share": least_viewed_share,
        "batch_rows": batch_rows,
        "decimals": None if decimals is None else {k: list(v) for k, v in decimals.items()},
    }
    chosen = {key: option for key, option in options.items() if option is not None}
    return Scan(value, options=chosen, progress=progress)


def inferred(
    job: Mapping[str, Any], records: int | None = None, nested: bool = False
) -> dict[str, Any]:
    """The job with columns for what its first records look like."""
    options: dict[str, Any] = {"nested": nested}
    if records is not None:
        options["records"] = records
    text = call(library.sluice_infer, json.dumps(job).encode(), json.dumps(options).encode())
    columns = json.loads(take_text(text)).get("columns")
    if not columns:
        first, *others = job["sources"]
        more = f" and {len(others)} more" if others else ""
        raise SluiceError(
            "source",
            f"no columns can be inferred of {first}{more}: among the records that were examined, none is"
            " good; name the columns",
        )
    return {**job, "columns": columns}


def infer(
    sources: Sources, *, records: int | None = None, nested: bool = False, **settings: Any
) -> list[dict[str, Any]]:
    """Columns for the records of feeds, as job files have them.

    Examines the first 10,000 records, or ``records``, or all (0). ``nested``: arrays, and objects in
    them or with keys that are data, become ``list<…>``, ``struct<…>`` and ``map<text, …>`` instead of
    JSON. Numbers that neither a double nor decimal128(38, 9) keeps are JSON, too. ``settings``: ``framing``,
    ``duplicates``, ``max_record`` and others of :func:`scan` that say how to read.

    Raises :class:`SluiceError`, for sources that can't be read, or have no good record.
    """
    keyed = {key.replace("_", "-"): value for key, value in settings.items()}
    if "range" in keyed:
        keyed["range"] = range_text(keyed["range"])
    job = job_of(sources, columns=None, job=None, settings=keyed, threads=1)
    return inferred(job, records, nested)["columns"]
