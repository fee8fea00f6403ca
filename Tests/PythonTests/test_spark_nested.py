"""Nested types of columns in Spark, on local[2]."""

import json
import random
import re
from datetime import date, datetime
from decimal import Decimal

import pytest

pytest.importorskip("pyspark", reason="Spark's tests need pyspark 4 and Java 17")

import sluice  # noqa: E402
from pyspark.sql import Row  # noqa: E402
from sluice._job import listed  # noqa: E402
from spark_session import local_session  # noqa: E402
from test_nested import nested_type, text_of, value_of  # noqa: E402

COLUMNS = (
    "id:int=id, tags:list<text>=tags, user:struct<name: text, age: int>=user, counts:map<text, int>=counts,"
    " at:offset"
)
SCHEMA = "id bigint, tags array<string>, user struct<name: string, age: bigint>, counts map<string, bigint>"

REJECT = "struct<code string, column string, path string, message string, source string, offset bigint,"
REJECT += " length bigint, raw binary>"


def record(number):
    """A record with a null, an empty array and a missing field now and then."""
    value = {
        "id": number,
        "tags": None if number % 7 == 3 else [f"t{i}" if i % 4 else None for i in range(number % 6)],
        "user": {"name": f"näme {number}", "age": number if number % 5 else None},
        "counts": {f"k{i}": i for i in range(number % 4)},
    }
    if number % 11 == 0:
        del value["user"]
    return value


def row_of(value):
    user = value.get("user")
    return {**value, "user": user and Row(**user)}


@pytest.fixture(scope="module")
def spark():
    return local_session()


@pytest.fixture(scope="module")
def feed(tmp_path_factory):
    """3,000 records, and among them 30 whose arrays, objects or maps hold something else."""
    path = tmp_path_factory.mktemp("nested") / "feed.ndjson"
    bad = ['{"tags": [1]}', '{"user": {"age": "1"}}', '{"counts": {"a": 1.5}}']
    with open(path, "w", encoding="utf-8") as file:
        for number in range(3000):
            if number % 100 == 50:
                file.write(bad[number // 100 % 3] + "\n")
            file.write(json.dumps(record(number)) + "\n")
    return str(path)


def read(spark, **options):
    reader = spark.read.format("sluice")
    for name, value in options.items():
        reader = reader.option(name, value)
    return reader


def check(frame):
    """All rows of the feed, and its rejects."""
    rows = frame.where("_reject is null").select("id", "tags", "user", "counts").orderBy("id").collect()
    assert [row.asDict() for row in rows] == [row_of({"user": None, **record(i)}) for i in range(3000)]
    rejects = frame.where("_reject is not null").select("_reject.*").collect()
    assert sorted(bad.path for bad in rejects) == ["$.counts.a"] * 10 + ["$.tags[0]"] * 10 + ["$.user.age"] * 10


def test_columns_of_ranges(spark, feed):
    frame = read(spark, columns=COLUMNS, rejects="column", partitionBytes="50000").load(feed)
    assert frame.rdd.getNumPartitions() > 3
    types = {field.name: field.dataType.simpleString() for field in frame.schema if field.name != "_reject"}
    assert types == {
        "id": "bigint", "tags": "array<string>", "user": "struct<name:string,age:bigint>",
        "counts": "map<string,bigint>", "at": "bigint",
    }
    check(frame)


def test_a_schema(spark, feed):
    reader = read(spark, rejects="column", partitionBytes="50000").schema(f"{SCHEMA}, _reject {REJECT}")
    check(reader.load(feed))


def test_expressions_of_spark(spark, feed):
    frame = read(spark, columns=COLUMNS, rejects="column").load(feed)
    exploded = frame.selectExpr("id", "explode(tags) tag").where("tag is not null").count()
    good = [record(number) for number in range(3000)]
    assert exploded == sum(tag is not None for value in good for tag in value["tags"] or [])
    total = frame.selectExpr("sum(counts['k1']) + sum(user.age)").first()[0]
    assert total == sum(
        value["counts"].get("k1", 0) + ((value.get("user") or {}).get("age") or 0) for value in good
    )


def test_values_of_each_type(spark, tmp_path):
    values = {
        "t": ["2024-05-31T12:00:00.25+02:00", None], "d": {"k": "2024-05-31"}, "p": [1.25, "7"],
        "u": ["6BA7B810-9dad-11d1-80b4-00c04fd430c8", None], "b": {"x": "aGk="}, "j": [{"a": [1]}, "x", None],
        "e": [0.5], "n": [[True, None], None, []], "x": {"y": {"z": [{"k": 1}]}},
    }
    path = tmp_path / "t.ndjson"
    path.write_text(json.dumps(values) + "\n{}\n")
    columns = "t:list<timestamp>=t, d:map<text, date>=d, p:list<decimal>=p, u:list<uuid>=u,"
    columns += " b:struct<x: blob required>=b, j:list<json>=j, e:list<epoch>=e, n:list<list<bool>>=n,"
    columns += " x:struct<y: struct<z: list<map<text, int>>>>=x"
    full, empty = read(spark, columns=columns).load(str(path)).coalesce(1).collect()
    assert set(empty.asDict().values()) == {None}
    assert full.p == [Decimal("1.250000000"), Decimal("7.000000000")] and full.d == {"k": date(2024, 5, 31)}
    assert full.t[1] is None and full.t[0].microsecond == 250_000 and isinstance(full.e[0], datetime)
    assert full.u == ["6ba7b810-9dad-11d1-80b4-00c04fd430c8", None] and bytes(full.b.x) == b"hi"
    assert [json.loads(text) if text else None for text in full.j] == [{"a": [1]}, "x", None]
    assert full.n == [[True, None], None, []] and full.x == Row(y=Row(z=[{"k": 1}]))
    times = read(spark, columns=columns).load(str(path)).selectExpr("unix_micros(t[0])", "unix_micros(e[0])")
    assert tuple(times.first()) == (1_717_149_600_250_000, 500_000)


def test_a_schema_with_decimals_and_what_is_required(spark, tmp_path):
    path = tmp_path / "t.ndjson"
    path.write_text('{"v": [{"a": 1.25}]}\n{"v": [{"b": 2}]}\n{"v": [{"a": 1.255}]}\n')
    schema = "v array<struct<a: decimal(5,2) not null, b: bigint>>"
    rows = read(spark, rejects="column").schema(f"{schema}, _reject {REJECT}").load(str(path)).collect()
    assert [row.v for row in rows if row.v] == [[Row(a=Decimal("1.25"), b=None)]]
    assert [row._reject.code for row in rows if row._reject] == ["missing-field", "invalid-value"]


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        ("v array<int>", r"the column v\[\] has the type int"),
        ("v map<bigint, string>", "expected map<string"),
        ("v struct<a: decimal(5,2), b: decimal(6,2)>", r"has decimal\(5,2\) and decimal\(6,2\)"),
    ],
)
def test_a_schema_that_is_not_read(spark, tmp_path, schema, message):
    (tmp_path / "t.ndjson").write_text("{}\n")
    with pytest.raises(Exception, match=message):
        read(spark).schema(schema).load(str(tmp_path / "t.ndjson")).count()


