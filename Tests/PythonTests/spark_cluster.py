"""Runs Spark's data source on a standalone cluster whose executors are killed (scripts/spark-cluster)."""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from cluster_processes import MARK, Cluster, Disturber

COLUMNS = "id:int=id, name:text=name, x:real=x, file:source, at:offset"
DAMAGED = [b'{"id": 1.5}', b'{"id": 1', b'{"id": "1"}', b'{"id": 7, "name": "\xff"}', b"[1]", b"}"]


def say(text: str) -> None:
    print(text, flush=True)


def write_feeds(folder: Path, seed: int, records: int) -> list[dict[str, Any]]:
    """Writes files of different sizes with damaged lines, and returns what a reader must find."""
    chance = random.Random(seed)
    expected = []
    number = 0
    while number < records:
        path = folder / f"feed{number:08}.ndjson"
        offset = 0
        with path.open("wb") as file:
            for _ in range(min(chance.choice([10, 3_000, 40_000]), records - number)):
                place = {"file": str(path), "at": offset}
                row = {"id": number, "name": f"näme {number} " + "x" * chance.randrange(200)}
                row["x"] = number / 4
                if chance.random() < 0.01:
                    line = chance.choice(DAMAGED)
                    expected.append({**place, "raw": line})
                else:
                    line = json.dumps(row, ensure_ascii=chance.random() < 0.5).encode()
                    expected.append({**place, **row, "raw": None})
                file.write(line + b"\n")
                offset += len(line) + 1
                number += 1
    return expected


def table_of(output: Path) -> pa.Table:
    """What a job stored, rows and rejects in the order of their offsets."""
    table = pq.read_table(output)
    reject = table.column("_reject").combine_chunks()
    for name in ("source", "offset", "raw", "code", "message"):
        table = table.append_column(f"reject.{name}", pa.chunked_array([reject.field(name)]))
    table = table.drop_columns("_reject")
    for own, of_reject in (("file", "reject.source"), ("at", "reject.offset")):
        both = pa.compute.coalesce(table.column(own), table.column(of_reject))
        table = table.set_column(table.schema.get_field_index(own), own, both)
    return table.sort_by([("file", "ascending"), ("at", "ascending")]).combine_chunks()


def check_feeds(table: pa.Table, expected: list[dict[str, Any]]) -> None:
    """Compares what a job stored with what was written, record by record."""
    found = table.rename_columns({"reject.raw": "raw"}).select(["file", "at", "id", "name", "x", "raw"])
    wanted = pa.Table.from_pylist(expected, schema=found.schema)
    wanted = wanted.sort_by([("file", "ascending"), ("at", "ascending")]).combine_chunks()
    if found.equals(wanted):
        return
    places = Counter(zip(found["file"].to_pylist(), found["at"].to_pylist()))
    planned = Counter(zip(wanted["file"].to_pylist(), wanted["at"].to_pylist()))
    raise AssertionError(
        f"expected {wanted.num_rows} records, found {found.num_rows};"
        f" lost: {list((planned - places).items())[:5]}; too many: {list((places - planned).items())[:5]}"
    )


def session(url: str, folder: Path):
    from pyspark.sql import SparkSession

    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.session.timeZone": "UTC",
        "spark.executor.memory": "512m",
        "spark.executor.cores": "2",
        "spark.task.maxFailures": "50",
        "spark.speculation": "true",
        "spark.speculation.interval": "50ms",
        "spark.speculation.minTaskRuntime": "100ms",
        "spark.speculation.quantile": "0.1",
        "spark.speculation.multiplier": "1.2",
        # It judges by metrics that Spark has of its own sources only.
        "spark.speculation.efficiency.enabled": "false",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.compress": "false",
        "spark.eventLog.rolling.enabled": "false",
        "spark.eventLog.dir": str(folder / "events"),
        "spark.sql.warehouse.dir": str(folder / "warehouse"),
    }
    builder = SparkSession.builder.master(url).appName("sluice")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    from sluice.spark import SluiceDataSource

    spark.dataSource.register(SluiceDataSource)
    return spark


