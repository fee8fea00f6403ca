"""Batches of a run, read so that Ctrl-C ends them."""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Generator
from typing import Any

from ._capsules import Batch, Stream
from ._errors import SluiceError, forked


def batches_or_none(
    stream: Stream,
    stop: Callable[[], None],
    failure: Callable[[], SluiceError | None],
    tick: Callable[[], None] | None,
) -> Generator[Batch | None, None, None]:
    """The batches of a stream, which a thread reads one ahead; None whenever none has come for a while.

    The caller's thread waits in Python, so that signals are handled: an exception that is raised there, such
    as KeyboardInterrupt, stops the run. So does closing the iterator.
    """
    process = os.getpid()
    # An interrupt may come between any two instructions of Python. Condition and what is made of it (Queue,
    # Semaphore, Event) are written in Python: interrupted, they leave their lock taken, or free and to be
    # freed. SimpleQueue is not, so the two threads share nothing else.
    ready: queue.SimpleQueue[Any] = queue.SimpleQueue()
    room: queue.SimpleQueue[bool] = queue.SimpleQueue()
    for _ in range(2):
        room.put(True)

    def read() -> None:
        try:
            while room.get():
                array = stream.next()
                if array is None:
                    break
                ready.put(Batch(array, stream.schema()))
            ready.put(_END)
        except BaseException as error:  # handed to the caller's thread
            ready.put(error)

    reader = threading.Thread(target=read, name="sluice", daemon=True)
    try:
        reader.start()
        while True:
            # The thread is not in a child.
            if process != os.getpid():
                raise forked()
            item = _take(ready)
            if item is _END:
                return
            if isinstance(item, OSError):
                raise failure() or item
            if isinstance(item, BaseException):
                raise item
            if item is not None:
                room.put(True)
            yield item
            if tick:
                tick()
    finally:
        try:
            # An interrupt that is pending, as after one that Polars raised, comes here.
            room.put(False)
        finally:
            if reader.is_alive():
                stop()
                reader.join()
            stream.close()


def _take(ready: queue.SimpleQueue[Any]) -> Any:
    """The next item; None if none comes for a while."""
    # A wait without an end is not interrupted where another package has replaced Python's handler by one
    # after which waits go on, as Polars does.
    try:
        return ready.get(timeout=0.1)
    except queue.Empty:
        return None


#: What comes after the last batch.
_END = object()


class ProgressLine:
    """A line on standard error that shows how far a run is."""

    def __init__(self, snapshot: Callable[[], tuple[int, int, int, int]]) -> None:
        self._snapshot = snapshot
        self._begin = time.monotonic()
        self._shown = 0.0
        self._width = 0

    def tick(self) -> None:
        now = time.monotonic()
        if now - self._shown < 0.2:
            return
        self._shown = now
        done, total, rows, rejects = self._snapshot()
        share = f"{100 * done / total:3.0f} %  " if total > 0 else ""
        speed = done / 1e6 / max(now - self._begin, 1e-9)
        text = f"{share}{done / 1e6:,.0f} MB  {speed:,.0f} MB/s  {rows:,} rows"
        self._write(text + (f"  {rejects:,} rejects" if rejects else ""))

    def clear(self) -> None:
        if self._width:
            self._write("")
            sys.stderr.write("\r")
            sys.stderr.flush()

    def _write(self, text: str) -> None:
        sys.stderr.write("\r" + text.ljust(self._width))
        sys.stderr.flush()
        self._width = len(text)


def shows_progress(progress: bool | None) -> bool:
    """Whether to show a line: as told, or else in a terminal and in a notebook."""
    if progress is not None:
        return progress
    # A process without a console may have no standard error.
    return sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules)
