"""PyCapsules of Arrow's structs, and the streams of a run."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from ctypes import c_char_p, c_void_p, py_object

from ._library import LAST_ERROR, NEXT, RELEASE, ArrowArray, ArrowArrayStream, ArrowSchema

_new = ctypes.pythonapi.PyCapsule_New
_new.restype, _new.argtypes = py_object, [c_void_p, c_char_p, c_void_p]
_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = c_void_p, [py_object, c_char_p]

#: The names of capsules, which must outlive them.
SCHEMA, ARRAY, STREAM = b"arrow_schema", b"arrow_array", b"arrow_array_stream"
_names = {name: c_char_p(name) for name in (SCHEMA, ARRAY, STREAM)}

Struct = ArrowSchema | ArrowArray | ArrowArrayStream


def release(struct: Struct) -> None:
    """Releases a struct that no one has moved or released."""
    if struct.release:
        RELEASE(struct.release)(ctypes.addressof(struct))


class _Lent:
    """The structs of capsules.

    A capsule's destructor would be Python code that ctypes calls while an exception may be set, which
    Python does not allow. So the capsule is kept here with its struct, and both are freed once no one
    else has the capsule, when the next one is made. A stream that no one has read is small.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lent: list[tuple[object, Struct]] = []

    def capsule(self, struct: Struct, name: bytes) -> object:
        self.sweep()
        capsule = _new(ctypes.addressof(struct), _names[name], None)
        with self._lock:
            self._lent.append((capsule, struct))
        return capsule

    def sweep(self) -> None:
        if not self._lock.acquire(blocking=False):
            return
        try:
            kept, free = [], []
            while self._lent:
                pair = self._lent.pop()
                # The pair, and the argument of the call.
                (free if sys.getrefcount(pair[0]) <= 2 else kept).append(pair)
            self._lent = kept
        finally:
            self._lock.release()
        for _, struct in free:
            release(struct)

    def unlock(self) -> None:
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._lent)


lent = _Lent()
if hasattr(os, "register_at_fork"):
    # The lock may be one of a thread that is not in the child.
    os.register_at_fork(after_in_child=lent.unlock)


def without_extensions(schema: ArrowSchema) -> ArrowSchema:
    """The schema, which the library made and no consumer has, with the storage of extension types: texts
    instead of JSON, bytes instead of UUIDs. Recursive, as types are."""
    # The library frees the metadata by its own pointer.
    schema.metadata = None
    for i in range(schema.n_children):
        without_extensions(schema.children[i].contents)
    return schema


def struct_in(capsule: object, name: bytes, kind: type[Struct]) -> Struct:
    """The struct in a capsule of that name. ValueError for any other object."""
    try:
        return kind.from_address(_pointer(capsule, name))
    except (ValueError, ctypes.ArgumentError) as error:
        raise ValueError(f"expected a PyCapsule named {name.decode()}: {error}") from None


class Stream:
    """A stream of batches. Not for several threads at once."""

    def __init__(self) -> None:
        self.struct = ArrowArrayStream()

    @property
    def address(self) -> int:
        return ctypes.addressof(self.struct)

    def schema(self) -> ArrowSchema:
        """The stream's schema, which the caller releases."""
        schema = ArrowSchema()
        status = NEXT(self.struct.get_schema)(self.address, ctypes.addressof(schema))
        if status != 0:
            raise OSError(status, self.last_error())
        return schema

    def next(self) -> ArrowArray | None:
        """The next batch, which the caller releases; None at the end. OSError for a failure."""
        array = ArrowArray()
        status = NEXT(self.struct.get_next)(self.address, ctypes.addressof(array))
        if status != 0:
            raise OSError(status, self.last_error())
        return array if array.release else None

    def last_error(self) -> str:
        text = LAST_ERROR(self.struct.get_last_error)(self.address)
        return text.decode() if text else "unknown error"

    def capsule(self) -> object:
        """A capsule with the stream, which is then its consumer's."""
        return lent.capsule(self.struct, STREAM)

    def close(self) -> None:
        release(self.struct)


class Batch:
    """A batch of rows: a struct array for one consumer, by ``__arrow_c_array__``."""

    def __init__(self, array: ArrowArray, schema: ArrowSchema) -> None:
        self._array = array
        self._schema = schema
        self._is_lent = False
        #: The number of rows.
        self.num_rows: int = array.length

    def without_extensions(self) -> Batch:
        """The batch, with the storage of extension types."""
        without_extensions(self._schema)
        return self

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        """The schema and the array, once: they are then the consumer's."""
        if self._is_lent:
            raise ValueError("a consumer has taken this batch")
        self._is_lent = True
        return lent.capsule(self._schema, SCHEMA), lent.capsule(self._array, ARRAY)

    def __del__(self) -> None:
        if not self._is_lent:
            release(self._array)
            release(self._schema)
