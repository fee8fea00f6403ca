#!/usr/bin/env python3
"""Measures what simulate.py takes: CPU time of a scan by format, of a Spark task, and of planning."""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

COLUMNS = (
    "id:int=id, type:text=type, actor:text=actor.login, repo:text=repo.name, at:timestamp=created_at,"
    " public:bool=public, size:int=payload.size, ref:text=payload.ref"
)


def cpu_seconds(work: Callable[[], object]) -> float:
    """The CPU time of this process for some work, user and system: the least of three times."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_SELF)
        work()
        after = resource.getrusage(resource.RUSAGE_SELF)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(times)


def scan_rates(paths: list[str], text_size: int) -> dict[str, float]:
    """MB of text for each CPU second and format, eight columns into Arrow batches, checked in full."""
    import sluice

    columns = [each.strip() for each in COLUMNS.split(",")]
    rates = {}
    for path in paths:
        scan = sluice.scan(path, columns=columns, threads=1, progress=False)
        seconds = cpu_seconds(scan.read)
        rates[Path(path).suffix.removeprefix(".")] = round(text_size / 1e6 / seconds)
    return rates


def planning(files: int) -> float:
    """Seconds for a file in the driver: its size looked up, and gathered into partitions."""
    import sluice

    with tempfile.TemporaryDirectory() as folder:
        for number in range(files):
            Path(folder, f"{number:06}.ndjson").write_text('{"id": 1}\n')
        return cpu_seconds(lambda: sluice.split(f"{folder}/*", bytes=128 << 20)) / files


def spark_task(path: str, text_size: int) -> dict[str, float]:
    """Seconds for a task without bytes, and MB for each second with all eight columns, on one core."""
    from pyspark.sql import SparkSession
    from sluice.spark import SluiceDataSource

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.ui.showConsoleProgress", "false").getOrCreate()
    spark.dataSource.register(SluiceDataSource)
    reader = spark.read.format("sluice").option("columns", COLUMNS)

    def seconds(partition_bytes: int) -> float:
        frame = reader.option("partitionBytes", str(partition_bytes)).load(path)
        times = []
        for _ in range(4):
            begin = time.monotonic()
            frame.write.format("noop").mode("overwrite").save()
            times.append(time.monotonic() - begin)
        return min(times)

    few, many = 4, 100
    coarse, fine = seconds(-(-text_size // few)), seconds(-(-text_size // many))
    task = (fine - coarse) / (many - few)
    spark.stop()
    return {"task": round(task, 4), "rate": round(text_size / 1e6 / (coarse - few * task))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("feed", help="sluice sample --shape events --records 400000 > events.ndjson")
    parser.add_argument("packed", nargs="*", help="the same feed as .gz and .zst")
    parser.add_argument("--spark", action="store_true", help="also Spark, which needs pyspark and Java")
    parser.add_argument("--files", type=int, default=20_000, help="how many files to plan")
    arguments = parser.parse_args()
    size = os.path.getsize(arguments.feed)
    rates = scan_rates([arguments.feed, *arguments.packed], size)
    measured: dict[str, object] = {
        "text": size,
        "packed": {Path(path).suffix.removeprefix("."): os.path.getsize(path) for path in arguments.packed},
        "rates": rates,
        "plan": round(planning(arguments.files), 8),
    }
    if arguments.spark:
        measured["spark"] = spark_task(arguments.feed, size)
    print(json.dumps(measured, indent=2))


if __name__ == "__main__":
    main()
