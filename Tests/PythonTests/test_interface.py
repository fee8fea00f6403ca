"""The C interface by ctypes alone: what a run lends is released in any order, and used until then.

Under scripts/python-test --sanitize address, a use after the release or beyond a buffer ends the process."""

import ctypes
import itertools
import json
import os
import random
import subprocess
import sys
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_int64, c_void_p

import pytest
from conftest import COLUMNS
from sluice._job import columns_of


class Array(ctypes.Structure):
    pass


class Stream(ctypes.Structure):
    pass


Array._fields_ = [
    *((name, c_int64) for name in ["length", "nulls", "offset", "n_buffers", "n_children"]),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(Array))),
    ("dictionary", c_void_p),
    ("release", CFUNCTYPE(None, POINTER(Array))),
    ("private_data", c_void_p),
]
Stream._fields_ = [
    ("get_schema", c_void_p),
    ("get_next", CFUNCTYPE(c_int, POINTER(Stream), POINTER(Array))),
    ("get_last_error", CFUNCTYPE(c_char_p, POINTER(Stream))),
    ("release", CFUNCTYPE(None, POINTER(Stream))),
    ("private_data", c_void_p),
]


def load():
    library = ctypes.CDLL(os.environ["SLUICE_LIBRARY"])
    library.sluice_scan_new.restype = c_void_p
    library.sluice_scan_new.argtypes = [c_char_p, c_void_p]
    library.sluice_scan_stream.argtypes = [c_void_p, c_char_p, c_void_p, c_void_p, c_void_p]
    library.sluice_run_rejects.argtypes = [c_void_p, c_char_p, c_void_p, c_void_p]
    library.sluice_run_progress.argtypes = [c_void_p, c_void_p]
    for name in ["sluice_scan_free", "sluice_run_free", "sluice_run_stop"]:
        getattr(library, name).argtypes = [c_void_p]
    return library


def opened(library, path, options):
    job = {"sources": [path], "columns": columns_of(COLUMNS), "jobs": 2}
    scan = library.sluice_scan_new(json.dumps(job).encode(), None)
    assert scan
    stream, run = Stream(), c_void_p()
    text = json.dumps(options).encode()
    assert library.sluice_scan_stream(scan, text, byref(stream), byref(run), None) == 0
    return scan, stream, run


def batches(stream):
    found = []
    while True:
        array = Array()
        assert stream.get_next(byref(stream), byref(array)) == 0, stream.get_last_error(byref(stream))
        if not array.release:
            return found
        found.append(array)


def ids(array):
    """The column "id", and the bytes of the texts, from the buffers themselves."""
    numbers = array.children[0].contents
    values = ctypes.cast(numbers.buffers[1], POINTER(c_int64))
    texts = array.children[1].contents
    offsets = ctypes.cast(texts.buffers[1], POINTER(c_int64))
    assert len(ctypes.string_at(texts.buffers[2], offsets[texts.length])) == offsets[texts.length]
    return [values[i] for i in range(numbers.offset, numbers.offset + numbers.length)]


@pytest.mark.parametrize("order", itertools.permutations(["scan", "stream", "run", "rejects"]))
def test_batches_outlive_all_that_made_them(feed, order):
    library = load()
    scan, stream, run = opened(library, feed.path, {"batch_rows": 3000})
    rows = batches(stream)
    bad = Stream()
    assert library.sluice_run_rejects(run, None, byref(bad), None) == 0
    rejects = batches(bad)
    for name in order:
        match name:
            case "scan":
                library.sluice_scan_free(scan)
            case "run":
                library.sluice_run_free(run)
            case "stream":
                stream.release(byref(stream))
            case "rejects":
                bad.release(byref(bad))
    assert [number for array in rows for number in ids(array)] == [row["id"] for row in feed.rows]
    assert sum(array.length for array in rejects) == len(feed.rejects)
    both = rows + rejects
    random.Random(str(order)).shuffle(both)
    for array in both:
        array.release(byref(array))
        assert not array.release


def test_a_stream_is_released_before_its_end(feed):
    library = load()
    for taken in range(4):
        scan, stream, run = opened(library, feed.path, {"batch_rows": 100})
        arrays = [Array() for _ in range(taken)]
        for array in arrays:
            assert stream.get_next(byref(stream), byref(array)) == 0
        if taken % 2:
            library.sluice_run_stop(run)
        stream.release(byref(stream))
        for array in arrays:
            assert len(ids(array)) == 100
            array.release(byref(array))
        library.sluice_run_free(run)
        library.sluice_scan_free(scan)


BEYOND = """
import ctypes, sys
sys.path.insert(0, sys.argv[1])
from test_interface import load, opened

library = load()
scan, stream, run = opened(library, sys.argv[2], {})
# The library writes six numbers there.
library.sluice_run_progress(run, ctypes.create_string_buffer(8))
print("it went on")
"""


@pytest.mark.skipif(
    os.environ.get("SLUICE_SANITIZER") != "address", reason="for scripts/python-test --sanitize address"
)
def test_the_sanitizer_sees_what_the_library_does(feed):
    folder = os.path.dirname(__file__)
    result = subprocess.run(
        [sys.executable, "-c", BEYOND, folder, feed.path], capture_output=True, text=True
    )
    assert result.returncode != 0 and "it went on" not in result.stdout
    assert "AddressSanitizer: heap-buffer-overflow" in result.stderr
    assert "sluice_run_progress" in result.stderr
