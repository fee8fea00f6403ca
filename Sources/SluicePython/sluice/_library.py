"""The C interface of sluice.h, by ctypes.

ctypes releases the interpreter's lock around each call, so threads scan side by side.
"""

from __future__ import annotations

import ctypes
import os
from ctypes import CFUNCTYPE, POINTER, byref, c_char_p, c_int, c_int32, c_int64, c_void_p
from pathlib import Path

from ._errors import SluiceError

ABI_VERSION = 1


class ArrowSchema(ctypes.Structure):
    """struct ArrowSchema of Arrow's C data interface."""


ArrowSchema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_void_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(ArrowSchema))),
    ("dictionary", POINTER(ArrowSchema)),
    ("release", c_void_p),
    ("private_data", c_void_p),
]


class ArrowArray(ctypes.Structure):
    """struct ArrowArray of Arrow's C data interface."""


ArrowArray._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(ArrowArray))),
    ("dictionary", POINTER(ArrowArray)),
    ("release", c_void_p),
    ("private_data", c_void_p),
]


class ArrowArrayStream(ctypes.Structure):
    """struct ArrowArrayStream of Arrow's C stream interface."""

    _fields_ = [
        ("get_schema", c_void_p),
        ("get_next", c_void_p),
        ("get_last_error", c_void_p),
        ("release", c_void_p),
        ("private_data", c_void_p),
    ]


class Progress(ctypes.Structure):
    """struct SluiceProgress."""

    _fields_ = [
        ("bytes", c_int64),
        ("total_bytes", c_int64),
        ("records", c_int64),
        ("rows", c_int64),
        ("rejects", c_int64),
        ("state", c_int32),
        ("reserved", c_int32),
    ]


#: get_schema and get_next of a stream.
NEXT = CFUNCTYPE(c_int, c_void_p, c_void_p)
LAST_ERROR = CFUNCTYPE(c_char_p, c_void_p)
RELEASE = CFUNCTYPE(None, c_void_p)

_ERROR = POINTER(c_void_p)
_FUNCTIONS = {
    "sluice_abi_version": (c_int32, []),
    "sluice_version": (c_char_p, []),
    "sluice_error_code": (c_char_p, [c_void_p]),
    "sluice_error_message": (c_char_p, [c_void_p]),
    "sluice_error_free": (None, [c_void_p]),
    "sluice_text_free": (None, [c_void_p]),
    "sluice_scan_new": (c_void_p, [c_char_p, _ERROR]),
    "sluice_scan_columns": (c_void_p, [c_void_p]),
    "sluice_scan_free": (None, [c_void_p]),
    "sluice_scan_stream": (c_int, [c_void_p, c_char_p, c_void_p, POINTER(c_void_p), _ERROR]),
    "sluice_run_rejects": (c_int, [c_void_p, c_char_p, c_void_p, _ERROR]),
    "sluice_run_progress": (None, [c_void_p, POINTER(Progress)]),
    "sluice_run_counts": (c_void_p, [c_void_p]),
    "sluice_run_error": (c_void_p, [c_void_p]),
    "sluice_run_notify": (None, [c_void_p, c_void_p, c_void_p, c_void_p]),
    "sluice_run_stop": (None, [c_void_p]),
    "sluice_run_free": (None, [c_void_p]),
    "sluice_infer": (c_void_p, [c_char_p, c_char_p, _ERROR]),
    "sluice_split": (c_void_p, [c_char_p, c_char_p, _ERROR]),
}


def _load_bundled(folder: Path) -> None:
    """Loads the libraries that a wheel has beside its own, which the loader then finds by their names."""
    waiting = [path for path in folder.glob("lib*.so*") if path.name != "libsluice.so"]
    while waiting:
        left = []
        for path in waiting:
            try:
                ctypes.CDLL(str(path))
            except OSError:
                # It may need another of them.
                left.append(path)
        if len(left) == len(waiting):
            return
        waiting = left


def _load() -> ctypes.CDLL:
    named = os.environ.get("SLUICE_LIBRARY")
    path = Path(named) if named else Path(__file__).with_name("libsluice.so")
    if not named:
        _load_bundled(path.parent)
    try:
        library = ctypes.CDLL(str(path))
    except OSError as error:
        raise ImportError(
            f"sluice can't load its library {path}: {error}. Install the wheel for this system, or"
            " name a library that was built here in SLUICE_LIBRARY"
        ) from error
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    version = library.sluice_abi_version()
    if version != ABI_VERSION:
        raise ImportError(
            f"{path} has version {version} of its interface, and this package takes {ABI_VERSION}:"
            " install both from one wheel"
        )
    return library


library = _load()
version: str = library.sluice_version().decode()


def error_of(pointer: c_void_p | int | None) -> SluiceError:
    """The exception for an error of the library, which this frees."""
    if isinstance(pointer, c_void_p):
        pointer = pointer.value
    if not pointer:
        return SluiceError("out-of-memory", "there is no memory for the error")
    try:
        code = library.sluice_error_code(pointer).decode()
        message = library.sluice_error_message(pointer).decode()
    finally:
        library.sluice_error_free(pointer)
    return SluiceError(code, message)


def take_text(pointer: int | None) -> str:
    """A text that the library returned, which this frees."""
    if not pointer:
        raise MemoryError("there is no memory for a text of sluice")
    try:
        return ctypes.string_at(pointer).decode()
    finally:
        library.sluice_text_free(pointer)


def call(function, *arguments):
    """Calls a function that takes an error last and returns NULL for failure."""
    error = c_void_p()
    result = function(*arguments, byref(error))
    if not result:
        raise error_of(error)
    return result


def call_status(function, *arguments) -> None:
    """Calls a function that takes an error last and returns an errno value for failure."""
    error = c_void_p()
    if function(*arguments, byref(error)) != 0:
        raise error_of(error)