def test_columns_that_are_unlike_the_schema(spark, tmp_path):
    (tmp_path / "t.ndjson").write_text('{"v": [1]}\n')
    path = str(tmp_path / "t.ndjson")
    with pytest.raises(Exception, match=re.escape("v is array<bigint>, and string in the schema")):
        read(spark, columns="v:list<int>=v").schema("v string").load(path).count()
    frame = read(spark, columns="v:list<int>=v").schema("v array<string>").load(path)
    assert frame.collect() == [Row(v=["1"])]


@pytest.mark.parametrize("seed", range(4))
def test_random_values(spark, tmp_path, seed):
    random.seed(seed)
    types = [nested_type(3) for _ in range(3)]
    path = tmp_path / "feed.ndjson"
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for number in range(500):
            values = {f"c{i}": value_of(type) for i, type in enumerate(types)}
            file.write(json.dumps({"n": number, **values}) + "\n")
    columns = ["n:int=n", *(f"c{i}:{text_of(type)}=c{i}" for i, type in enumerate(types))]
    assert listed(", ".join(columns)) == columns
    frame = read(spark, columns=", ".join(columns), partitionBytes="30000").load(str(path))
    found = frame.orderBy("n").collect()
    table = sluice.scan(path, columns=columns).to_arrow().to_pylist()
    assert len(found) == 500
    for row, expected in zip(found, table):
        for i, type in enumerate(types):
            assert plain(type, row[i + 1]) == arrow(type, expected[f"c{i}"]), columns[i + 1]


def plain(type, value):
    """A value of a row of Spark, in the form of ``arrow``."""
    if value is None:
        return None
    if isinstance(type, str):
        return bytes(value) if isinstance(value, bytearray) else value
    kind, inner = type
    if kind == "list":
        return [plain(inner, each) for each in value]
    if kind == "map":
        return {key: plain(inner, each) for key, each in value.items()}
    return [plain(each, field) for (_, each, _), field in zip(inner, value)]


def arrow(type, value):
    """A value of pyarrow, without its own classes."""
    if value is None:
        return None
    if isinstance(type, str):
        return str(value) if type == "uuid" else value
    kind, inner = type
    if kind == "list":
        return [arrow(inner, each) for each in value]
    if kind == "map":
        return {key: arrow(inner, each) for key, each in value}
    return [arrow(each, value[name]) for name, each, _ in inner]


def test_inferred_columns(spark, tmp_path):
    path = tmp_path / "feed.ndjson"
    path.write_text('{"tags": ["a"], "at": [{"x": 1, "y": [0.5]}]}\n{"tags": [], "at": [{"x": 2}]}\n')
    frame = read(spark, nested="true").load(str(path))
    assert frame.dtypes == [("tags", "array<string>"), ("at", "array<struct<x:bigint,y:array<double>>>")]
    assert sorted(row["at"][0].x for row in frame.collect()) == [1, 2]
    assert {type for _, type in read(spark).load(str(path)).dtypes} == {"string"}
    # What sluice.infer and "sluice infer --nested" propose is an option as it is.
    columns = sluice.infer(path, nested=True)
    for options in ({"columns": json.dumps(columns)}, {"job": json.dumps({"columns": columns})}):
        assert read(spark, **options).load(str(path)).dtypes == frame.dtypes
    with pytest.raises(Exception, match="nested is true or false"):
        read(spark, nested="yes").load(str(path))


def test_streams(spark, tmp_path):
    feeds = tmp_path / "feeds"
    feeds.mkdir()
    path = feeds / "a.ndjson"
    stored = str(tmp_path / "rows")
    for begin in (0, 100):
        with open(path, "a", encoding="utf-8") as file:
            file.writelines(json.dumps(record(number)) + "\n" for number in range(begin, begin + 100))
        query = (
            spark.readStream.format("sluice").schema(SCHEMA).load(str(feeds))
            .writeStream.format("parquet").option("path", stored)
            .option("checkpointLocation", str(tmp_path / "checkpoint"))
            .trigger(availableNow=True).start()
        )
        try:
            query.awaitTermination()
        finally:
            query.stop()
    rows = spark.read.parquet(stored).orderBy("id").collect()
    assert [row.asDict() for row in rows] == [row_of({"user": None, **record(i)}) for i in range(200)]
