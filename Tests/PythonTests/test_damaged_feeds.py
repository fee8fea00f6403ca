"""Random damaged feeds, read in every way, against an oracle in plain Python.

``SLUICE_SEED`` is the first round's seed, ``SLUICE_ROUNDS`` how many there are; ``SLUICE_LONG`` plays more.
"""

import os
import random

import pyarrow as pa
import pytest
from feed_case import Case, parsed_if_json, plain

FIRST = int(os.environ.get("SLUICE_SEED", "20"))
ROUNDS = int(os.environ.get("SLUICE_ROUNDS", "200" if "SLUICE_LONG" in os.environ else "25"))


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
    assert counts.filtered == case.filtered and counts.state == "finished"
    assert counts.records == counts.rows + counts.rejects + counts.filtered
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
    if case.least is None:
        assert len(found) + len(rejects) == len(case.rows) + len(case.rejects)
    if "offset" in case.origins:
        place = len(case.columns) - len(case.origins) + case.origins.index("offset")
        assert [row for row in found if row[place] not in bad] == list(case.rows.values())
