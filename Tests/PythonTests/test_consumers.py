"""What pyarrow, Polars, DuckDB, pandas, nanoarrow and Dask make of a scan."""

import gc
import warnings

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sluice
from conftest import COLUMNS
from sluice._capsules import lent

NAMES = ["id", "name", "x", "ok", "at"]


@pytest.fixture
def scan(feed):
    return sluice.scan(feed.path, columns=COLUMNS)


def test_pyarrow(scan, feed):
    table = scan.to_arrow()
    assert table.to_pylist() == feed.rows
    assert table.schema.field("name").type == pa.large_utf8()
    assert not table.schema.field("at").nullable and table.schema.field("id").nullable
    assert pa.table(scan).equals(table)
    assert pa.schema(scan) == table.schema
    assert pa.RecordBatchReader.from_stream(scan).read_all().equals(table)


def test_polars(scan, feed):
    frame = scan.to_polars()
    assert frame.to_dicts() == feed.rows
    assert pl.DataFrame(scan).equals(frame)
    assert scan.counts.rejects == len(feed.rejects)


def test_polars_gets_json_as_texts(tmp_path):
    """It got an extension type, on which its functions for JSON fail, and its Parquet writer panics in lists."""
    path = tmp_path / "feed.ndjson"
    path.write_text('{"j": {"a": [1, 2]}, "l": [{"b": 1}], "u": "123e4567-e89b-12d3-a456-426614174000"}\n')
    columns = ["j:json=j", "l:list<json>=l", "s:struct<b: json>=j", "u:uuid=u", "r:raw"]
    frame = sluice.scan(path, columns=columns).to_polars()
    assert frame.schema["j"] == frame.schema["r"] == pl.String
    assert frame.schema["l"] == pl.List(pl.String) and frame.schema["u"] == pl.Binary
    decoded = pl.col("j").str.json_decode(pl.Struct({"a": pl.List(pl.Int64)}))
    lazy = sluice.scan_polars(path, columns=columns)
    for each in (frame.lazy(), lazy):
        assert each.select(decoded).collect().item() == {"a": [1, 2]}
    frame.write_parquet(tmp_path / "frame.parquet")
    assert pl.read_parquet(tmp_path / "frame.parquet").equals(frame)
    assert lazy.collect().equals(frame)


def test_pandas(scan, feed):
    frame = scan.to_pandas()
    assert list(frame.columns) == NAMES
    assert frame["id"].tolist() == [row["id"] for row in feed.rows]
    assert frame["name"].tolist() == [row["name"] for row in feed.rows]


def test_nanoarrow(scan, feed):
    na = pytest.importorskip("nanoarrow", reason="nanoarrow is not installed")
    assert [field.name for field in na.ArrayStream(scan).schema.fields] == NAMES
    assert na.ArrayStream(scan).read_all().to_pylist() == feed.rows


def test_dask_reads_parts_of_a_file(feed):
    frames = pytest.importorskip("dask.dataframe", reason="Dask is not installed")
    parts = [part for parts in sluice.split(feed.path, bytes=4096) for part in parts]
    scans = [sluice.scan(part.path, columns=COLUMNS, range=part.range) for part in parts]
    assert len(scans) > 3
    frame = frames.from_map(sluice.Scan.to_pandas, scans)
    assert frame.npartitions == len(scans)
    assert frame.compute()["id"].tolist() == [row["id"] for row in feed.rows]


def test_duckdb(scan, feed):
    connection = duckdb.connect()
    relation = scan.duckdb(connection, "events")
    totals = (len(feed.rows), sum(row["id"] for row in feed.rows))
    assert relation.aggregate("count(*), sum(id)").fetchall() == [totals]
    joined = "select count(*) from events a join events b using (id) where a.ok"
    assert connection.sql(joined).fetchall() == [(sum(row["ok"] for row in feed.rows),)]
    assert connection.sql('select id, name, x, ok, "at" from events').fetchall() == [
        tuple(row.values()) for row in feed.rows
    ]


