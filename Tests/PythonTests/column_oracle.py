"""The values of columns by their types' contract, in plain Python."""

from __future__ import annotations

import base64
import binascii
import re
import uuid
from datetime import date
from decimal import Context, Decimal, InvalidOperation
from typing import Any

from feed_oracle import Number, Unfit

_EXACT = Context(prec=200_000, Emin=-999_999_999, Emax=999_999_999)
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)", re.ASCII)
_NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?", re.ASCII)
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
#: The years 0000 to 9999, in microseconds since 1970.
_FIRST, _LAST = -62_167_219_200_000_000, 253_402_300_799_999_999


def converted(type: str, value: Any) -> Any:
    """A value of a column, as pyarrow's to_pylist has it; of times, microseconds since 1970."""
    if value is None or type == "json":
        return value
    if type == "list<int>":
        if not isinstance(value, list):
            raise Unfit(type)
        return [converted("int", each) for each in value]
    if type == "struct<a: text>":
        if not isinstance(value, dict):
            raise Unfit(type)
        return {"a": converted("text", value.get("a"))}
    if type == "map<text, text>":
        if not isinstance(value, dict):
            raise Unfit(type)
        return [(key, converted("text", each)) for key, each in value.items()]
    if type == "bool":
        if not isinstance(value, bool):
            raise Unfit(type)
        return value
    if type in ("int", "real", "epoch"):
        if not isinstance(value, Number):
            raise Unfit(type)
        return _NUMERIC[type](value)
    if type == "decimal":
        if not isinstance(value, str) or not _NUMBER.fullmatch(value):
            raise Unfit(type)
        return _decimal(value)
    if isinstance(value, Number) or not isinstance(value, str):
        raise Unfit(type)
    return _TEXTUAL[type](value)


def _exact(text: str) -> Decimal:
    try:
        return Decimal(text, _EXACT)
    except InvalidOperation:
        raise Unfit(text) from None


def _int(text: str) -> int:
    if any(sign in text for sign in ".eE"):
        number = _exact(text)
        if number and number.adjusted() > 30 or number != number.to_integral_value():
            raise Unfit(text)
        found = int(number) if number else 0
    else:
        found = int(text)
    if not -(2**63) <= found < 2**63:
        raise Unfit(text)
    return found


def _real(text: str) -> float:
    found = float(text)
    if abs(found) == float("inf"):
        raise Unfit(text)
    return found


def _decimal(text: str, precision: int = 38, scale: int = 9) -> Decimal:
    number = _exact(text)
    if not number:
        return Decimal(0).scaleb(-scale)
    if number.adjusted() > precision:
        raise Unfit(text)
    scaled = _EXACT.scaleb(number, scale)
    if scaled != scaled.to_integral_value() or _EXACT.abs(scaled) >= 10**precision:
        raise Unfit(text)
    return _EXACT.quantize(number, Decimal(1).scaleb(-scale))


def _epoch(text: str) -> int:
    number = _exact(text)
    if number and number.adjusted() > 15:
        raise Unfit(text)
    micros = _EXACT.scaleb(number, 6)
    if micros != micros.to_integral_value():
        raise Unfit(text)
    return _moment(int(micros))


def _moment(micros: int) -> int:
    if not _FIRST <= micros <= _LAST:
        raise Unfit(str(micros))
    return micros


def _date(text: str) -> date:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        raise Unfit(text)
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Unfit(text) from None


def _timestamp(text: str) -> int:
    match = _TIME.fullmatch(text)
    if not match:
        raise Unfit(text)
    day, hour, minute, second, fraction, zone = match.groups()
    if int(hour) > 23 or int(minute) > 59 or int(second) > 59 or (fraction or "")[6:].strip("0"):
        raise Unfit(text)
    shift = 0
    if zone not in "Zz":
        hours, minutes = int(zone[1:3]), int(zone[4:])
        if hours > 23 or minutes > 59:
            raise Unfit(text)
        shift = (hours * 60 + minutes) * (-1 if zone[0] == "-" else 1)
    seconds = int(hour) * 3600 + (int(minute) - shift) * 60 + int(second)
    days = (_date(day) - date(1970, 1, 1)).days
    return _moment((days * 86400 + seconds) * 10**6 + int((fraction or "").ljust(6, "0")[:6]))


def _uuid(text: str) -> uuid.UUID:
    if not _UUID.fullmatch(text):
        raise Unfit(text)
    return uuid.UUID(text)


def _blob(text: str) -> bytes:
    body = text.rstrip("=")
    if len(text) - len(body) not in (0, -len(body) % 4) or len(body) % 4 == 1 or not body.isascii():
        raise Unfit(text)
    try:
        found = base64.b64decode(body + "=" * (-len(body) % 4), validate=True)
    except binascii.Error:
        raise Unfit(text) from None
    if base64.b64encode(found).rstrip(b"=") != body.encode():
        raise Unfit(text)
    return found


_NUMERIC = {"int": _int, "real": _real, "epoch": _epoch}
_TEXTUAL = {"text": str, "date": _date, "timestamp": _timestamp, "uuid": _uuid, "blob": _blob}
