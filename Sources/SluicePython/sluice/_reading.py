"""Batches of a run, read so that Ctrl-C ends them."""

from __future__ import annotations

import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator

from ._capsules import Batch, Stream
from ._errors import SluiceError


def batches(
    stream: Stream,
    stop: Callable[[], None],
    failure: Callable[[], SluiceError | None],
    tick: Callable[[], None] | None,
) -> Iterator[Batch]:
    """The batches of a stream, which a thread reads one ahead.

    The caller's thread waits in Python, so that signals are handled: an exception that is raised there, such
    as KeyboardInterrupt, stops the run. So does closing the iterator.
    """
    # A wait without an end is not interrupted where another package has replaced Python's handler by one
    # after which waits go on, as Polars does.
    pause = 0.1
    ready: queue.Queue[Batch | BaseException | None] = queue.Queue()
    room = threading.Semaphore(2)
    closed = threading.Event()

    def read() -> None:
        try:
            while not closed.is_set():
                array = stream.next()
                if array is None:
                    break
                ready.put(Batch(array, stream.schema()))
                room.acquire()
            ready.put(None)
        except BaseException as error:  # handed to the caller's thread
            ready.put(error)

    reader = threading.Thread(target=read, name="sluice", daemon=True)
    reader.start()
    try:
        while True:
            try:
                item = ready.get(timeout=pause)
            except queue.Empty:
                if tick:
                    tick()
                continue
            if item is None:
                return
            if isinstance(item, OSError):
                raise failure() or item
            if isinstance(item, BaseException):
                raise item
            room.release()
            yield item
            if tick:
                tick()
    finally:
        closed.set()
        room.release()
        if reader.is_alive():
            stop()
        reader.join()
        stream.close()


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
    return sys.stderr.isatty() or "ipykernel" in sys.modules
