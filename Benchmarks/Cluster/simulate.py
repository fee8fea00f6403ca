#!/usr/bin/env python3
"""How long a cluster takes for objects of some sizes, from measured figures.

Divides the objects among tasks as Spark's data source does, gives each task to the core that is free
first, and adds what the driver does alone: listing, planning, handing out tasks. Shuffles, writing and
other users of the cluster are not in it.
"""

from __future__ import annotations

import argparse
import heapq
import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MEASURED = Path(__file__).with_name("measured.json")
UNITS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


@dataclass(frozen=True)
class Costs:
    """What work costs, in seconds and in MB (10^6 bytes) of text for each second of one core."""

    #: Text of plain objects, and of packed ones.
    rates: dict[str, float]
    #: The size of packed objects in bytes for each byte of text.
    ratios: dict[str, float]
    #: A task without bytes.
    task: float
    #: An object in the driver: its size, and its place in a partition.
    plan: float
    #: A request of the object store's listing, which names this many objects.
    request: float = 0.1
    page: int = 1000
    #: Tasks that a driver hands out in a second.
    hand_out: float = 500.0
    #: MB that the store gives a core in a second, and seconds until an object's first byte.
    network: float = 100.0
    first_byte: float = 0.05

    @staticmethod
    def measured(value: dict[str, Any]) -> Costs:
        """The costs of measure.py's figures, by Spark's rate where it was measured."""
        plain = value["rates"]["ndjson"]
        rates = dict(value["rates"])
        task = 0.0
        if "spark" in value:
            # Spark's own work for each row comes in addition to the scan, whatever the format.
            extra = 1 / value["spark"]["rate"] - 1 / plain
            rates = {name: 1 / (1 / rate + max(extra, 0)) for name, rate in rates.items()}
            task = value["spark"]["task"]
        ratios = {name: size / value["text"] for name, size in value["packed"].items()}
        return Costs(rates, {"ndjson": 1.0, **ratios}, task, value["plan"])


@dataclass(frozen=True)
class Result:
    """A simulated run."""

    tasks: int
    #: Seconds for listing and planning, and then until the last task ends.
    driver: float
    work: float
    #: Seconds of all cores together.
    core_seconds: float

    @property
    def total(self) -> float:
        return self.driver + self.work


def tasks_of(objects: Iterable[tuple[int, str]], partition: int) -> Iterator[list[tuple[int, str]]]:
    """Divides large plain objects and gathers small ones in their order, as `sluice.split` does."""
    gathered: list[tuple[int, str]] = []
    room = 0
    for size, form in objects:
        if size > partition:
            if gathered:
                yield gathered
            gathered, room = [], 0
            if form == "ndjson":
                count = -(-size // partition)
                for i in range(count):
                    yield [(size * (i + 1) // count - size * i // count, form)]
            else:
                yield [(size, form)]
            continue
        if size > room:
            if gathered:
                yield gathered
            gathered, room = [], partition
        gathered.append((size, form))
        room -= size
    if gathered:
        yield gathered


def simulate(
    objects: list[tuple[int, str]], cores: int, costs: Costs, partition: int = 128 << 20
) -> Result:
    """A run over objects of some sizes and formats, in bytes as they are stored."""
    lengths = []
    for task in tasks_of(objects, partition):
        length = costs.task
        for size, form in task:
            reading = size / costs.ratios[form] / 1e6 / costs.rates[form]
            length += costs.first_byte + max(reading, size / 1e6 / costs.network)
        lengths.append(length)
    driver = math.ceil(len(objects) / costs.page) * costs.request + len(objects) * costs.plan
    free = [0.0] * min(cores, max(len(lengths), 1))
    end = 0.0
    for number, length in enumerate(lengths):
        begin = max(heapq.heappop(free), number / costs.hand_out)
        heapq.heappush(free, begin + length)
        end = max(end, begin + length)
    return Result(len(lengths), driver, end, sum(lengths))


def size_of(text: str) -> int:
    """A number of bytes: 512M, 1.5T."""
    number = text.rstrip("kMGT")
    return int(float(number) * UNITS[text[len(number) :]])


def objects_of(text: int, size: int, form: str, costs: Costs) -> list[tuple[int, str]]:
    """Objects of one size, with some bytes of text in all."""
    stored = int(text * costs.ratios[form])
    count, rest = divmod(stored, size)
    return [(size, form)] * count + ([(rest, form)] if rest else [])


def duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measured", type=Path, default=MEASURED, help="figures of measure.py")
    parser.add_argument("--text", nargs="+", default=["1T", "10T", "100T"], help="bytes of text")
    parser.add_argument("--cores", nargs="+", type=int, default=[16, 64, 256, 1024])
    parser.add_argument("--object", nargs="+", default=["128M", "10G"], help="sizes as stored")
    parser.add_argument("--form", nargs="+", default=["ndjson", "gz"], choices=["ndjson", "gz", "zst"])
    parser.add_argument("--partition", default="134217728", help="partitionBytes")
    parser.add_argument("--sizes", type=Path, help="instead: a file with FORMAT and bytes in each line")
    arguments = parser.parse_args()
    costs = Costs.measured(json.loads(arguments.measured.read_text()))
    partition = size_of(arguments.partition)
    cases: list[tuple[str, list[tuple[int, str]]]] = []
    if arguments.sizes:
        lines = (line.split() for line in arguments.sizes.read_text().splitlines())
        cases.append((arguments.sizes.name, [(size_of(size), form) for form, size in lines]))
    else:
        for text in arguments.text:
            for form in arguments.form:
                for size in arguments.object:
                    objects = objects_of(size_of(text), size_of(size), form, costs)
                    cases.append((f"{text}B of text, {form} of {size}B", objects))
    print("| feed | objects | tasks | core hours | driver alone |", end="")
    print("".join(f" {cores} cores |" for cores in arguments.cores))
    print("|---|---|---|---|---|" + "---|" * len(arguments.cores))
    for name, objects in cases:
        results = [simulate(objects, cores, costs, partition) for cores in arguments.cores]
        first = results[0]
        print(f"| {name} | {len(objects):,} | {first.tasks:,} |", end="")
        print(f" {first.core_seconds / 3600:,.1f} | {duration(first.driver)} |", end="")
        print("".join(f" {duration(result.total)} |" for result in results))


if __name__ == "__main__":
    main()
