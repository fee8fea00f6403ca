"""The data source of Spark, on local[2]."""

import pytest

pytest.importorskip("pyspark", reason="Spark's tests need pyspark 4 and Java 17")

import sluice  # noqa: E402
from conftest import COLUMNS  # noqa: E402
from spark_session import local_session  # noqa: E402
from test_scan import bgzip  # noqa: E402

OPTION = ", ".join(COLUMNS)


@pytest.fixture(scope="module")
def spark():
    return local_session()


def read(spark, **options):
    reader = spark.read.format("sluice")
    for name, value in options.items():
        reader = reader.option(name, value)
    return reader


def test_rows_and_rejects_of_ranges(spark, feed):
    frame = read(
        spark, columns=OPTION, rejects="column", partitionBytes=str(feed.size // 5)
    ).load(feed.path)
    assert frame.rdd.getNumPartitions() == 6
    rows = frame.where("_reject is null").drop("_reject").orderBy("at").collect()
    assert [row.asDict() for row in rows] == feed.rows
    rejects = frame.where("_reject is not null").select("_reject.*").orderBy("offset").collect()
    assert [(bad.offset, bytes(bad.raw)) for bad in rejects] == feed.rejects
    assert {bad.source for bad in rejects} == {feed.path}
    assert rejects[0].code == "number-out-of-range" and rejects[0].column == "id"


def test_partitions_of_a_compressed_file(spark, feed, tmp_path):
    path = tmp_path / "feed.ndjson.gz"
    path.write_bytes(bgzip(open(feed.path, "rb").read(), 5000))
    size = str(path.stat().st_size // 4)
    frame = read(spark, columns=OPTION, rejects="column", partitionBytes=size).load(str(path))
    assert frame.rdd.getNumPartitions() == 5
    rows = frame.where("_reject is null").drop("_reject").orderBy("at").collect()
    assert [row.asDict() for row in rows] == feed.rows
    assert frame.where("_reject is not null").count() == len(feed.rejects)


def test_rejects_end_the_job_unless_told_otherwise(spark, feed):
    with pytest.raises(Exception, match="too-many-rejects"):
        read(spark, columns=OPTION).load(feed.path).count()
    with pytest.raises(Exception, match="too-many-rejects"):
        read(spark, columns=OPTION, rejects="column", maxErrors="5").load(feed.path).count()
    with pytest.raises(Exception, match="fail or column"):
        read(spark, columns=OPTION, rejects="drop").load(feed.path)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("wher", "id < 9", "sluice has no option wher: did you mean where"),
        ("mergeSchema", "true", "sluice has no option mergeschema: there are columns"),
        ("maxErrors", "x", "the option maxErrors is a number of records or a share"),
        ("maxDepth", "x", "the option maxDepth is a number of levels, at least 1, found 'x'"),
        ("maxRecord", "0", "the option maxRecord is a number of bytes, at least 1, found '0'"),
        ("threads", "two", "the option threads is a number of threads, at least 1, found 'two'"),
        ("partitionBytes", "-1", "the option partitionBytes is a number of bytes"),
    ],
)
def test_an_option_that_is_none_is_an_error_that_names_it(spark, small, option, value, message):
    with pytest.raises(Exception, match=message):
        read(spark, columns=OPTION, rejects="column", **{option: value}).load(small.path).count()


def test_rejects_are_never_rows_of_nulls_without_a_reason(spark, small):
    """With a schema without the column for them, they were."""
    with pytest.raises(Exception, match="the schema needs the column _reject struct<code:string"):
        read(spark, rejects="column").schema("id bigint").load(small.path).count()


def test_a_folder_is_an_error_that_says_how_to_name_its_files(spark, small, tmp_path):
    with pytest.raises(Exception, match="found the folder .*: name its files, as by"):
        read(spark, columns=OPTION).load(str(tmp_path)).count()
    assert read(spark, columns=OPTION, rejects="column").load(f"{tmp_path}/*").count() == 350


def test_a_schema_instead_of_columns(spark, small):
    schema = "id bigint, name string, x double, ok boolean, _reject struct<code string, column"
    schema += " string, path string, message string, source string, offset bigint, length bigint,"
    schema += " raw binary>"
    frame = read(spark, rejects="column").schema(schema).load(small.path)
    assert frame.where("id is not null").count() == len(small.rows)
    with pytest.raises(Exception, match="bigint"):
        read(spark).schema("id int").load(small.path).count()


def test_several_files_are_one_partition(spark, tmp_path):
    for i in range(20):
        (tmp_path / f"part{i:02}.ndjson").write_text(f'{{"id": {i}}}\n')
    frame = read(spark, columns="id:int=id").load(str(tmp_path / "*.ndjson"))
    assert frame.rdd.getNumPartitions() == 1
    assert sorted(row.id for row in frame.collect()) == list(range(20))


def test_types(spark, tmp_path):
    (tmp_path / "t.ndjson").write_text(
        '{"d": "2024-05-31", "t": "2024-05-31T12:00:00Z", "p": 1.25, "u":'
        ' "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "b": "aGk=", "j": {"a": [1]}}\n'
    )
    columns = "d:date=d, t:timestamp=t, p:decimal=p, u:uuid=u, b:blob=b, j:json=j"
    row = read(spark, columns=columns).load(str(tmp_path / "t.ndjson")).first()
    assert (str(row.d), str(row.p), row.u) == (
        "2024-05-31", "1.250000000", "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
    )
    assert bytes(row.b) == b"hi" and row.j.replace(" ", "") == '{"a":[1]}'
    assert row.t.isoformat().startswith("2024-05-31")


def test_inferred_columns(spark, small):
    frame = read(spark, rejects="column").load(small.path)
    assert set(sluice.scan(small.path).names) | {"_reject"} == set(frame.columns)