def test_parquet(scan, feed, tmp_path):
    path = tmp_path / "events.parquet"
    counts = scan.to_parquet(path, compression="zstd")
    assert (counts.rows, counts.rejects) == (len(feed.rows), len(feed.rejects))
    assert pq.read_table(path).to_pylist() == feed.rows
    assert [each.name for each in tmp_path.iterdir()] == ["events.parquet"]


def test_parquet_of_a_failing_scan_leaves_no_file(feed, tmp_path):
    scan = sluice.scan(feed.path, columns=COLUMNS, max_errors=3)
    with pytest.raises(sluice.SluiceError) as caught:
        scan.to_parquet(tmp_path / "x.parquet")
    assert caught.value.code == "too-many-rejects"
    assert list(tmp_path.iterdir()) == []


def test_no_rows(tmp_path):
    path = tmp_path / "empty.ndjson"
    path.write_text("")
    scan = sluice.scan(path, columns=COLUMNS)
    assert scan.to_arrow().num_rows == 0
    assert scan.to_arrow().schema.names == NAMES
    assert scan.to_polars().shape == (0, 5)
    assert scan.to_polars().schema["x"] == pl.Float64
    assert scan.to_pandas().shape == (0, 5)
    assert scan.counts.state == "finished"


def test_requested_schema(scan, feed):
    wanted = pa.schema([("name", pa.utf8()), ("id", pa.int64())])
    table = pa.RecordBatchReader.from_stream(scan, schema=wanted).read_all()
    assert table.schema.names == ["name", "id"] and table.schema.types == wanted.types
    assert table.column("id").to_pylist() == [row["id"] for row in feed.rows]
    views = pa.schema([("name", pa.string_view())])
    assert pa.RecordBatchReader.from_stream(scan, schema=views).schema.types == views.types
    with pytest.raises(ValueError, match="the requested schema has the columns nope"):
        scan.__arrow_c_stream__(pa.schema([("nope", pa.int8())]).__arrow_c_schema__())
    with pytest.raises(ValueError, match="arrow_schema"):
        scan.__arrow_c_stream__(7)
    with pytest.raises(ValueError, match="a schema with columns"):
        scan.__arrow_c_stream__(pa.schema([]).__arrow_c_schema__())
    # A request comes before what the scan was made with.
    scan = sluice.scan(feed.path, columns=COLUMNS, strings="utf8")
    assert pa.RecordBatchReader.from_stream(scan, schema=views).schema.types == views.types


def test_layouts_of_texts(feed):
    for layout, type in [
        ("large_utf8", pa.large_utf8()),
        ("utf8", pa.utf8()),
        ("utf8_view", pa.string_view()),
        ("view", pa.string_view()),
    ]:
        scan = sluice.scan(feed.path, columns=COLUMNS, strings=layout)
        table = scan.to_arrow()
        assert table.schema.field("name").type == type
        assert table.column("name").to_pylist() == [row["name"] for row in feed.rows]


def test_rejects(scan, feed):
    scan.to_arrow()
    offsets = [offset for offset, _ in feed.rejects]
    assert scan.rejects().to_arrow().column("offset").to_pylist() == offsets
    assert scan.rejects().to_polars()["offset"].to_list() == offsets
    assert scan.rejects().to_pandas()["raw"].tolist() == [raw for _, raw in feed.rejects]
    with pytest.raises(ValueError, match="nothing has been read"):
        sluice.scan(feed.path, columns=COLUMNS).rejects().to_arrow()


def test_decimals(tmp_path):
    path = tmp_path / "prices.ndjson"
    path.write_text('{"p": 1.25}\n{"p": 12345678901.00}\n{"p": null}\n')
    scan = sluice.scan(path, columns=["p:decimal=p"], decimals={"p": (12, 2)})
    assert scan.to_arrow().schema.field("p").type == pa.decimal128(12, 2)
    assert scan.counts.rows + scan.counts.rejects == 3
    assert [str(v) for v in scan.to_arrow().column("p").to_pylist()][0] == "1.25"


