"""Jobs: what a scan reads, in the form of job files."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Union

from ._errors import SluiceError

#: Columns: ``"NAME:TYPE=PATH"`` each, as the command line takes them; a job file's objects; or a
#: mapping of names to ``"TYPE"`` or ``"TYPE=PATH"``.
Columns = Union[Mapping[str, str], Sequence[Union[str, Mapping[str, Any]]]]
#: A path or a pattern of glob(7).
Source = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
#: One source, or several.
Sources = Union[Source, Iterable[Source]]
#: A job: a job file's path, its text, or its object.
Job = Union[str, "os.PathLike[str]", Mapping[str, Any]]
#: The first byte and the byte after the last; None: up to the end. The third: where a compressed file is
#: decoded from, as :func:`sluice.split` has it. Or ``"A..B"``.
ByteRange = Union[str, "tuple[int, int | None]", "tuple[int, int | None, int]"]

#: The most threads that read a scan.
MOST_THREADS = 256
_ORIGINS = {"source", "offset", "line", "record", "raw", "element"}


def column(specification: str | Mapping[str, Any]) -> dict[str, Any]:
    """A column in the form of job files, from ``NAME:TYPE=PATH`` or ``NAME:ORIGIN``."""
    if not isinstance(specification, str):
        return dict(specification)
    name, colon, rest = specification.partition(":")
    if not colon or not name:
        raise ValueError(
            f"expected a column as NAME:TYPE=PATH, such as id:int=id, found {specification!r}"
        )
    return _column(name, rest)


def _column(name: str, rest: str) -> dict[str, Any]:
    equals = next((m.start() for m in _SIGNS.finditer(rest) if m.group() == "="), len(rest))
    kind, path = rest[:equals], rest[equals + 1 :] if equals < len(rest) else name
    if equals == len(rest) and kind in _ORIGINS:
        return {"name": name, "from": kind}
    kind, accepts, words = kind.partition(" accepts ")
    return {"name": name, "type": kind, "path": path} | ({"accepts": words} if accepts else {})


#: Where nested types begin and end, commas, the end of a type, and what hides them: strings of JSON, and
#: patterns of times.
_SIGNS = re.compile(r'"(?:[^"\\]|\\.)*"?|\'[^\']*\'?|[<>,=]', re.DOTALL)


def listed(text: str) -> list[str]:
    """Columns that are separated by commas: ``id:int=id, tags:map<text, int>=tags``."""
    found = []
    start = 0
    while start < len(text):
        end = _column_end(text, start)
        found.append(text[start:end].strip())
        start = end + 1
    return [each for each in found if each]


def _column_end(text: str, start: int) -> int:
    """The place of the comma after a column, or of the end."""
    colon, comma = text.find(":", start), text.find(",", start)
    if comma < 0:
        return len(text)
    if not 0 <= colon < comma:
        return comma
    depth = 0
    for sign in _SIGNS.finditer(text, colon + 1):
        if sign.group() == "<":
            depth += 1
        elif sign.group() == ">":
            depth -= 1
        elif sign.group() == "," and depth <= 0:
            return sign.start()
        elif sign.group() == "=":
            end = text.find(",", sign.end())
            return len(text) if end < 0 else end
    return len(text)


def columns_of(columns: Columns) -> list[dict[str, Any]]:
    """Columns in the form of job files."""
    if isinstance(columns, str):
        raise TypeError("columns are a list or a mapping, not a string: wrap it in a list")
    if isinstance(columns, Mapping):
        return [_column(name, rest) for name, rest in columns.items()]
    return [column(each) for each in columns]


def paths_of(sources: Sources) -> list[str]:
    """The sources as texts. Raises :class:`SluiceError` for a name that is not UTF-8."""
    if isinstance(sources, (str, bytes, os.PathLike)):
        sources = [sources]
    elif hasattr(sources, "read"):
        raise TypeError(f"sources are paths, found an open file: give its name instead of {sources!r}")
    return [_path_of(source) for source in sources]


def _path_of(source: Source) -> str:
    path = os.fsdecode(source)
    try:
        path.encode()
    except UnicodeEncodeError:
        name = os.fsencode(path).decode(errors="replace")
        raise SluiceError("source", f"the name of the file {name} is not UTF-8; rename it") from None
    return path


def range_text(bytes_: ByteRange) -> str:
    """A range as ``A..B``, or as ``A..B@M`` if it knows its member."""
    if isinstance(bytes_, str):
        return bytes_
    first, end, *member = bytes_
    return f"{first}.." + ("" if end is None else str(end)) + "".join(f"@{m}" for m in member)


def read_job(job: Job) -> dict[str, Any]:
    """A job as an object. Relative sources of a job file are in its folder."""
    if isinstance(job, Mapping):
        return dict(job)
    if isinstance(job, str) and job.lstrip().startswith("{"):
        return json.loads(job)
    path = Path(job)
    value = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(value, dict):
        raise ValueError(f"{path}: expected a job, an object, found {type(value).__name__}")

    def place(source: str) -> str:
        if source == "-" or os.path.isabs(source):
            return source
        return os.path.join(str(path.parent), source)

    if isinstance(value.get("sources"), list):
        value["sources"] = [place(source) for source in value["sources"]]
    return value


def threads_available() -> int:
    """The CPUs that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(len(os.sched_getaffinity(0)), 1)
    return os.cpu_count() or 1


def job_of(
    sources: Sources | None,
    *,
    columns: Columns | None,
    job: Job | None,
    settings: Mapping[str, Any],
    threads: int | None,
) -> dict[str, Any]:
    """The job of a scan: that of ``job``, with what is given here instead of its own."""
    value = read_job(job) if job is not None else {}
    if sources is not None:
        value["sources"] = paths_of(sources)
    if columns is not None:
        value["columns"] = columns_of(columns)
    for key, setting in settings.items():
        if setting is not None:
            value[key] = setting
    if threads is not None:
        if not 1 <= threads <= MOST_THREADS:
            raise ValueError(f"threads are from 1 to {MOST_THREADS}, found {threads}")
        value["jobs"] = threads
    value.setdefault("jobs", min(threads_available(), MOST_THREADS))
    return value
