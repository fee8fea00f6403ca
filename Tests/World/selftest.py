"""The auditor's own test: a fake tool that errs must be found, and one that is right must pass."""

import os
import stat
import subprocess
import sys
import tempfile

from covering import allowed_values, covering_array, pairs, pairs_of
from dimensions import BY_NAME, DEFAULTS, DIMENSIONS, conflicts
from events import Plan, plan
from world import World

HERE = os.path.dirname(os.path.abspath(__file__))

# What each fake tool does, and what the auditor must call it; None: nothing.
FAKES = {
    "none": None,
    "loses": "silent-loss",
    "doubles": "doubled",
    "invents": "invented",
    "changes": "changed",
    "loses-rejects": "silent-loss",
    "rejects-good": "good-rejected",
    "notes": "false-alarm",
    "refuses": "refused",
}


def fake(folder, fault):
    """A program that calls the fake tool with that fault."""
    path = os.path.join(folder, fault)
    with open(path, "w") as file:
        file.write(f'#!/bin/sh\nexec "{sys.executable}" "{HERE}/faketool.py" {fault} "$@"\n')
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


# Worlds of what others do, and tools that err there, or (none) do not notice it.
APPEND, RUN = ["append", 5, 0], [["start", 0], ["settle"]]
OBJECTS = {"feed": "web", "how": "key", "names": "down", "sink": "ndjson"}
TABLE = {"feed": "pattern", "sink": "sqlite"}
LINES = {"feed": "pattern", "sink": "ndjson"}
SEEN, HALVES = [APPEND, *RUN, ["disturb", 0], APPEND, *RUN, ["undo"]], [APPEND, ["begin"], *RUN, APPEND]
ELSEWHERE = (
    *(({**OBJECTS, "server": "sound"}, [APPEND], fault, FAKES[fault]) for fault in ("none", "loses", "doubles", "changes")),
    ({**OBJECTS, "server": "replaced"}, [APPEND, *RUN, ["exchange", 0, 2]], "none", "silent-loss"),
    ({**OBJECTS, "server": "deleted"}, [APPEND, ["exchange", 0, 1], APPEND, *RUN], "none", None),
    *(({**TABLE, "client": "lock"}, SEEN, fault, FAKES[fault]) for fault in ("none", "loses", "doubles", "changes")),
    ({**TABLE, "client": "deleted"}, SEEN, "none", None),
    ({**TABLE, "client": "deleted"}, SEEN, "restores", "doubled"),
    ({**TABLE, "client": "emptied"}, SEEN, "loses", "silent-loss"),
    ({**TABLE, "client": "raises"}, SEEN, "rejects-good", "good-rejected"),
    ({**TABLE, "client": "drops"}, SEEN, "none", "silent-loss"),
    ({**TABLE, "client": "changes"}, SEEN, "none", None),
    ({**TABLE, "client": "changes"}, SEEN, "changes", "changed"),
    *(({**LINES, "cut": cut}, HALVES, fault, kind) for cut in BY_NAME["cut"].values[1:]
      for fault, kind in (("none", None), ("skips-halves", "silent-loss"), ("rereads", "doubled"), ("changes", "changed"))),
)


def check_auditor():
    values = {**DEFAULTS, "sink": "ndjson", "records": "type", "feed": "pattern", "weather": "calm"}
    # The fake tool knows no patterns: the file has the name of the pattern.
    cases = [(values, [["append", 5, 2]], fault, kind) for fault, kind in FAKES.items()]
    cases += [({**DEFAULTS, **values}, events, fault, kind) for values, events, fault, kind in ELSEWHERE]
    with tempfile.TemporaryDirectory() as folder:
        for values, events, fault, kind in cases:
            assert conflicts(values) is None, conflicts(values)
            world = World(Plan(0, 0, values, ["up", "date"], events), fake(folder, fault))
            if values["feed"] == "pattern":
                world.jobs.feed = lambda: ["logs/app.log"]
            verdict = world.play()
            place = " ".join(f"{name}={values[name]}" for name in ("server", "client", "cut")
                             if values[name] != DEFAULTS[name])
            assert verdict.kinds == ([kind] if kind else []), \
                f"a tool that {fault} {place}: found {verdict.findings}, expected {kind}"
            print(f"a tool whose fault is {fault}{place and f' where {place}'}: {kind or 'passed'}")


def check_covering_array():
    rows, impossible = covering_array()
    names = [each.name for each in DIMENSIONS]
    covered = set().union(*(pairs_of(row, names) for row in rows))
    assert covered == pairs(allowed_values()) - set(impossible), "pairs are missing, or excluded ones are there"
    assert all(conflicts(row) is None for row in rows)
    print(f"covering array: {len(rows)} worlds, {len(covered)} pairs")


def check_plans():
    """A number always makes the same world, and each event is one that a world plays."""
    for number in range(200):
        made = plan(3, number)
        assert made == plan(3, number)
        for name, *_ in made.events:
            assert name in World.OWN + World.OPERATORS, f"no world plays {name}"
    print("plans: repeatable")


def check_table():
    """The code and the tests that the table names exist."""
    root = os.path.dirname(os.path.dirname(HERE))
    for each in BY_NAME.values():
        assert os.path.exists(os.path.join(HERE, each.code)), f"no {each.code}"
        for test in each.tests.split(", "):
            found = subprocess.run(["grep", "-rlE", f"(struct|class) {test}\\b", "Tests", "--include=*.swift"],
                                   cwd=root, capture_output=True).stdout
            assert found, f"{each.name}: no test {test}"
    print("table: all code and tests exist")


def self_test():
    check_plans()
    check_covering_array()
    check_table()
    check_auditor()
    return 0
