"""What a reader must find in a feed of lines, by Python's json and the contract of columns."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass
from typing import Any

sys.set_int_max_str_digits(0)

BLANK = b" \t\r\n"
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
DEPTH = 1024


class Unfit(Exception):
    """A record that is no row."""


class Number(str):
    """A number as it is written."""


@dataclass(frozen=True)
class Record:
    """A line that is not blank."""

    offset: int
    line: int
    number: int
    raw: bytes


def records(data: bytes) -> list[Record]:
    """The records of a feed, as bytes at their places."""
    found: list[Record] = []
    offset = len(BYTE_ORDER_MARK) if data.startswith(BYTE_ORDER_MARK) else 0
    for number, line in enumerate(data[offset:].split(b"\n"), 1):
        if line.strip(BLANK):
            found.append(Record(offset, number, len(found) + 1, line.removesuffix(b"\r")))
        offset += len(line) + 1
    return found


def parsed(raw: bytes, duplicates: str = "first") -> Any:
    """A JSON text, strictly. Unfit for any other."""

    def refuse(word: str) -> None:
        raise Unfit(word)

    def fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        # Of two fields with one name, one counts; the other is JSON, too.
        for key, value in pairs:
            _check(key)
            _check(value)
        found = dict(pairs if duplicates == "last" else reversed(pairs))
        if duplicates == "reject" and len(found) < len(pairs):
            raise Unfit("duplicate key")
        return found

    if _depth(raw) > DEPTH:
        raise Unfit("depth")
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10 * DEPTH)
    try:
        value = json.loads(
            raw.decode(), parse_int=Number, parse_float=Number, parse_constant=refuse, object_pairs_hook=fields
        )
    except ValueError as error:
        raise Unfit(str(error)) from None
    finally:
        sys.setrecursionlimit(limit)
    _check(value)
    return value


def _depth(raw: bytes) -> int:
    """The deepest nesting, strings left out."""
    depth = deepest = 0
    for sign in re.findall(rb'"(?:[^"\\]|\\.)*"?|[\[\]{}]', raw, re.DOTALL):
        if sign in (b"[", b"{"):
            depth += 1
            deepest = max(deepest, depth)
        elif sign in (b"]", b"}"):
            depth -= 1
    return deepest


def _check(value: Any) -> None:
    """Unfit for lone surrogates, and for numbers with a fraction or an exponent that no double holds."""
    if isinstance(value, Number):
        if any(sign in value for sign in ".eE") and abs(float(value)) == float("inf"):
            raise Unfit(value)
    elif isinstance(value, str):
        if any("\ud800" <= each <= "\udfff" for each in value):
            raise Unfit("surrogate")
    elif isinstance(value, list):
        for each in value:
            _check(each)
    # Objects were checked when they were made.


def looked_up(value: Any, path: str) -> Any:
    """The value at a key path; None where it is missing. Unfit where the path can't go on."""
    if value is None:
        raise Unfit("null")
    for key in path.split("."):
        if value is None:
            return None
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdecimal():
            value = value[int(key)] if int(key) < len(value) else None
        else:
            raise Unfit(f"{key} in {value!r}")
    return value
