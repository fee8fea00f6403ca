"""Spark's filters as conditions of sluice.

A condition must hold for each row for which its filter is true; it may hold for others, because Spark
applies its filters again to what it gets. Rows of rejects have nulls in all other columns, so only filters
that are never true for null are translated.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from typing import Any

from pyspark.sql.datasource import (
    EqualNullSafe,
    EqualTo,
    Filter,
    GreaterThan,
    GreaterThanOrEqual,
    In,
    IsNotNull,
    LessThan,
    LessThanOrEqual,
    Not,
    StringContains,
    StringEndsWith,
    StringStartsWith,
)

_COMPARISONS = {
    EqualTo: "=",
    EqualNullSafe: "=",
    LessThan: "<",
    LessThanOrEqual: "<=",
    GreaterThan: ">",
    GreaterThanOrEqual: ">=",
}
_SEARCHES = {
    StringStartsWith: "startsWith",
    StringEndsWith: "endsWith",
    StringContains: "contains",
}
#: A column with other keys may have a value where its record has none, as by a default.
_PLAIN_KEYS = {"name", "type", "path", "required"}
#: A condition is at most 64 KiB long.
_LONGEST = 60_000


def condition_of(filters: Iterable[Filter], columns: Iterable[Mapping[str, Any]]) -> str | None:
    """A condition for those of some filters that can be translated; None: for none of them."""
    by_name = {column["name"]: column for column in columns if set(column) <= _PLAIN_KEYS}
    conditions: list[str] = []
    for filter in filters:
        text = _condition(filter, by_name)
        if text and sum(map(len, conditions)) + len(text) < _LONGEST:
            conditions.append(f"({text})")
    return " and ".join(conditions) or None


def _condition(filter: Filter, columns: Mapping[str, Mapping[str, Any]]) -> str | None:
    if isinstance(filter, Not):
        return _negation(filter.child, columns)
    attribute = getattr(filter, "attribute", ())
    if len(attribute) != 1:
        return None
    column = columns.get(attribute[0])
    if column is None or "type" not in column:
        return None
    path = f"`{column['path']}`"
    if "`" in column["path"] or "[]" in column["path"]:
        return None
    if isinstance(filter, IsNotNull):
        return f"exists {path}"
    kind, value = column["type"], getattr(filter, "value", None)
    if isinstance(filter, In):
        values = [each for each in value if each is not None]
        each_of = [_comparison(path, kind, "=", each) for each in values]
        if not each_of or None in each_of:
            return None
        if kind == "real":
            return " or ".join(f"({each})" for each in each_of)
        return f"{path} in ({', '.join(map(_literal, values))})"
    if type(filter) in _SEARCHES:
        if kind != "text" or type(value) is not str:
            return None
        return f"{path} {_SEARCHES[type(filter)]} {_literal(value)}"
    if type(filter) in _COMPARISONS:
        return _comparison(path, kind, _COMPARISONS[type(filter)], value)
    return None


def _negation(filter: Filter, columns: Mapping[str, Mapping[str, Any]]) -> str | None:
    """The condition of a filter that is not true, and not null.

    Exact for integers, texts and Booleans. For doubles, several numbers of a record are one value.
    """
    if not isinstance(filter, (EqualTo, In, StringStartsWith, StringEndsWith, StringContains)):
        return None
    if isinstance(filter, In) and None in filter.value:
        return None
    column = columns.get(filter.attribute[0]) if len(filter.attribute) == 1 else None
    if column is None or column.get("type") not in ("int", "text", "bool"):
        return None
    text = _condition(filter, columns)
    return f"not ({text})" if text else None


def _comparison(path: str, kind: str, sign: str, value: Any) -> str | None:
    if kind == "int" and type(value) is int:
        return f"{path} {sign} {value}"
    if kind == "text" and type(value) is str:
        return f"{path} {sign} {_literal(value)}"
    if kind == "bool" and type(value) is bool and sign == "=":
        return f"{path} = {_literal(value)}"
    if kind == "real" and type(value) in (float, int):
        return _near(path, sign, float(value))
    return None


def _near(path: str, sign: str, value: float) -> str | None:
    """The comparison of a double, which a record may have with more digits than it.

    Conditions compare numbers exactly, and a column has the nearest double: the numbers that become a
    double are between its neighbours.
    """
    low, high = value, value
    for _ in range(2):
        low, high = math.nextafter(low, -math.inf), math.nextafter(high, math.inf)
    if not (math.isfinite(low) and math.isfinite(high)):
        return None
    above, below = f"{path} > {low!r}", f"{path} < {high!r}"
    return {"=": f"{above} and {below}", "<": below, "<=": below, ">": above, ">=": above}[sign]


def _literal(value: Any) -> str:
    # JSON's escapes in double quotes, JSON's words and numbers.
    return json.dumps(value)
