"""The programs that scripts/compare compares, each with its command, and how one is run and measured."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BENCHMARKS = ROOT / "Benchmarks"
ALONE = BENCHMARKS / "Alone"
CONTENDERS = BENCHMARKS / "Sources" / "CContenders"
EXTERNAL = BENCHMARKS / "External"
LIBRARIES = BENCHMARKS / ".build" / "python"

# The commands of each program are defined once, for this and for scripts/bench. (The compiled modules
# that they would leave are not part of the repository.)
sys.dont_write_bytecode = True
sys.path[:0] = [str(EXTERNAL), str(LIBRARIES)]

import worker  # noqa: E402
from contenders import jq  # noqa: E402
from works import WORKS  # noqa: E402

CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


class Feed:
    def __init__(self, name):
        self.name = name
        self.columns = WORKS[f"select.{name}"].columns
        self.key, self.operator, value = WORKS[f"count.{name}"].where
        self.value = f"'{value}'" if isinstance(value, str) else value
        self.path = WORKS[f"count.{name}"].total[1]


FEEDS = [Feed("events"), Feed("logs")]


class Program:
    """A way to do the work: a command, to which the feed is added."""

    def __init__(self, name, command, at=None, cores=1):
        self.name, self.command, self.cores = name, command, cores
        self.at = len(command) if at is None else at

    def on(self, feed):
        return self.command[:self.at] + [feed] + self.command[self.at:]


class Tools:
    def __init__(self, arguments):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sluice-compare-"))
        run = lambda *words: subprocess.run(words, check=True, stdout=sys.stderr)  # noqa: E731
        run("swift", "build", "-c", "release", "--product", "sluice", "--package-path", ROOT)
        binaries = subprocess.run(
            ["swift", "build", "-c", "release", "--show-bin-path", "--package-path", ROOT],
            check=True, capture_output=True, text=True).stdout.strip()
        self.sluice = f"{binaries}/sluice"
        self.measure = str(self.folder / "measure")
        run("c++", "-O2", ALONE / "measure.cpp", "-o", self.measure)
        self.queries = {}
        for compiler in ("g++", "clang++"):
            query = str(self.folder / f"query-{compiler}")
            if shutil.which(compiler):
                run(compiler, "-std=c++17", "-O3", "-march=native", "-DNDEBUG",
                    "-DSIMDJSON_DEVELOPMENT_CHECKS=0", "-I", CONTENDERS / "include", "-I",
                    CONTENDERS / "Harness", "-I", CONTENDERS / "Contenders", ALONE / "query.cpp",
                    "-lsimdjson", "-o", query)
                self.queries[compiler] = query
        if arguments.install:
            run(EXTERNAL / "install")
        os.environ["PYTHONPATH"] = str(LIBRARIES)
        os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
        self.versions = {name: worker.version_of(worker.contender(name)) for name in worker.names()}

    def programs(self, feed, work):
        """The first is the reference of the answers."""
        for compiler, query in self.queries.items():
            yield Program(f"C++, simdjson ({compiler})", [query, work, feed.name])
        if work == "select":
            words = [w for name, kind, path in feed.columns
                     for w in ("--column", f"{name}:{kind}={path}")]
        else:
            words = ["--where", f"{feed.key} {feed.operator} {feed.value}", "--sum", feed.path]
        for name, more, cores in (("sluice --check accessed", ["--check", "accessed"], 1),
                                  ("sluice", [], 1),
                                  ("sluice --check accessed --jobs 2",
                                   ["--check", "accessed", "--jobs", "2"], 2)):
            yield Program(name, [self.sluice, work] + words + more, cores=cores)
        full_name = f"{work}.{feed.name}"
        for name, version in self.versions.items():
            if version is None or full_name not in worker.works_of(worker.contender(name)):
                continue
            command = [sys.executable, str(EXTERNAL / "worker.py"), "--once", name, full_name]
            if name == "jq":
                # The program itself, without Python around it; the feed also follows its words.
                command = jq.command("", WORKS[full_name])[:-1]
            yield Program(f"{name} {version}", command)

    def cost(self, program, feed):
        """CPU and wall seconds, and the peak in MiB."""
        os.sched_setaffinity(0, CORES[:program.cores])
        try:
            done = subprocess.run(
                [self.measure] + absolute(program.on(feed)), check=True, capture_output=True,
                text=True)
        finally:
            os.sched_setaffinity(0, CORES)
        user, system, peak, wall, status = map(float, done.stdout.split())
        if status != 0:
            fail(f"{program.name} ended with {int(status)}: {done.stderr.strip()}")
        return float(user) + system, wall, peak / 1024

    def run(self, program, feed, answer):
        with open(answer, "wb") as file:
            subprocess.run(
                program.on(feed), check=True, stdout=file, stderr=subprocess.DEVNULL)


def absolute(command):
    return [shutil.which(command[0]) or command[0]] + command[1:]


def fail(message):
    print(f"scripts/compare: {message}", file=sys.stderr)
    sys.exit(1)
