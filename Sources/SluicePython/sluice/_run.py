"""Runs: single readings of a scan, and what they have found."""

from __future__ import annotations

import json
import os
import weakref
from collections.abc import Mapping
from ctypes import byref
from dataclasses import dataclass, field
from typing import Any

from ._capsules import Stream
from ._errors import SluiceError, forked
from ._library import Progress, call_status, error_of, library, take_text


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
