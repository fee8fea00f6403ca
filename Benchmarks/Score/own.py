"""Your own file or feed through every contender that can read it: answers compared, then timed."""

import json
import pathlib
import statistics

import costs
import damage
import verdicts
from contender import Missing


def run(chosen, contenders):
    path = pathlib.Path(chosen.feed or chosen.file)
    data = path.read_bytes()
    documents = [line for line in data.splitlines() if line.strip()] if chosen.feed else [data]
    try:
        truth = [json.loads(document) for document in documents]
    except ValueError as error:
        raise SystemExit(f"scripts/score: {path} is not JSON by Python's json: {error}")
    print(f"{path.name}: {len(documents)} {'records' if chosen.feed else 'document'},"
          f" {len(data) / 1e6:.1f} MB\n\n"
          "| contender | ns/byte | MB/s | cold, ns/byte |\n|---|---|---|---|")
    lines = []
    with verdicts.scratch() as folder:
        for one in contenders:
            if one.modes["visit"]:
                lines.append((one.name, lambda one=one: visited(one, documents, folder)))
            if chosen.path and chosen.feed:
                columns = typed(truth, chosen.path)
                for mode in one.modes["rows"]:
                    name = f"{one.name} {mode}".strip()
                    lines.append((name, lambda one=one, mode=mode: selected(
                        one, mode, path, columns, truth, folder)))
        for name, work in lines:
            try:
                cold, warm = work()
                speed = f"{warm:.3f} | {1e3 / warm:.0f} | {cold:.3f}" if warm else " | | "
            except Missing as reason:
                speed = f"{reason} | |"
            print(f"| {name} | {speed} |", flush=True)


def visited(one, documents, folder):
    """Every value of every document."""
    wrong = costs.wrong_answer(one, documents, folder)
    if wrong:
        raise Missing(f"left out: {wrong}")
    found = costs.times(one, documents, folder, processes=3, passes=7)
    return found["cold"], found["warm"]


def typed(truth, paths):
    """The columns of these paths, with the types of their values in the feed. Throws Missing where
    there is none that all have."""
    columns = []
    for path in paths:
        values = [value for value in (at(one, path) for one in truth) if value is not None]
        kinds = {bool: "bool", int: "int", float: "real", str: "text"}
        found = {kinds.get(type(value), "json") for value in values}
        if found == {"int", "real"}:
            found = {"real"}
        if len(found) != 1 or found == {"json"}:
            raise SystemExit(f"scripts/score: {path} has values of no single type: {sorted(found)}")
        columns.append([path.replace(".", "_"), found.pop(), path])
    return columns


def at(value, path):
    for step in path.split("."):
        value = value.get(step) if isinstance(value, dict) else None
    return value


def selected(one, mode, path, columns, truth, folder):
    """The fields of each record, by a reader of feeds in a process of its own, start and all."""
    output, jobs = pathlib.Path(folder, "rows.json"), pathlib.Path(folder, "jobs.json")
    wanted = [[at(record, place) for _, _, place in columns] for record in truth]
    spent = []
    for source in (path, path, path, first_of(path, folder)):
        output.unlink(missing_ok=True)
        jobs.write_text(json.dumps([[str(source), columns, str(output)]]))
        spent.append(costs.run_measured(one.command + ["rows", mode, str(jobs)])[0])
        answer = json.loads(output.read_text())
        if "refused" in answer:
            raise Missing(f"left out: {answer['refused'][:120]}")
        if source == path:
            rows = answer["rows"]
            if len(rows) != len(wanted) or not all(
                    damage.same(v, w) for r, e in zip(rows, wanted) for v, w in zip(r, e)):
                raise Missing("left out: other values")
    length = path.stat().st_size
    warm = max(statistics.median(spent[:3]) - spent[3], 1e-9)
    return spent[0] * 1e9 / length, warm * 1e9 / length


def first_of(path, folder):
    """The feed's first record alone, which shows what the start costs."""
    one = pathlib.Path(folder, "one.ndjson")
    with open(path, "rb") as feed:
        one.write_bytes(feed.readline())
    return one
