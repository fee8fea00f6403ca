"""Inferred columns in Spark: each value of random nested records, wherever the schema goes."""

import json

import pytest

pytest.importorskip("pyspark", reason="Spark's tests need pyspark 4 and Java 17")

import pyarrow as pa  # noqa: E402
import sluice  # noqa: E402
from inferred_oracle import Feed, check  # noqa: E402
from spark_session import local_session  # noqa: E402


@pytest.fixture(scope="module")
def spark():
    return local_session()


def load(spark, path, **options):
    return spark.read.format("sluice").options(**options).load(str(path))


@pytest.mark.parametrize("nested", ["false", "true"])
@pytest.mark.parametrize("seed", range(4))
def test_each_value_of_random_records_is_in_a_column(spark, tmp_path, seed, nested):
    feed = Feed(seed, 40)
    path = tmp_path / "feed.ndjson"
    path.write_text(feed.text, encoding="utf-8")
    scan = sluice.scan(path, nested=nested == "true")
    types = pa.schema(scan).types
    frame = load(spark, path, nested=nested)
    assert frame.columns == scan.names
    check(feed.records, scan.columns, types, [list(row) for row in frame.collect()])
    # The schema means the same to another reader, and with rejects.
    again = spark.read.format("sluice").schema(frame.schema).load(str(path))
    check(feed.records, scan.columns, types, [list(row) for row in again.collect()])
    kept = load(spark, path, nested=nested, rejects="column").drop("_reject")
    check(feed.records, scan.columns, types, [list(row) for row in kept.collect()])


def test_a_column_is_at_its_path_and_not_at_its_name(spark, tmp_path):
    path = tmp_path / "b.ndjson"
    path.write_text('{"id":1,"u":{"n":"ann"},"tags":["a"],"m":1}\n{"id":2,"u":{"n":"bo"},"tags":[],"m":"x"}\n')
    rows = load(spark, path).collect()
    assert [row.asDict() for row in rows] == [
        {"id": 1, "u_n": "ann", "tags": '["a"]', "m": "1"},
        {"id": 2, "u_n": "bo", "tags": "[]", "m": '"x"'},
    ]
    # A schema of one's own has its columns at the paths of their names, as before.
    own = spark.read.format("sluice").schema("id bigint, `u.n` string").load(str(path)).collect()
    assert [tuple(row) for row in own] == [(1, "ann"), (2, "bo")]
    # Another type for an inferred column is taken from its path, too.
    fields = load(spark, path).schema
    fields["id"].dataType = type(fields["u_n"].dataType)()
    fields["u_n"].nullable = False
    with pytest.raises(Exception, match="(?s)inferred.*too-many-rejects"):
        spark.read.format("sluice").schema(fields).load(str(path)).collect()


def test_a_stream_takes_an_inferred_schema(spark, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.ndjson").write_text('{"u":{"n":"ann"},"t":[1]}\n')
    schema = load(spark, folder / "a.ndjson").schema
    stream = spark.readStream.format("sluice").schema(schema).load(str(folder))
    query = (
        stream.writeStream.format("memory").queryName("inferred").trigger(availableNow=True)
        .option("checkpointLocation", str(tmp_path / "state")).start()
    )
    query.awaitTermination()
    assert [row.asDict() for row in spark.table("inferred").collect()] == [{"u_n": "ann", "t": "[1]"}]


def test_a_record_that_does_not_fit_says_that_columns_were_inferred(spark, tmp_path):
    path = tmp_path / "feed.json"
    # Of this framing, the start is examined.
    lines = [json.dumps({"v": i if i < 15_000 else "x"}) for i in range(20_000)]
    path.write_text("[" + ",\n".join(lines) + "]")
    with pytest.raises(Exception, match="(?s)inferred from 10,000 records.*too-many-rejects"):
        load(spark, path).count()
    assert load(spark, path, rejects="column").where("_reject is not null").count() == 5_000


def test_columns_are_inferred_from_the_files_of_a_folder(spark, tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    stream = spark.readStream.format("sluice")
    with pytest.raises(Exception, match="there are none in .* yet"):
        stream.load(str(folder))
    (folder / "a.ndjson").write_text('{"u":{"n":"ann"}}\n')
    (folder / "b.ndjson").write_text('{"u":{"n":"bob","k":1}}\n')
    (folder / "_SUCCESS").write_text("not a feed")
    frame = spark.readStream.format("sluice").load(str(folder))
    assert [field.name for field in frame.schema] == ["u_n", "u_k"]
    query = (
        frame.writeStream.format("memory").queryName("of_a_folder").trigger(availableNow=True)
        .option("checkpointLocation", str(tmp_path / "state")).start()
    )
    query.awaitTermination()
    rows = sorted((row.asDict() for row in spark.table("of_a_folder").collect()), key=str)
    assert rows == [{"u_n": "ann", "u_k": None}, {"u_n": "bob", "u_k": 1}]
