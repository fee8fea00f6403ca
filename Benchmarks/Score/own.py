"""Your own file or feed through every contender that can read it: answers compared, then timed."""

import json
import os
import pathlib
import re
import statistics

import costs
import damage
import verdicts
from sources import Missing


def run(chosen, contenders):
    """`contenders` makes them, once it is known that there is something to read."""
    path = pathlib.Path(chosen.feed or chosen.file)
    data = contents(path)
    documents, truth = read_by_python(path, data, bool(chosen.feed))
    columns = typed(truth, chosen.path) if chosen.path else []
    contenders = contenders()
    print(f"{printable(path.name)}: {len(documents)} {'records' if chosen.feed else 'document'},"
          f" {len(data) / 1e6:.1f} MB\n\n"
          "| contender | ns/byte | MB/s | cold, ns/byte |\n|---|---|---|---|")
    with verdicts.scratch() as folder:
        # By a plain name, which no reader takes for a pattern, an option or a part of SQL.
        plain = pathlib.Path(folder, "own.ndjson")
        os.symlink(path.resolve(), plain)
        lines = [(one.name, lambda one=one: visited(one, documents, folder))
                 for one in contenders if one.modes["visit"]]
        if columns:
            lines += [(f"{one.name} {mode}".strip(), lambda one=one, mode=mode: selected(
                one, mode, plain, columns, truth, folder))
                for one in contenders for mode in one.modes["rows"]]
        for name, work in lines:
            try:
                cold, warm = work()
                speed = f"{warm:.3f} | {1e3 / warm:.0f} | {cold:.3f}"
            except Missing as reason:
                speed = f"{printable(str(reason))} | |"
            print(f"| {name} | {speed} |", flush=True)


def printable(text):
    """On one line, without what moves a terminal's cursor or ends a cell."""
    return re.sub(r"[^ -~\u00a1-\uffff]", "�", text).replace("|", "\\|")


def contents(path):
    """Ends the program where there is nothing to measure."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SystemExit(f"scripts/score: {printable(str(path))}: {error.strerror}") from error
    if not data.strip():
        raise SystemExit(f"scripts/score: {printable(str(path))} is empty: there is nothing to read")
    return data


def read_by_python(path, data, lines):
    """The documents and their values, which are the truth: JSON by RFC 8259, as Python reads it."""
    documents = [line.rstrip(b"\r") for line in data.split(b"\n") if line.strip()] if lines else [data]
    truth = []
    for number, document in enumerate(documents, 1):
        try:
            truth.append(costs.truth(document))
            if b"\\ud" in document.lower():
                json.dumps(truth[-1], ensure_ascii=False).encode()  # Throws for half a pair of surrogates.
        except (ValueError, RecursionError) as error:
            where = f", record {number}" if lines else ""
            hint = "" if lines or len(data.splitlines()) < 2 else " (for a feed of lines: --feed)"
            raise SystemExit(f"scripts/score: {printable(str(path))}{where} is not JSON that Python's json"
                             f" reads: {printable(str(error))}{hint}") from error
    return documents, truth


def visited(one, documents, folder):
    """Every value of every document."""
    wrong = costs.wrong_answer(one, documents, folder)
    if wrong:
        raise Missing(f"left out: {wrong}")
    found = costs.times(one, documents, [], folder, processes=3, passes=7)
    return found["cold"][0], found["warm"][0]


def typed(truth, paths):
    """The columns of these paths, with the types of their values in the feed. Ends the program where
    there is none that all have."""
    columns = []
    for path in paths:
        values = [value for value in (at(one, path) for one in truth) if value is not None]
        kinds = {bool: "bool", int: "int", float: "real", str: "text"}
        found = {kinds.get(type(value), "json") for value in values}
        if found == {"int", "real"}:
            found = {"real"}
        if not found:
            raise SystemExit(f"scripts/score: no record has a value at {printable(path)}")
        if len(found) != 1 or found == {"json"}:
            raise SystemExit(f"scripts/score: the values at {printable(path)} are of no single type that"
                             f" columns have: {', '.join(sorted(found))}")
        columns.append([f"c{len(columns)}", found.pop(), path])
    return columns


def at(value, path):
    for step in path.split("."):
        value = value.get(step) if isinstance(value, dict) else None
    return value


def selected(one, mode, path, columns, truth, folder):
    """The fields of each record as Python's values, by a reader of feeds in a process of its own, start and
    all."""
    output, jobs = pathlib.Path(folder, "rows.json"), pathlib.Path(folder, "jobs.json")

    def spent(source, output=None):
        jobs.write_text(json.dumps([[str(source), columns, output and str(output)]]))
        return costs.run_measured(one.command + ["rows", mode, str(jobs)])[0]

    output.unlink(missing_ok=True)
    spent(path, output)
    answer = json.loads(output.read_text())
    if "refused" in answer:
        raise Missing(f"left out: {answer['refused'].replace(f'{folder}/', '')[:120]}")
    wanted = [[at(record, place) for _, _, place in columns] for record in truth]
    if len(answer["rows"]) != len(wanted) or not all(
            damage.same(v, w) for r, e in zip(answer["rows"], wanted) for v, w in zip(r, e)):
        raise Missing("left out: other values")
    whole = [spent(path) for _ in range(3)]
    start = spent(first_of(path, folder))
    warm = statistics.median(whole) - start
    if warm < start / 10:
        raise Missing(f"too small a feed: {whole[0]:.2f} s of CPU, of which {start:.2f} are the start")
    length = path.stat().st_size
    return whole[0] * 1e9 / length, warm * 1e9 / length


def first_of(path, folder):
    """The feed's first record alone, which shows what the start costs."""
    one = pathlib.Path(folder, "one.ndjson")
    with open(path, "rb") as feed:
        one.write_bytes(next(line for line in feed if line.strip()))
    return one