def test_lazy_polars(feed):
    frame = sluice.scan_polars(feed.path, columns=COLUMNS)
    found = frame.filter(pl.col("ok") & (pl.col("id") > 500)).select("id", "x").collect()
    assert found["id"].to_list() == [row["id"] for row in feed.rows if row["ok"] and row["id"] > 500]
    assert found.columns == ["id", "x"]
    assert frame.select(pl.len()).collect().item() == len(feed.rows)
    assert frame.head(7).collect().to_dicts() == feed.rows[:7]
    assert frame.select(pl.col("x").sum()).collect().item() == sum(row["x"] for row in feed.rows)
    # A bad id does not matter to a query that reads only what it needs.
    fast = sluice.scan_polars(feed.path, columns=COLUMNS, decided_by="query")
    assert fast.select(pl.col("ok").is_null().sum()).collect().item() > 0
    with pytest.raises(ValueError, match="decided_by"):
        sluice.scan_polars(feed.path, columns=COLUMNS, decided_by="x")


def test_lazy_polars_reads_no_more_than_its_first_rows(feed, monkeypatch):
    """It read the first 100,000 of them."""
    source = sluice.scan(feed.path, columns=COLUMNS)
    monkeypatch.setattr("sluice._polars.scan", lambda *_, **__: source)
    frame = sluice.scan_polars(feed.path, columns=COLUMNS)
    assert frame.head(7).collect().to_dicts() == feed.rows[:7]
    # A batch of them, those read ahead, and the rest of a piece of the feed.
    assert source.counts.rows < len(feed.rows) and source.counts.state == "stopped"


def test_streams_end_in_any_order(feed):
    scan = sluice.scan(feed.path, columns=COLUMNS, batch_rows=1000)
    readers = [pa.RecordBatchReader.from_stream(scan) for _ in range(3)]
    batch = readers[0].read_next_batch()
    capsule = scan.__arrow_c_stream__()
    del scan
    del readers[0]
    assert batch.to_pylist() == feed.rows[:1000]
    assert readers[1].read_all().num_rows == len(feed.rows)
    del capsule, readers
    gc.collect()
    lent.sweep()
    assert len(lent) == 0
    assert batch.column("name")[999].as_py() == feed.rows[999]["name"]


def test_a_batch_is_for_one_consumer(scan):
    batches = scan.batches()
    batch = next(batches)
    pa.record_batch(batch)
    with pytest.raises(ValueError, match="has taken this batch"):
        batch.__arrow_c_array__()
    batches.close()


def test_values_of_pandas_types(scan):
    assert isinstance(scan.to_pandas(types_mapper=pd.ArrowDtype)["id"].dtype, pd.ArrowDtype)


@pytest.mark.parametrize("consumer", ["to_arrow", "to_pandas", "to_polars", "scan_polars"])
def test_rejects_are_a_table_wherever_a_frame_can_be_had(tmp_path, consumer):
    path = tmp_path / "feed.ndjson"
    path.write_text('{"id":1}\n{"id":"x"}\n{"id":2}\n{"id":\n')
    scan = sluice.scan(path, columns=["id:int=id"])
    with warnings.catch_warnings():
        # They are told by being there.
        warnings.simplefilter("error")
        if consumer == "scan_polars":
            pytest.importorskip("polars")
            rows, bad = (
                frame.collect()
                for frame in sluice.scan_polars(path, columns=["id:int=id"], rejects="table")
            )
        else:
            pytest.importorskip(consumer.removeprefix("to_").replace("arrow", "pyarrow"))
            rows, bad = getattr(scan, consumer)(rejects="table")
    assert [int(each) for each in rows["id"].to_numpy()] == [1, 2]
    texts = {name: [str(each) for each in bad[name].to_numpy()] for name in ("code", "offset", "source")}
    assert texts == {
        "code": ["type-mismatch", "incomplete"],
        "offset": ["9", "29"],
        "source": [str(path)] * 2,
    }
    with pytest.raises(ValueError, match="expected rejects to be 'table' or None, found 'frame'"):
        if consumer == "scan_polars":
            sluice.scan_polars(path, columns=["id:int=id"], rejects="frame")
        else:
            getattr(scan, consumer)(rejects="frame")