def events_of(folder: Path) -> Counter[str]:
    """How tasks ended, and the executors that were lost, by Spark's own log."""
    counts: Counter[str] = Counter()
    for path in (folder / "events").iterdir():
        for line in path.read_text().splitlines():
            try:
                event = json.loads(line)
            except ValueError:
                continue  # The line that Spark is writing.
            if event["Event"] == "SparkListenerTaskEnd":
                counts["tasks"] += 1
                counts["speculative"] += event["Task Info"]["Speculative"]
                reason = event["Task End Reason"]["Reason"]
                counts["failed"] += reason != "Success" and reason != "TaskKilled"
            elif event["Event"] == "SparkListenerExecutorRemoved":
                counts["executors lost"] += 1
    return counts


def run(arguments: argparse.Namespace, folder: Path, mark: str) -> None:
    feeds = folder / "feeds"
    for name in ("feeds", "events"):
        (folder / name).mkdir()
    expected = write_feeds(feeds, arguments.seed, arguments.records)
    damaged = sum(each["raw"] is not None for each in expected)
    files = list(feeds.iterdir())
    size = sum(each.stat().st_size for each in files)
    say(
        f"seed {arguments.seed}: {len(files)} files, {size / 1e6:.1f} MB,"
        f" {len(expected) - damaged:,} good records, {damaged:,} damaged ones"
    )
    with Cluster(folder, mark=mark, workers=2) as cluster:
        spark = session(cluster.url, folder)
        say(f"Spark {spark.version}, a master and two workers at {cluster.url}")
        reader = spark.read.format("sluice").option("columns", COLUMNS).option("rejects", "column")
        frame = reader.option("partitionBytes", str(arguments.partition_bytes)).load(f"{feeds}/*")

        def store(name: str) -> pa.Table:
            frame.write.parquet(str(folder / name))
            table = table_of(folder / name)
            check_feeds(table, expected)
            shutil.rmtree(folder / name)
            return table

        begin = time.monotonic()
        undisturbed = store("undisturbed")
        length = time.monotonic() - begin
        say(f"undisturbed: {frame.rdd.getNumPartitions()} partitions, {length:.1f} s; equals the feeds")
        before = events_of(folder)
        for number in range(arguments.rounds):
            seed = arguments.seed * 1_000 + number
            first = ("stall", "executor")[number % 2]
            disturber = Disturber(mark, random.Random(seed), first, arguments.disturbances)
            begin = time.monotonic()
            with disturber:
                table = store(f"round{number}")
            if disturber.failure:
                raise disturber.failure
            if not table.equals(undisturbed):
                raise AssertionError(f"round {number}: rows or rejects differ from the undisturbed run")
            now = events_of(folder)
            seen = now - before
            before = now
            say(
                f"round {number}, seed {seed}: {time.monotonic() - begin:.1f} s; killed"
                f" {disturber.count('executor')} executors and {disturber.count('python')} Python"
                f" workers, stalled {disturber.count('stall')}; Spark saw"
                f" {seen['executors lost']} executors lost, {seen['failed']} of {seen['tasks']} tasks"
                f" failed, {seen['speculative']} speculative; {table.num_rows:,} records, each once:"
                " equal"
            )
            for line in disturber.log:
                say(f"    {line}")
        total = before
        spark.stop()
    for name in ("executors lost", "speculative"):
        if not total[name]:
            raise AssertionError(f"the disturbances had no effect: Spark saw no {name}; use more records")
    say(f"{arguments.rounds} disturbed runs equal the undisturbed one")


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/spark-cluster", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--records", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=4, help="how many disturbed runs")
    parser.add_argument("--disturbances", type=int, default=6, help="in each run, at most")
    parser.add_argument("--partition-bytes", type=int, default=256 << 10)
    arguments = parser.parse_args()

    def interrupt(number: int, _: object) -> None:
        raise SystemExit(128 + number)

    mark = os.environ.get(MARK) or f"{os.getpid()}-{time.time_ns()}"
    # The driver's JVM inherits both.
    os.environ[MARK] = mark
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    folder = Path(tempfile.mkdtemp(prefix="sluice-cluster."))
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    try:
        run(arguments, folder, mark)
    finally:
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)
        # Ends what is left, whatever happened before the cluster had begun.
        Cluster(folder, mark=mark, workers=0).end()
        shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
