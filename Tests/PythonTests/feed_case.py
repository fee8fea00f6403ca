"""A feed in a file, how it is read, and what a reader must find."""

from __future__ import annotations

import bz2
import lzma
import random
from decimal import Decimal
from pathlib import Path
from typing import Any

import sluice
from column_oracle import converted
from damaged_feed import feed
from feed_oracle import Number, Record, Unfit, looked_up, parsed, records
from packed_feed import packed

COLUMNS = {
    "int": "int",
    "text": "text",
    "real": "real",
    "ok": "bool",
    "raw": "json",
    "price": "decimal",
    "day": "date",
    "at": "timestamp",
    "sent": "epoch",
    "key": "uuid",
    "body": "blob",
    "list": "list<int>",
    "in": "struct<a: text>",
    "in.a": "text",
    "list.0": "int",
    "int.no": "int",
}
ORIGINS = ["offset", "line", "record", "raw", "source"]


class Case:
    def __init__(self, chance: random.Random, folder: Path) -> None:
        self.data = feed(chance, chance.choice([0, 1, 30, 400, 4_000]))
        self.paths = chance.sample(list(COLUMNS), chance.randrange(1, 6))
        self.columns = [f"c{i}:{COLUMNS[path]}={path}" for i, path in enumerate(self.paths)]
        self.origins = chance.sample(ORIGINS, chance.randrange(0, 3))
        self.columns += [f"its_{origin}:{origin}" for origin in self.origins]
        self.duplicates = chance.choice(["first", "first", "last", "reject"])
        #: The least ``int`` of records that are taken; None: all are.
        self.least = chance.choice([None, None, chance.randrange(10**6)])
        self.path = folder / "feed"
        self.form = chance.choice(["plain"] * 4 + ["bgzip", "gzip", "zstd", "bzip2", "xz"])
        self.path.write_bytes(self._stored(chance))
        #: The offsets of rows and their values; the records that are none, for a reason or for the condition.
        self.rows: dict[int, list[Any]] = {}
        self.rejects: list[Record] = []
        self.filtered = 0
        for record in records(self.data):
            self._read(record)

    def _stored(self, chance: random.Random) -> bytes:
        if self.form == "plain":
            return self.data
        if self.form in ("bzip2", "xz"):
            return {"bzip2": bz2, "xz": lzma}[self.form].compress(self.data)
        return packed(self.data, self.form, chance)

    def _read(self, record: Record) -> None:
        try:
            value = parsed(record.raw, self.duplicates)
            if not self._is_taken(value):
                self.filtered += 1
                return
            row = [plain(converted(COLUMNS[path], looked_up(value, path))) for path in self.paths]
        except Unfit:
            self.rejects.append(record)
            return
        self.rows[record.offset] = row + [self._origin(record, each) for each in self.origins]

    def _is_taken(self, value: Any) -> bool:
        if self.least is None:
            return True
        number = value.get("int") if isinstance(value, dict) else None
        return isinstance(number, Number) and Decimal(number) >= self.least

    def _origin(self, record: Record, name: str) -> Any:
        own = {"offset": record.offset, "line": record.line, "record": record.number, "raw": record.raw}
        return str(self.path) if name == "source" else own[name]

    def scan(self, chance: random.Random, **settings: Any) -> sluice.Scan:
        """The feed, read in some way."""
        settings.setdefault("threads", chance.randrange(1, 5))
        settings.setdefault("strings", chance.choice(["large_utf8", "utf8", "utf8_view"]))
        settings.setdefault("batch_rows", chance.choice([1, 7, 1000, 65536]))
        if settings["strings"] == "utf8_view":
            settings["least_viewed_share"] = chance.choice([0, 0.5, 2])
        if self.least is not None:
            settings["where"] = f"int >= {self.least}"
        settings["duplicates"] = self.duplicates
        return sluice.scan(self.path, columns=self.columns, framing="lines", **settings)

    def check(self, found, rejects, first=0, end=None, knows_lines=True):
        """Compares rows and rejects with those of the records that begin in a range."""
        end = len(self.data) + 1 if end is None else end
        wanted = [row for offset, row in self.rows.items() if first <= offset < end]
        if not knows_lines:
            unknown = [
                i
                for i, name in enumerate(self.origins, len(self.columns) - len(self.origins))
                if name in ("line", "record")
            ]
            wanted, found = without(wanted, unknown), without(found, unknown)
        for one, other in zip(found, wanted):
            assert one == other
        assert len(found) == len(wanted)
        bad = [record for record in self.rejects if first <= record.offset < end]
        known = (lambda record: (record.line, record.number)) if knows_lines else (lambda _: (None, None))
        assert [(each.offset, each.line, each.record, each.raw) for each in rejects] == [
            (record.offset, *known(record), record.raw[: 1 << 20]) for record in bad
        ]
        for each in rejects:
            assert (
                each.source == str(self.path) and each.code and each.message and each.length >= len(each.raw)
            )


def without(rows, columns):
    return [[value for i, value in enumerate(row) if i not in columns] for row in rows]


def plain(value):
    """A value whose equality is that of its bytes: -0.0 is not 0.0."""
    return repr(value) if isinstance(value, float) else value


def parsed_if_json(text):
    """What a JSON column holds. Without all checks, what is in its brackets may be no JSON."""
    try:
        return parsed(text.encode())
    except Unfit:
        return text.encode()
