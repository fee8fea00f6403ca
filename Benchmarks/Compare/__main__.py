"""The body of scripts/compare."""

import argparse
import datetime
import platform
import re
import shutil
import sys

# The compiled modules that an import would leave are not part of the repository.
sys.dont_write_bytecode = True

from measuring import measure, targets  # noqa: E402
from programs import BENCHMARKS, CORES, FEEDS, Tools, fail  # noqa: E402

RESULTS = BENCHMARKS / "results"

HELP = """\
Generates two feeds in a temporary folder (`sluice sample`), lets each program do the same work with them, checks
that all answers are equal, and prints a table:

  select   eight columns of each record as CSV, written to /dev/null
  count    a filter, and the sum of a number in the records that it takes

Programs: sluice, a C++ program over simdjson (Benchmarks/Alone/query.cpp), and those of Benchmarks/External that are
installed and can do the work: DuckDB, polars, PyArrow, and for count also msgspec, orjson, pysimdjson and jq. Each is
bound to one core, and set to one thread if it has threads, except for the row of sluice with --jobs 2. Rounds go from
program to program; a program that takes longer than three seconds has two. CPU time is user and system. MB are 10^6
bytes of input for each second of it, as measured and without the start-up, which is the time of the same command for
a feed of one record. Peak memory is the process's (ru_maxrss).

Fails when sluice answers differently than the C++ program, or takes more than 64 MiB."""


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/compare", description=HELP, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Example: scripts/compare --install --results")
    parser.add_argument("--events", type=int, default=300, metavar="MB", help="size of the events feed (300)")
    parser.add_argument("--logs", type=int, default=200, metavar="MB", help="size of the logs feed (200)")
    parser.add_argument("--rounds", type=int, default=7, metavar="N", help="rounds (7)")
    parser.add_argument("--only", default="", metavar="REGEX",
                        help="only the work that matches, such as 'select events'")
    parser.add_argument("--install", action="store_true",
                        help="install the libraries of Python from PyPI into Benchmarks/.build/python")
    parser.add_argument("--results", action="store_true",
                        help="put the tables into Benchmarks/RESULTS.md")
    arguments = parser.parse_args()
    if not CORES:
        fail("needs Linux: programs are bound to a core")
    if arguments.rounds < 1 or min(arguments.events, arguments.logs) < 1:
        parser.error("sizes and rounds are 1 at least")
    RESULTS.mkdir(exist_ok=True)
    tools = Tools(arguments)
    lines, speeds = [], {}
    try:
        for work in ("select", "count"):
            for feed in FEEDS:
                if re.search(arguments.only, f"{work} {feed.name}"):
                    size = arguments.events if feed.name == "events" else arguments.logs
                    speeds[work, feed.name] = measure(tools, feed, work, arguments.rounds, size, lines)
                    print("\n".join(lines[-(len(speeds[work, feed.name]) + 4):]), flush=True)
    finally:
        shutil.rmtree(tools.folder)
    lines += ["MB per CPU second of `sluice --check accessed` divided by that of the fastest of the others, both"
              " without start-up; the worse of the feeds:\n", "| work | against | ratio | bar |",
              "|---|---|---|---|"] + list(targets(speeds)) + [""]
    missing = [f"{name}: not installed" for name, version in tools.versions.items() if not version]
    lines.append("; ".join(
        [f"Measured on {datetime.date.today()}: {len(CORES)} cores, {platform.machine()}, {platform.system()}"]
        + [f"{name} {version}" for name, version in tools.versions.items() if version] + missing) + ".")
    text = "\n".join(lines) + "\n"
    print(text[text.index("MB per CPU second of"):])
    (RESULTS / "compare.md").write_text(text)
    if arguments.results:
        page = BENCHMARKS / "RESULTS.md"
        marks = r"(<!-- compare:begin -->\n).*(<!-- compare:end -->)"
        written, found = re.subn(marks, lambda m: m[1] + text + m[2], page.read_text(), flags=re.S)
        if not found:
            fail(f"{page} has no marks compare:begin and compare:end")
        page.write_text(written)


main()
