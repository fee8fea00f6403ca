"""Random records, and what columns that were inferred for them must hold: each value of each record, once."""

from __future__ import annotations

import json
import random
import uuid
from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pyarrow as pa

KEYS = [
    "a", "A", "b c", "x.y", "u[]", "é", "", "0", "/p", "a~b", "$", 'q"', "u_n", "u", "n", "a_0", "\x01", "😀",
    "[]", "type", "id",
]


class Feed:
    """Records of one shape: each field has its kind, and fields may be missing or null."""

    def __init__(self, seed: int, count: int) -> None:
        self._chance = random.Random(seed)
        fields = self._fields(3)
        self.records = [self._object(fields) for _ in range(count)]

    @property
    def text(self) -> str:
        return "".join(json.dumps(each, ensure_ascii=self._chance.random() < 0.5) + "\n" for each in self.records)

    def _fields(self, depth: int) -> dict[str, tuple[Any, float]]:
        names = self._chance.sample(KEYS, self._chance.randint(1, 5))
        return {name: (self._kind(depth), self._chance.choice([1, 1, 0.7])) for name in names}

    def _kind(self, depth: int) -> Any:
        if depth and self._chance.random() < 0.5:
            inside = self._fields(depth - 1)
            return self._chance.choice([inside, [self._kind(depth - 1)], [inside]])
        words = ["int", "real", "text", "bool", "date", "time", "uuid", "huge", "mixed", "null"]
        return self._chance.choice(words)

    def _object(self, fields: dict[str, tuple[Any, float]]) -> dict[str, Any]:
        chosen = [name for name, (_, share) in fields.items() if self._chance.random() < share]
        self._chance.shuffle(chosen)
        return {name: self._value(fields[name][0]) for name in chosen}

    def _value(self, kind: Any) -> Any:
        chance = self._chance
        if isinstance(kind, dict):
            return self._object(kind)
        if isinstance(kind, list):
            return [self._value(kind[0]) for _ in range(chance.randrange(4))]
        if kind == "mixed":
            return self._value(chance.choice(["int", "text", "bool", "null", ["int"]]))
        return {
            "int": lambda: chance.randrange(-(2**63), 2**63),
            "real": lambda: chance.choice([0.5, -1e300, 3, chance.random()]),
            "text": lambda: chance.choice(["", "x", "näme", '"\\\n', "x" * 40]),
            "bool": lambda: chance.random() < 0.5,
            "date": lambda: str(date(2000 + chance.randrange(90), 3, chance.randint(1, 31))),
            "time": lambda: f"2024-05-{chance.randint(10, 30)}T12:00:{chance.randint(10, 59)}.25Z",
            "uuid": lambda: str(uuid.UUID(int=chance.getrandbits(128))),
            "huge": lambda: chance.randrange(10**25),
            "null": lambda: None,
        }[kind]()


def keys_of(path: str) -> list[str]:
    """The keys of a column's path: a JSON Pointer, or keys with dots between them."""
    if path.startswith("/"):
        return [key.replace("~1", "/").replace("~0", "~") for key in path[1:].split("/")]
    return path.split(".")


def check(records: list[dict[str, Any]], columns: list[dict[str, Any]], types: list[pa.DataType], rows: list[Any]):
    """Compares rows, lists of values in the columns' order, with the records, both ways."""
    paths = [keys_of(column["path"]) for column in columns]
    assert len(rows) == len(records)
    for record, row in zip(records, rows):
        for column, path, type, value in zip(columns, paths, types, row, strict=True):
            wanted = looked_up(record, path)
            assert same(type, value, wanted), f"{column}: {value!r}, expected {wanted!r}"
        check_all_is_there(record, [], {tuple(path) for path in paths})


def looked_up(value: Any, path: list[str]) -> Any:
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def check_all_is_there(value: Any, path: list[str], known: set[tuple[str, ...]]) -> None:
    """Each value of a record is that of a column, or in one."""
    if tuple(path) in known:
        return
    assert isinstance(value, dict), f"no column has {value!r} at {path}"
    for key, inner in value.items():
        check_all_is_there(inner, [*path, key], known)


def same(type: pa.DataType, found: Any, wanted: Any) -> bool:
    """Whether a value of Arrow or Spark is that of the record. Recursive, as types are."""
    if isinstance(type, pa.BaseExtensionType) and not isinstance(type, pa.UuidType):
        # JSON as it was written; null is none.
        return (json.loads(found) if found is not None else None) == wanted
    if wanted is None or found is None:
        return found is wanted
    if isinstance(type, pa.UuidType):
        return str(found) == wanted
    if pa.types.is_list(type):
        values = zip(found, wanted)
        return len(found) == len(wanted) and all(same(type.value_type, *each) for each in values)
    if pa.types.is_map(type):
        pairs = dict(found)
        return pairs.keys() == wanted.keys() and all(
            same(type.item_type, pairs[key], wanted[key]) for key in wanted
        )
    if pa.types.is_struct(type):
        names = [field.name for field in type]
        fields = found if isinstance(found, dict) else dict(zip(names, found))
        return wanted.keys() <= set(names) and all(
            same(field.type, fields[field.name], wanted.get(field.name)) for field in type
        )
    if pa.types.is_timestamp(type):
        return found.timestamp() == datetime.fromisoformat(wanted.replace("Z", "+00:00")).timestamp()
    if pa.types.is_date(type):
        return str(found) == wanted
    if pa.types.is_decimal(type):
        return Decimal(found) == Decimal(wanted)
    is_number = isinstance(wanted, (int, float)) and not isinstance(wanted, bool)
    return isinstance(found, (int, float)) == (is_number or isinstance(wanted, bool)) and found == wanted
