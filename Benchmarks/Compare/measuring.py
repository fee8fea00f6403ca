"""Feeds, rounds, and the tables of what they cost."""

import os
import statistics
import subprocess

from answers import answers, difference
from programs import fail


def sample(tools, feed, megabytes):
    path = tools.folder / f"{feed.name}.ndjson"
    bytes_a_record = 1205 if feed.name == "events" else 235
    with open(path, "wb") as file:
        subprocess.run([tools.sluice, "sample", "--shape", feed.name, "--records",
                        str(max(megabytes * 1_000_000 // bytes_a_record, 1))], check=True, stdout=file)
    with open(path, "rb") as whole, open(tools.folder / f"{feed.name}-1.ndjson", "wb") as one:
        one.write(whole.readline())
    return str(path), str(tools.folder / f"{feed.name}-1.ndjson"), path.stat().st_size


def measure(tools, feed, work, rounds, megabytes, lines):
    path, single, size = sample(tools, feed, megabytes)
    programs = list(tools.programs(feed, work))
    given, expected = tools.folder / "answer", tools.folder / "reference"
    tools.run(programs[0], path, expected)
    for program in programs[1:]:
        try:
            tools.run(program, path, given)
            found = difference(
                answers(given, work, feed.columns), answers(expected, work, feed.columns), work)
        except subprocess.CalledProcessError as error:
            found = f"it ended with {error.returncode}"
        if found and program.name.startswith("sluice"):
            fail(f"{program.name}, {work} {feed.name}: {found}")
        if found:
            lines.append(f"{program.name} answers {work} {feed.name} differently, and is left out: {found}\n")
            programs.remove(program)
    costs = {program: [] for program in programs}
    starts = {program: [] for program in programs}
    for turn in range(rounds):
        for program in programs:
            if turn < 2 or costs[program][0][0] < 3:
                costs[program].append(tools.cost(program, path))
                starts[program].append(tools.cost(program, single))
    os.remove(path)
    median = lambda runs, i: statistics.median(run[i] for run in runs)  # noqa: E731
    lines += [f"**{work} {feed.name}**: {size / 1e6:.0f} MB, medians of {rounds} rounds\n",
              "| program | wall s | CPU s | start-up: wall s, CPU s | MB per CPU s | without start-up"
              " | peak MiB |", "|---|---|---|---|---|---|---|"]
    speeds = {}
    for program in programs:
        cpu, wall = (median(costs[program], i) for i in (0, 1))
        start, start_wall = (median(starts[program], i) for i in (0, 1))
        peak = max(run[2] for run in costs[program])
        speeds[program.name] = size / 1e6 / max(cpu - start, 1e-6)
        lines.append(f"| {program.name} | {wall:.3f} | {cpu:.3f} | {start_wall:.3f}, {start:.3f} |"
                     f" {size / 1e6 / cpu:.0f} | {speeds[program.name]:.0f} | {peak:.0f} |")
        if program.name.startswith("sluice") and peak >= 64:
            fail(f"{program.name}, {work} {feed.name}: {peak:.1f} MiB, at most 64 are allowed")
    lines.append("")
    return speeds


def targets(all_speeds):
    """Sluice's speed divided by another's, both without start-up: the worse of the feeds."""
    for work, other, bar in (("select", "C++", 0.87), ("select", "duckdb", 2), ("count", "C++", 0.87),
                             ("count", "duckdb", 3), ("count", "jq", 20)):
        ratios = []
        for (name, _), speeds in all_speeds.items():
            others = [speed for program, speed in speeds.items() if program.startswith(other)]
            if name == work and others:
                ratios.append(speeds["sluice --check accessed"] / max(others))
        ratio = f"{min(ratios):.2f}" if ratios else "missing"
        missed = " (missed)" if ratios and min(ratios) < bar else ""
        yield f"| {work} | {other} | {ratio} | {bar}{missed} |"
