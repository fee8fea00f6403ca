"""The damage table: what readers of feeds make of the damaged feed, and of one for each kind."""

import json
import pathlib
import signal
import subprocess

import damage
from sources import environment
from verdicts import judge, tree_of

#: Seconds in which a reader must read one small feed, its start included.
PATIENCE = 120


def made(folder):
    """The feeds, by name, written as files."""
    feeds = {"all kinds": damage.whole()}
    feeds |= {kind: damage.of_kind(kind) for kind in {**damage.BROKEN, **damage.EITHER}}
    paths = {}
    for i, (name, feed) in enumerate(feeds.items()):
        paths[name] = f"{folder}/feed-{i}.ndjson"
        pathlib.Path(paths[name]).write_bytes(feed.bytes)
    return feeds, paths


def by_rows(contender, mode, feeds, paths, folder):
    """A contender that reads feeds itself. All feeds are read by one process, or by the next one after a
    crash."""
    jobs = [[path, damage.COLUMNS, f"{path}.{contender.id}.{abs(hash(mode))}"]
            for path in paths.values()]
    todo = pathlib.Path(folder, "jobs.json")
    todo.write_text(json.dumps(jobs))
    crashes = {}
    while remaining := [job for job in jobs if not pathlib.Path(job[2]).exists()]:
        try:
            done = subprocess.run(contender.command + ["rows", mode, str(todo)], env=environment(),
                                  capture_output=True, timeout=PATIENCE * len(remaining))
            how = signal.Signals(-done.returncode).name if done.returncode < 0 \
                else f"exit {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}"
        except subprocess.TimeoutExpired:
            how = f"no answer in {PATIENCE * len(remaining)} s"
        first = next((job for job in jobs if not pathlib.Path(job[2]).exists()), None)
        if first:
            crashes[first[2]] = how
            pathlib.Path(first[2]).write_text(json.dumps({"crash": how}))
    return {name: summary(feeds[name], json.loads(
        pathlib.Path(output).read_text().replace(f"{folder}/", "")))
        for name, (_, _, output) in zip(paths, jobs, strict=True)}


def by_lines(contender, feeds, folder):
    """A contender that reads documents: the harness cuts the lines, and takes the fields."""
    feed = feeds["all kinds"]
    verdicts = judge(contender, feed.lines, folder)
    rows, lines, crash = [], [], None
    for line, (verdict, text) in enumerate(verdicts):
        if verdict == "crash":
            crash = crash or text
        elif verdict == "yes":
            lines.append(line)
            try:
                rows.append(fields(tree_of(text)))
            except ValueError:
                rows.append(["values that can't be read"] * len(damage.COLUMNS))
    found = summary(feed, {"rows": rows, "told": []}, lines)
    return {"all kinds": found | ({"crash": crash} if crash else {})}


def fields(value):
    row = []
    for _, _, path in damage.COLUMNS:
        one = value
        for step in path.split("."):
            one = one.get(step) if isinstance(one, dict) else None
        row.append(one)
    return row


def summary(feed, answer, lines=None):
    """A reader's answer, compared with what is known of the feed."""
    found = damage.outcome(feed, answer.get("rows", []), lines)
    told = feed.told(answer.get("told", []) + [answer.get("refused", "")])
    found["told"] = f"{told[1]} by {told[0]}" if told else None
    if found["good_lost"] and answer.get("told"):
        answer["stopped"] = answer["told"][0]
    for how in ("refused", "crash", "stopped"):
        if how in answer:
            found[how] = " ".join(answer[how].split())[:240]
    counts = {}
    for kind, what in found.pop("through"):
        counts.setdefault(kind or "?", {}).setdefault(what, 0)
        counts[kind or "?"][what] += 1
    found["through"] = counts
    found["let_through"] = sum(n for what in counts.values() for n in what.values())
    return found


def cell(found):
    """A kind of damage in a word or two: what became of the good and the damaged records of its feed."""
    if "crash" in found:
        return "crash"
    if found["good_lost"] == found["good"]:
        return "refuses the feed"
    words = []
    if found["good_lost"]:
        words.append(f"loses {found['good_lost']} good")
    if found["wrong"]:
        words.append(f"{found['wrong']} good wrong")
    whats = {what for kinds in found["through"].values() for what in kinds}
    words += [f"lets through {what}" for what in sorted(whats)]
    if found["rows_of_nulls"]:
        words.append("rows of nulls")
    return ", ".join(words) or "rejects it"
