"""Random damaged feeds, read in every way, against an oracle in plain Python.

``SLUICE_SEED`` is the seed of the first round, ``SLUICE_ROUNDS`` how many there are; ``SLUICE_LONG`` plays more.
"""

import bz2
import lzma
import os
import random

import pyarrow as pa
import pytest
import sluice
from column_oracle import converted
from damaged_feed import feed
from feed_oracle import Unfit, looked_up, parsed, records
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
FIRST = int(os.environ.get("SLUICE_SEED", "20"))
ROUNDS = int(os.environ.get("SLUICE_ROUNDS", "200" if "SLUICE_LONG" in os.environ else "25"))


class Case:
    """A feed in a file, columns, and what a reader must find."""

    def __init__(self, chance: random.Random, folder) -> None:
        self.data = feed(chance, chance.choice([0, 1, 30, 400, 4_000]))
        paths = chance.sample(list(COLUMNS), chance.randrange(1, 6))
        self.columns = [f"c{i}:{COLUMNS[path]}={path}" for i, path in enumerate(paths)]
        self.origins = chance.sample(ORIGINS, chance.randrange(0, 3))
        self.columns += [f"its_{origin}:{origin}" for origin in self.origins]
        self.path = folder / "feed"
        self.form = chance.choice(["plain"] * 4 + ["bgzip", "gzip", "zstd", "bzip2", "xz"])
        if self.form == "plain":
            self.path.write_bytes(self.data)
        elif self.form in ("bzip2", "xz"):
            self.path.write_bytes({"bzip2": bz2, "xz": lzma}[self.form].compress(self.data))
        else:
            self.path.write_bytes(packed(self.data, self.form, chance))
        #: The offsets of rows and their values; the records that are none.
        self.rows, self.rejects = {}, []
        for record in records(self.data):
            try:
                value = parsed(record.raw)
                row = [converted(COLUMNS[path], looked_up(value, path)) for path in paths]
            except Unfit:
                self.rejects.append(record)
                continue
            self.rows[record.offset] = [plain(each) for each in row] + [
                self._origin(record, each) for each in self.origins
            ]

    def _origin(self, record, name):
        own = {"offset": record.offset, "line": record.line, "record": record.number, "raw": record.raw}
        return str(self.path) if name == "source" else own[name]

    def scan(self, chance: random.Random, **settings):
        settings.setdefault("threads", chance.randrange(1, 5))
        settings.setdefault("strings", chance.choice(["large_utf8", "utf8", "utf8_view"]))
        settings.setdefault("batch_rows", chance.choice([1, 7, 1000, 65536]))
        if settings["strings"] == "utf8_view":
            settings["least_viewed_share"] = chance.choice([0, 0.5, 2])
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


def rows_of(scan, most=None):
    """The rows that a scan delivers, or the first of them, and then its rejects."""
    found = []
    batches = scan.batches()
    for batch in batches:
        batch = pa.record_batch(batch)
        batch.validate(full=True)
        columns = []
        for field, column in zip(batch.schema, batch.columns):
            if pa.types.is_timestamp(field.type):
                column = column.cast(pa.int64())
            values = [plain(value) for value in column.to_pylist()]
            if field.name == "its_raw":
                values = [value.encode() for value in values]
            elif getattr(field.type, "extension_name", "") == "arrow.json":
                values = [None if value is None else parsed_if_json(value) for value in values]
            columns.append(values)
        found += [list(row) for row in zip(*columns)]
        if most is not None and len(found) >= most:
            batches.close()
            break
    return found, list(scan.rejects())


@pytest.mark.parametrize("seed", range(FIRST, FIRST + ROUNDS))
def test_rows_and_rejects_are_those_of_the_oracle(tmp_path, seed):
    chance = random.Random(seed)
    case = Case(chance, tmp_path)
    print(f"seed {seed}: {case.form}, {len(case.rows)} rows, {len(case.rejects)} rejects, {case.columns}")
    scan = case.scan(chance)
    case.check(*rows_of(scan))
    counts = scan.counts
    assert (counts.rows, counts.rejects) == (len(case.rows), len(case.rejects))
    assert counts.records == counts.rows + counts.rejects and counts.state == "finished"
    check_a_consumer_that_stops(case, chance)
    # An empty text has no member to begin in.
    if case.form == "plain" or (case.form in ("bgzip", "zstd") and case.data):
        check_ranges(case, chance)
    check_accessed(case, chance)


def check_a_consumer_that_stops(case, chance):
    most = chance.randrange(1, len(case.rows) + 2)
    found, rejects = rows_of(case.scan(chance), most)
    assert len(found) >= min(most, len(case.rows))
    rows = list(case.rows.values())
    assert found == rows[: len(found)]
    places = [record.offset for record in case.rejects]
    seen = [each.offset for each in rejects]
    assert seen == places[: len(seen)]
    if found:
        last = list(case.rows)[len(found) - 1]
        assert len(seen) >= sum(place < last for place in places)


def check_ranges(case, chance):
    size = len(case.data)
    cuts = sorted(chance.randrange(size + 1) for _ in range(chance.randrange(5)))
    for first, end in zip([0, *cuts], [*cuts, None]):
        found, rejects = rows_of(case.scan(chance, range=(first, end)))
        case.check(found, rejects, first, end, knows_lines=False)
    if case.form == "plain" and cuts:
        found, rejects = rows_of(case.scan(chance, range=(cuts[-1], None), count_from="start"))
        case.check(found, rejects, cuts[-1], None)


def check_accessed(case, chance):
    """Without the checks of what is not read, the rows are the same, and others may be added."""
    found, rejects = rows_of(case.scan(chance, check="accessed"))
    bad = {record.offset for record in case.rejects}
    assert {each.offset for each in rejects} <= bad
    assert len(found) + len(rejects) == len(case.rows) + len(case.rejects)
    if "offset" in case.origins:
        place = len(case.columns) - len(case.origins) + case.origins.index("offset")
        assert [row for row in found if row[place] not in bad] == list(case.rows.values())
