"""Scores every contender beside its speed: scripts/score --help."""

import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.setrecursionlimit(20_000)  # Values are compared level by level.
from contender import all_contenders  # noqa: E402
from languages import ARCHITECTURE, swift_environment  # noqa: E402
from sources import BENCHMARKS, HERE, LIBRARIES, ROOT, Missing, log  # noqa: E402

sys.path.append(str(LIBRARIES))
import costs  # noqa: E402
import damage  # noqa: E402
import features  # noqa: E402
import feeds  # noqa: E402
import own  # noqa: E402
import page  # noqa: E402
import verdicts  # noqa: E402

TABLES = ["suite", "numbers", "lines", "feeds", "features", "memory", "size", "times"]
KEPT = HERE / "score.json"


def options():
    parser = argparse.ArgumentParser(
        prog="scripts/score", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Scores every contender beside its speed, and makes a page of it.",
        epilog="""tables:
  suite     JSONTestSuite: files judged otherwise than RFC 8259 demands, crashes
  numbers   decimals of parse-number-fxx-test-data that become another double
  lines     the lines of the damaged feed, one by one
  feeds     the damaged feed, by readers of feeds, and one feed for each kind of damage
  features  instructions for a byte, by feature of the input, counted by callgrind
  memory    bytes at the peak for each byte of a document of 8 MiB
  size      bytes of code
  times     cold and warm passes, latencies of records, build time: needs a quiet machine

A run without --only and --tables makes all of them except times. The first two need the corpus.
Results are in Benchmarks/Score/score.json; Benchmarks/results/score.html is the page.

examples:
  scripts/score
  scripts/score --tables feeds
  scripts/score --only '^(yyjson|sluice)' --tables suite,numbers
  scripts/score --contenders ~/mine --only mine
  scripts/score --feed my.ndjson --path actor.login --path id""")
    parser.add_argument("--only", metavar="REGEX", help="contenders whose file's name matches")
    parser.add_argument("--tables", metavar="A,B", help="only these tables")
    parser.add_argument("--times", action="store_true", help="also what depends on the machine's speed")
    parser.add_argument("--contenders", metavar="DIR", help="a folder with more contenders")
    parser.add_argument("--output", metavar="FILE", help="the JSON, instead of score.json")
    parser.add_argument("--page", metavar="FILE", help="the page, instead of results/score.html")
    parser.add_argument("--show", action="store_true", help="only make the pages of the kept results")
    parser.add_argument("--results", action="store_true",
                        help="also put the tables of correctness into Benchmarks/RESULTS.md")
    parser.add_argument("--file", help="instead: your own document, through every contender")
    parser.add_argument("--feed", help="instead: your own feed of lines")
    parser.add_argument("--path", action="append", default=[],
                        help="with --feed: a field for readers of feeds, such as a.b; once for each")
    parser.add_argument("--install", action="store_true",
                        help="install Python's libraries into Benchmarks/.build/python first")
    chosen = parser.parse_args()
    tables = chosen.tables.split(",") if chosen.tables else [
        t for t in TABLES if t != "times" or chosen.times]
    if set(tables) - set(TABLES):
        parser.error(f"tables are {', '.join(TABLES)}")
    if chosen.file and chosen.feed:
        parser.error("either --file, for one document, or --feed, for lines")
    if chosen.path and not chosen.feed:
        parser.error("--path names fields of the records of a --feed")
    try:
        re.compile(chosen.only or "")
    except re.error as error:
        parser.error(f"--only is a regular expression: {error}")
    chosen.tables = tables
    return chosen


def corpus():
    folder = os.environ.get("SLUICE_CORPUS") or ROOT / ".." / "shared" / "corpus"
    return pathlib.Path(folder).resolve()


def made(chosen):
    """The contenders that can take part, and why the others can't; the harness of each language."""
    found, missing = [], {}
    files = all_contenders()
    try:
        files += all_contenders(pathlib.Path(chosen.contenders)) if chosen.contenders else []
    except Missing as error:
        raise SystemExit(f"scripts/score: --contenders {error}") from error
    ids = [c.id for c in files if c.id != "_null"]
    if twice := {one for one in ids if ids.count(one) > 1}:
        raise SystemExit(f"scripts/score: two contenders are called {', '.join(twice)}: rename a file")
    wanted = [c for c in files if c.id != "_null" and re.search(chosen.only or "", c.id)
              # Only files in Python read feeds: nothing else has to be built for that.
              and (c.kind == "py" or chosen.file or chosen.feed or chosen.tables != ["feeds"])]
    if any(c.kind == "py" for c in wanted):
        build_tool()
    if {"memory", "size", "times"} & set(chosen.tables) and not (chosen.file or chosen.feed):
        wanted += [c for c in files if c.id == "_null" and c.kind in {w.kind for w in wanted}]
    for one in wanted:
        try:
            found.append(one.make())
            say(f"{one.id}: {one.version}")
        except Missing as error:
            if one.id != "_null":
                missing[one.id] = {"name": one.name, "reason": str(error)}
            say(f"{one.id} takes no part: {error}")
    nulls = {c.kind: c for c in found if c.id == "_null"}
    if len(found) == len(nulls):
        raise SystemExit("scripts/score: no contender takes part")
    return [c for c in found if c.id != "_null"], nulls, missing


