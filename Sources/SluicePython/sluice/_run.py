"""Runs: single readings of a scan, and what they have found."""

from __future__ import annotations

import atexit
import ctypes
import itertools
import json
import os
import weakref
from collections.abc import Callable, Mapping
from ctypes import byref, c_int, c_void_p
from dataclasses import dataclass, field
from typing import Any

from ._capsules import Stream
from ._errors import SluiceError, forked
from ._library import Progress, call_status, error_of, library, take_text
from ._warnings import Remark


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
    #: Values taken only because of what a column accepts, by column and the word for it.
    accepted: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    #: Keys that no column names, by path, if they are to be reported.
    unknown_keys: Mapping[str, int] = field(default_factory=dict)
    other_unknown_keys: int = 0
    #: ``waiting``, ``reading``, ``finished``, ``failed`` or ``stopped``.
    state: str = "waiting"


#: The calls that wait for the end of their runs: pointer of the run, and call.
_waiting: dict[int, tuple[int, Callable[[], None]]] = {}
_numbers = itertools.count(1)
_schedule = ctypes.cast(ctypes.pythonapi.Py_AddPendingCall, c_void_p)


@ctypes.PYFUNCTYPE(c_int, c_void_p)
def _ended(number: int) -> int:
    _, call = _waiting.pop(number, (0, None))
    if call:
        call()
    return 0


def at_end(run: int, call: Callable[[], None]) -> None:
    """Calls a function in the main thread soon after a run has ended, whichever thread ended it.

    That thread may be one that Python does not know, while another holds the interpreter's lock and waits for
    it. So it takes no lock, and only leaves the call to the interpreter.
    """
    number = next(_numbers)
    _waiting[number] = (run, call)
    library.sluice_run_notify(run, _schedule, ctypes.cast(_ended, c_void_p), number)


@atexit.register
def _withdraw() -> None:
    """The interpreter takes no more calls."""
    for run, _ in list(_waiting.values()):
        library.sluice_run_notify(run, None, None, None)
    _waiting.clear()


if hasattr(os, "register_at_fork"):
    # The runs are the parent's.
    os.register_at_fork(after_in_child=_waiting.clear)


class _Run:
    """One reading of a scan.

    A child after fork() has none of its threads, and its locks may be taken for ever: there, all but ``stop``
    raise :class:`SluiceError`.
    """

    def __init__(self, pointer: int, remark: Remark | None = None) -> None:
        self._pointer = pointer
        self._process = os.getpid()
        self._finalizer = weakref.finalize(self, library.sluice_run_free, pointer)
        #: What warns of records that are missing, once; None: nothing does.
        self._remark = remark

    def warn(self) -> None:
        """Warns of records and keys that are not among the rows, unless this run has done so."""
        remark, self._remark = self._remark, None
        if remark and self._process == os.getpid():
            remark.warn(self.counts(), self.rejects)

    def warn_at_end(self) -> None:
        """Does so when a consumer that Python does not see has read the run to its end."""
        if self._remark:
            at_end(self.pointer, self.warn)

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
