"""Views of texts: they point into the bytes of the feed, which stay as long as a consumer needs them."""

import gc
import json
import os
import random

import duckdb
import polars as pl
import pyarrow as pa
import pytest

import sluice

COLUMNS = ["id:int=id", "text:text=text", "list:list<text>=list", "raw:json=raw"]


def word(random: random.Random) -> str | None:
    kind = random.randrange(8)
    if kind == 0:
        return None
    if kind == 1:
        return "".join(random.choice(['"', "\n", "é", "日本", "\\", "words "]) for _ in range(9))
    return "y" * random.choice([0, 1, 4, 11, 12, 13, 40, 300])


@pytest.fixture(scope="module")
def rows() -> list[dict]:
    numbers = random.Random(5)
    return [
        {
            "id": number,
            "text": word(numbers),
            "list": [word(numbers) for _ in range(numbers.randrange(4))],
            "raw": {"a": [number, "x" * (number % 30)]},
        }
        for number in range(20_000)
    ]


@pytest.fixture(scope="module")
def path(rows, tmp_path_factory) -> str:
    path = tmp_path_factory.mktemp("views") / "feed.ndjson"
    with open(path, "w") as file:
        for number, row in enumerate(rows):
            file.write(json.dumps(row, ensure_ascii=number % 2 == 0) + "\n")
    return str(path)


def scan(path: str, threads: int, **options) -> sluice.Scan:
    return sluice.scan(path, columns=COLUMNS, threads=threads, strings="utf8_view", **options)


def values(table) -> list[dict]:
    return [{**row, "raw": json.loads(row["raw"])} for row in table.to_pylist()]


@pytest.mark.parametrize("threads", [1, 2])
def test_pyarrow_reads_the_values(path, rows, threads):
    table = scan(path, threads, least_viewed_share=0).to_arrow()
    table.validate(full=True)
    assert table.schema.field("text").type == pa.string_view()
    assert values(table) == rows
    # The bytes are the feed's: views of long texts are in buffers after the column's own.
    assert any(len(chunk.buffers()) > 3 for chunk in table.column("text").chunks)


@pytest.mark.parametrize("threads", [1, 2])
def test_batches_outlive_the_scan_in_any_order(path, rows, threads):
    batches = [
        pa.record_batch(batch) for batch in scan(path, threads, batch_rows=500).batches()
    ]
    gc.collect()
    starts = [0]
    for batch in batches:
        starts.append(starts[-1] + batch.num_rows)
    assert starts[-1] == len(rows)
    order = list(range(len(batches)))
    random.Random(3).shuffle(order)
    for number in order:
        batch, batches[number] = batches[number], None
        batch.validate(full=True)
        assert values(batch) == rows[starts[number] : starts[number + 1]]
        del batch
        gc.collect()


def test_a_share_decides_what_stays_in_memory(path):
    def retained(**options) -> tuple[int, int]:
        reading = scan(path, 1, **options)
        buffers = max(len(chunk.buffers()) for chunk in reading.to_arrow().column("text").chunks)
        return buffers, reading.counts.retained_bytes

    kept_buffers, kept = retained(least_viewed_share=0)
    copied_buffers, copied = retained(least_viewed_share=2)
    # The validity, the views and the column's own bytes; and windows, where these are kept.
    assert kept_buffers > 3 and copied_buffers == 3
    assert kept >= os.path.getsize(path) and kept > copied > 0


@pytest.mark.parametrize("share", [-0.5, "much"])
def test_a_share_that_is_none_is_refused(path, share):
    with pytest.raises(sluice.SluiceError, match="least_viewed_share: expected a number from 0"):
        scan(path, 1, least_viewed_share=share).to_arrow()


def test_a_column_outlives_its_table(path, rows):
    column = scan(path, 1).to_arrow().column("text")
    gc.collect()
    assert column.to_pylist() == [row["text"] for row in rows]
    part = column.slice(12_345, 7)
    del column
    gc.collect()
    assert part.to_pylist() == [row["text"] for row in rows[12_345:12_352]]


def test_polars_and_duckdb_take_them(path, rows):
    wanted = [row["text"] for row in rows]
    frame = scan(path, 2).to_polars()
    assert frame["text"].to_list() == wanted
    assert frame.filter(pl.col("text").str.len_bytes() > 12)["text"].to_list() == [
        text for text in wanted if text is not None and len(text.encode()) > 12
    ]
    connection = duckdb.connect()
    scan(path, 1).duckdb(connection, "feed")
    found = connection.execute("SELECT text FROM feed ORDER BY id").fetchall()
    assert [text for (text,) in found] == wanted


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("share", [0, 0.5, 2])
def test_duckdb_stores_the_same_values_as_of_copies(path, rows, share, threads):
    connection = duckdb.connect()
    sluice.scan(path, columns=COLUMNS, strings="large_utf8").duckdb(connection, "copies")
    scan(path, threads, least_viewed_share=share).duckdb(connection, "views")
    tables = []
    for name in ("copies", "views"):
        connection.execute(f"CREATE TABLE {name}_stored AS FROM {name}").fetchall()
        query = f"SELECT id, text, list, raw FROM {name}_stored ORDER BY id"
        tables.append(connection.execute(query).fetchall())
    assert tables[1] == tables[0]
    assert [row[:3] for row in tables[1]] == [(row["id"], row["text"], row["list"]) for row in rows]
    # All kinds of texts are among them.
    assert any(row["text"] is None for row in rows)
    assert {len(row["text"] or "") for row in rows} >= {0, 1, 12, 13, 300}
    # A condition reads views before they are stored.
    wanted = sum(1 for row in rows if row["text"] is not None and row["text"].endswith("words "))
    counted = connection.execute("SELECT count(*) FROM views WHERE text LIKE '%words '").fetchall()
    assert counted == [(wanted,)] and wanted > 0