def build_tool():
    """`sluice`, of this package, for its contender."""
    if not os.environ.get("SLUICE_TOOL"):
        words = ["swift", "build", "-c", "release", "--package-path", str(ROOT)]
        try:
            log(words + ["--product", "sluice"], "the tool does not build", env=swift_environment())
        except Missing as error:
            return say(str(error))
        folder = subprocess.run(words + ["--show-bin-path"], check=True, capture_output=True, text=True,
                                env=swift_environment())
        os.environ["SLUICE_TOOL"] = f"{folder.stdout.strip()}/sluice"


def say(text):
    print(text, file=sys.stderr, flush=True)


def rows_of(one, table, context):
    """One contender's part of a table; None: it has none."""
    folder, data = context["folder"], context["data"]
    visits = one.modes["visit"]
    if table == "feeds":
        return {mode: feeds.by_rows(one, mode, *context["feeds"], folder)
                for mode in one.modes["rows"]} or None
    if not visits:
        return None
    if table in ("suite", "numbers") and not data.exists():
        raise Missing("no corpus: SLUICE_CORPUS names its folder")
    if table == "suite":
        return verdicts.suite(one, data, folder)
    if table == "numbers":
        return verdicts.numbers(one, context["numbers"], folder)
    if table == "lines":
        return feeds.by_lines(one, context["feeds"][0], folder)
    if table == "features":
        return costs.feature_costs(one, folder)
    null = context["nulls"].get(one.kind)
    if table in ("memory", "size", "times") and not null:
        raise Missing("the harness alone does not build, which has to be subtracted")
    if table == "memory":
        return costs.memory(one, null, context["large"], folder)
    if table == "size":
        return costs.size(one, null)
    documents = [(data / "documents" / f"{name}.json").read_bytes()
                 for name in ("twitter", "citm_catalog", "canada")]
    wrong = costs.wrong_answer(one, documents, folder)
    if wrong:
        raise Missing(f"not timed: {wrong}")
    good = [line for i, line in enumerate(context["feeds"][0]["all kinds"].lines)
            if i not in context["feeds"][0]["all kinds"].damaged]
    build = costs.build_time(one, null)
    return costs.times(one, documents, good, folder) | ({"build": build} if build else {})


def machine():
    cpu = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())[1] \
        if os.path.exists("/proc/cpuinfo") else platform.processor()
    commit = subprocess.run(["git", "-C", str(ROOT), "describe", "--always", "--dirty"],
                            capture_output=True, text=True).stdout.strip()
    compiler = subprocess.run([os.environ.get("CXX", "c++"), "--version"], capture_output=True,
                              text=True).stdout.splitlines()[0]
    return {"date": str(datetime.date.today()), "cpu": cpu, "cores": os.cpu_count(),
            "commit": commit, "compiler": f"{compiler}, -O3 -march={ARCHITECTURE}"}


def main():
    chosen = options()
    if chosen.install:
        subprocess.run([str(BENCHMARKS / "External" / "install")], check=True)
    kept = pathlib.Path(chosen.output or KEPT)
    try:
        results = json.loads(kept.read_text()) if kept.exists() else {"contenders": {}}
    except ValueError as error:
        raise SystemExit(f"scripts/score: {kept} is not what an earlier run wrote: {error}") from error
    if chosen.show and not kept.exists():
        raise SystemExit(f"scripts/score: {kept} does not exist: run without --show first")
    if chosen.file or chosen.feed:
        return own.run(chosen, lambda: made(chosen)[0])
    if not chosen.show:
        # Before anything is built, which takes a while in which files may change.
        results["machine"] = machine()
        contenders, nulls, missing = made(chosen)
        if not chosen.only and not chosen.contenders:
            # A contender whose file was taken away.
            there = {one.id for one in all_contenders()}
            for part in (results["contenders"], results.get("missing", {})):
                for gone in set(part) - there:
                    del part[gone]
        results["missing"] = {k: v for k, v in {**results.get("missing", {}), **missing}.items()
                              if k not in {c.id for c in contenders}}
        for _ in measure(chosen, contenders, nulls, results):
            # After each contender: a run that is ended early leaves what it has.
            kept.write_text(json.dumps(results, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
    shown = pathlib.Path(chosen.page or BENCHMARKS / "results" / "score.html")
    shown.parent.mkdir(exist_ok=True)
    shown.write_text(page.html(results))
    say(f"{kept}\n{shown}")
    if chosen.results:
        page.into_results(results, BENCHMARKS / "RESULTS.md")


def measure(chosen, contenders, nulls, results):
    cases = [[feature, case] for feature, case, _ in features.CASES]
    if results.setdefault("features", cases) != cases and "features" in chosen.tables:
        for entry in results["contenders"].values():
            entry.pop("features", None)  # They were of other cases.
        results["features"] = cases
    results["kinds"] = {"broken": list(damage.BROKEN), "either": list(damage.EITHER)}
    with verdicts.scratch() as folder:
        data = corpus()
        context = {"folder": folder, "nulls": nulls, "data": data, "feeds": feeds.made(folder),
                   "numbers": verdicts.number_table(data), "large": costs.large_document()}
        for one in contenders:
            entry = results["contenders"].setdefault(one.id, {})
            entry.update(name=one.name, version=one.version, note=one.note, language=one.kind,
                         file=one.path.name)
            for table in chosen.tables:
                entry.pop(table, None)
                try:
                    found = rows_of(one, table, context)
                except Missing as error:
                    found = {"missing": str(error)}
                entry.setdefault("made", {}).pop(table, None)
                if found is not None:
                    entry[table] = found
                    entry["made"][table] = [results["machine"]["date"], results["machine"]["commit"]]
            say(f"{one.id}: {', '.join(t for t in chosen.tables if t in entry)}")
            yield one



main()
