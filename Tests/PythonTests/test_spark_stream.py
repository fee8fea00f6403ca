"""The streaming reader of Spark: growth between batches, and restarts from a checkpoint."""

import gzip
import json
import random

import pytest

pytest.importorskip("pyspark", reason="Spark's tests need pyspark 4 and Java 17")

from spark_session import local_session  # noqa: E402

HAS_LIMITS = True
try:
    from pyspark.sql.streaming.datasource import ReadMaxBytes  # noqa: F401
except ImportError:
    HAS_LIMITS = False


@pytest.fixture(scope="module")
def spark():
    return local_session()


class Stream:
    """A query over a folder into Parquet, which may be stopped and begun again."""

    def __init__(self, spark, folder, **options):
        self.spark, self.feeds, self.folder = spark, folder / "feeds", folder
        self.feeds.mkdir()
        self.options = {"columns": "id:int=id, at:offset, file:source", "rejects": "column", **options}

    def run(self):
        """Reads what there is, by a query of its own, and returns the batches' numbers of rows."""
        reader = self.spark.readStream.format("sluice")
        for name, value in self.options.items():
            reader = reader.option(name, value)
        query = (
            reader.load(str(self.feeds))
            .writeStream.format("parquet")
            .option("path", str(self.folder / "rows"))
            .option("checkpointLocation", str(self.folder / "checkpoint"))
            .trigger(availableNow=True)
            .start()
        )
        try:
            query.awaitTermination()
            return [each["numInputRows"] for each in query.recentProgress]
        finally:
            query.stop()

    def stored(self):
        rows = self.spark.read.parquet(str(self.folder / "rows")).collect()
        good = sorted(row.id for row in rows if row._reject is None)
        bad = sorted(bytes(row._reject.raw) for row in rows if row._reject is not None)
        return good, bad

    def append(self, name, text):
        with open(self.feeds / name, "ab") as file:
            file.write(text)


def test_growth_and_restarts(spark, tmp_path):
    chance = random.Random(5)
    stream = Stream(spark, tmp_path, partitionBytes="1000")
    lines, expected, damaged = [], [], []
    for number in range(900):
        if number % 50 == 7:
            lines.append(b'{"id": "%d"}\n' % number)
            damaged.append(lines[-1].strip())
        else:
            lines.append(b'{"id": %d}\n' % number)
            expected.append(number)
    texts = {f"{name}.ndjson": b"".join(lines[i::3]) for i, name in enumerate("abc")}
    places = dict.fromkeys(texts, 0)
    for turn in range(4):
        for name, text in texts.items():
            # Anywhere in a line; all of it in the end.
            end = len(text) if turn == 3 else chance.randrange(places[name], len(text))
            stream.append(name, text[places[name] : end])
            places[name] = end
        stream.run()
        good, bad = stream.stored()
        assert len(set(good)) == len(good)
    assert good == expected and bad == sorted(damaged)
    assert sum(stream.run()) == 0


def test_a_running_query_sees_growth(spark, tmp_path):
    stream = Stream(spark, tmp_path)
    seen = []
    reader = spark.readStream.format("sluice").schema("id bigint").option("rejects", "fail")
    query = (
        reader.load(str(stream.feeds))
        .writeStream.foreachBatch(lambda frame, _: seen.extend(row.id for row in frame.collect()))
        .option("checkpointLocation", str(tmp_path / "checkpoint"))
        .start()
    )
    try:
        query.processAllAvailable()
        for number in range(3):
            stream.append("a", b'{"id": %d}\n{"id"' % number if number == 0 else b': %d}\n{"id"' % number)
            query.processAllAvailable()
            assert seen == list(range(number + 1))
    finally:
        query.stop()


def test_a_batch_that_failed_is_read_again(spark, tmp_path):
    stream = Stream(spark, tmp_path, maxErrors="0")
    stream.append("a", b'{"id": 1}\n')
    stream.run()
    stream.append("a", b'{"id": 2}\n{"id": "3"}\n')
    with pytest.raises(Exception, match="too-many-rejects"):
        stream.run()
    # The file grows on before the same batch is tried again: it ends where it ended.
    stream.append("a", b'{"id": 4}\n')
    del stream.options["maxErrors"]
    # Before Spark 4.2, a run that has a batch to repeat ends with it.
    for _ in range(2):
        stream.run()
    assert stream.stored() == ([1, 2, 4], [b'{"id": "3"}'])


@pytest.mark.skipif(not HAS_LIMITS, reason="limits need Spark 4.2")
def test_a_limit_divides_a_backlog(spark, tmp_path):
    stream = Stream(spark, tmp_path, maxBytesPerTrigger="1000")
    for name in "ab":
        stream.append(name, b"".join(b'{"id": %4d}\n' % number for number in range(200)))
    batches = [rows for rows in stream.run() if rows]
    assert len(batches) == 6 and max(batches) == 1000 // 13 and sum(batches) == 400
    assert stream.stored()[0] == sorted([*range(200)] * 2)


def test_compressed_files_are_whole(spark, tmp_path):
    stream = Stream(spark, tmp_path)
    text = "".join(json.dumps({"id": number}) + "\n" for number in range(1000)).encode()
    (stream.feeds / "a.ndjson.gz").write_bytes(gzip.compress(text))
    stream.run()
    (stream.feeds / "b.ndjson.gz").write_bytes(gzip.compress(b'{"id": 1000}'))
    stream.run()
    assert stream.stored() == (list(range(1001)), [])


def test_a_replaced_file_ends_the_query(spark, tmp_path):
    stream = Stream(spark, tmp_path)
    stream.append("a", b'{"id": 1}\n{"id": 2}\n')
    stream.run()
    (stream.feeds / "a").write_bytes(b'{"id": 3}\n')
    with pytest.raises(Exception, match="feeds/a was read up to byte 20, and has 10 bytes now"):
        stream.run()


def test_wrong_options(spark, tmp_path):
    stream = Stream(spark, tmp_path, maxBytesPerTrigger="1 MB")
    with pytest.raises(Exception, match="maxBytesPerTrigger is a number of bytes"):
        stream.run()
    del stream.options["maxBytesPerTrigger"], stream.options["columns"]
    with pytest.raises(Exception, match="columns are inferred from files, and there are none in"):
        stream.run()
