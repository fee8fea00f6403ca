"""Makes scans of feeds, and infers columns for them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from ._errors import SluiceError
from ._job import ByteRange, Columns, Job, Sources, job_of, range_text
from ._library import call, library, take_text
from ._scan import Scan
from ._warnings import Examined

#: How texts are laid out: with 64-bit offsets, with 32-bit offsets, or as views.
Strings = Literal["large_utf8", "utf8", "utf8_view", "view"]


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
    max_depth: int | None = None,
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
    its record a reject, with the element's path. Without columns, and without a job that has them,
    10,000 records are examined (:func:`infer`), and ``Scan.examined`` says which; ``nested``: arrays, and
    objects in them or with keys that are data, then become nested columns instead of JSON. Unless that were all
    records, keys that no column has are counted (``unknown_keys``).

    ``explode``: the path of an array, each of whose elements is a row. Paths lead into the element by
    ``items[].sku``; without columns, those of the elements are inferred instead of the array.

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

    ``max_record``, ``max_depth``: a record with more bytes (64 MiB unless given), or more levels of nesting
    (1,024), is a reject.

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

    A record that does not fit is a reject and never changed silently: see :meth:`Scan.rejects`. A reading with
    rejects, or with keys that are counted because no column has them, ends with a :class:`RejectWarning`.

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
        "max-depth": max_depth,
        "max-ratio": max_ratio,
        "max-decompressed": max_decompressed,
    }
    value = job_of(sources, columns=columns, job=job, settings=settings, threads=threads)
    examined = None
    if "columns" not in value:
        value, examined = inferred(value, nested=nested)
        # What first appears in a record that was not examined has no column.
        if not examined.complete:
            value.setdefault("unknown-keys", "report")
    options = {
        "strings": "utf8_view" if strings == "view" else strings,
        "least_viewed_share": least_viewed_share,
        "batch_rows": batch_rows,
        "decimals": None if decimals is None else {k: list(v) for k, v in decimals.items()},
    }
    chosen = {key: option for key, option in options.items() if option is not None}
    return Scan(value, options=chosen, progress=progress, examined=examined)


def inferred(
    job: Mapping[str, Any], records: int | None = None, nested: bool = False
) -> tuple[dict[str, Any], Examined]:
    """The job with columns for what some of its records look like, and what was examined."""
    options: dict[str, Any] = {"nested": nested, "report": True}
    if records is not None:
        options["records"] = records
    text = call(library.sluice_infer, json.dumps(job).encode(), json.dumps(options).encode())
    report = json.loads(take_text(text))
    columns = report["job"].get("columns")
    if not columns:
        first, *others = job["sources"]
        more = f" and {len(others)} more" if others else ""
        raise SluiceError(
            "source",
            f"no columns can be inferred of {first}{more}: among the records that were examined, none is"
            " good; name the columns",
        )
    return {**job, "columns": columns}, Examined.of(report["examined"])


class InferredColumns(list[dict[str, Any]]):
    """Columns as job files have them, and what they were inferred from."""

    def __init__(self, columns: list[dict[str, Any]], examined: Examined) -> None:
        super().__init__(columns)
        self.examined = examined


def infer(
    sources: Sources, *, records: int | None = None, nested: bool = False, **settings: Any
) -> InferredColumns:
    """Columns for the records of feeds, as job files have them; ``.examined`` says from how many records.

    Examines 10,000 records, or ``records``, or all (0). They come from ten places of a file of lines, and
    from the start of one that is compressed or has another framing; of more than 100 files, from 100.
    ``nested``: arrays, and objects in them or with keys that are data, become ``list<…>``, ``struct<…>`` and
    ``map<text, …>`` instead of JSON. Numbers that neither a double nor decimal128(38, 9) keeps are JSON, too.
    ``settings``: ``framing``, ``duplicates``, ``max_record`` and others of :func:`scan` that say how to read.

    Raises :class:`SluiceError`, for sources that can't be read, or have no good record.
    """
    keyed = {key.replace("_", "-"): value for key, value in settings.items()}
    if "range" in keyed:
        keyed["range"] = range_text(keyed["range"])
    job = job_of(sources, columns=None, job=None, settings=keyed, threads=1)
    value, examined = inferred(job, records, nested)
    return InferredColumns(value["columns"], examined)
