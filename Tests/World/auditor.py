"""Judges a world by its truth: each good record once in the target, each bad one once among the rejects."""

import gzip
import lzma
import os
import re
import subprocess
import zlib
from collections import Counter
from dataclasses import dataclass

from jobs import LOSSES

TOKEN = re.compile(rb"t\d{5}")


@dataclass(frozen=True)
class Finding:
    kind: str
    message: str
    # Whether the world has failed; otherwise it is only counted.
    is_failure: bool = True


def contents(path):
    """A file's text, whatever it is packed with."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        if path.endswith(".gz"):
            return gzip.decompress(data)
        if path.endswith(".xz"):
            return lzma.decompress(data)
        if path.endswith(".zst"):
            return subprocess.run(["zstd", "-dcq"], input=data, capture_output=True, check=True).stdout
    except (OSError, EOFError, lzma.LZMAError, zlib.error, subprocess.CalledProcessError):
        return b""
    return data


def tokens_in_file(path):
    # Links in a circle are no files.
    return {each.decode() for each in TOKEN.findall(contents(path))} if os.path.isfile(path) else set()


def tokens_in(actions, folders):
    """The tokens of all lines in the files of these folders."""
    paths = [entry.path for folder in folders for entry in os.scandir(actions.path(folder))]
    return set().union(*(tokens_in_file(path) for path in paths))


class Auditor:
    """`notes`: the event before which a run ended, and the kind and the text of what it said."""

    def __init__(self, lines, target, notes, reachable, client, values):
        self.lines, self.target, self.reachable, self.client, self.values = lines, target, reachable, client, values
        self.is_calm = values["weather"] == "calm"
        self.losses = [(event, text) for event, kind, text in notes if kind in LOSSES]
        # NUL bytes that were skipped are where records may have been, or come later, and no alarm.
        self.gaps = [event for event, kind, text in notes if "NUL" in text]
        # Rows that a trigger has dropped, as runs have told, or could not, because they were killed.
        self.drops = {kind for _, kind, _ in notes} & {"dropped", "killed"}
        self.covers = [event for event, kind, text in notes if kind in LOSSES] + self.gaps
        self.findings = []
        self.rows, self.rejects = target.read(is_over=True)

    def judge(self):
        good = {line.number: line for line in self.lines if line.is_good}
        rows = Counter(number for number, _ in self.rows)
        self.check_invented(good)
        rejected = Counter(token.decode() for raw in self.rejects for token in TOKEN.findall(raw.encode()))
        missing = []
        for line in self.lines:
            removed = self.client.removed[line.number]
            stored, refused = rows[line.number] + removed, rejected[line.token]
            if refused and line.is_good and self.client.may_touch(line):
                stored, refused = stored + refused, 0
            if line.is_good and refused:
                self.fail("good-rejected", f"the good record {line.number} is among the rejects")
            count = stored if line.is_good else refused
            # One without an event may have ended, or not: an element before its comma.
            if count == 0 and not (line.is_good and refused) and not line.is_optional and line.event >= 0:
                missing.append(line)
            most = 1 + line.restarts if self.may_double(line) else 1
            # Where rows are replaced, those that were removed come again.
            most += removed if self.values["mode"] != "append" else 0
            if count > most:
                what = "record" if line.is_good else "bad record"
                self.fail("doubled", f"the {what} {line.number} is there {count} times, at most {most} expected")
        self.check_missing(missing)
        self.check_order()
        for name in self.target.changed_foreign():
            self.fail("foreign-changed", f"{name} lost what another program had written to it")
        return self.findings

    def may_double(self, line):
        """Whether a job that begins anew stores it again: rejects, where the old ones were moved away."""
        return self.values["mode"] == "append" if line.is_good else bool(self.target.old_rejects)

    def check_invented(self, good):
        for number, text in self.rows:
            if number not in good:
                self.fail("invented", f"a row with the id {number}, which no good record has")
            elif text != good[number].text and not self.client.is_text(good[number], text):
                self.fail("changed", f"the text of {number} is {text!r}, written was {good[number].text!r}")
        known = {line.token for line in self.lines}
        for raw in self.rejects:
            if not any(token.decode() in known for token in TOKEN.findall(raw.encode())):
                self.fail("invented-reject", f"a reject that no one wrote: {raw[:80]!r}")

    def check_missing(self, missing):
        for line in missing:
            what = "record" if line.is_good else "bad record"
            is_there = line.token in self.reachable
            place = "its file is there" if is_there else "its file is gone"
            # A note vouches only for what was written before it, but for a hole.
            is_covered = any(event >= line.event for event in self.covers) or line.is_late and self.gaps \
                or self.drops and line.is_good and self.client.drops(line)
            if self.drops == {"killed"} and is_covered and not self.covers:
                self.fail("untold", f"the {what} {line.number} was dropped in a killed run, and no later one tells")
            if not is_covered:
                self.fail("silent-loss", f"the {what} {line.number} is missing without a note; {place}")
            elif is_there and not self.client.drops(line):
                self.add("avoidable-loss", f"the {what} {line.number} is missing with a note, but {place}",
                         self.is_calm)
        if self.losses and not missing:
            self.add("false-alarm", f"nothing is missing, but: {self.losses[0][1]}", self.is_calm)

    def check_order(self):
        """Rows are stored in the order in which they were written; only counted where that is in doubt."""
        values = self.values
        if values["feed"] != "follow" or values["writer"] == "hole" or values["operator"] in ("restart", "twin") \
                or values["sink"] == "postgresql" or values["client"] != "none" or any(line.restarts for line in self.lines):
            return
        numbers = [number for number, _ in self.rows]
        for one, next_one in zip(numbers, numbers[1:]):
            if one > next_one:
                return self.add("order", f"the record {next_one} comes after {one}", self.is_calm)

    def fail(self, kind, message):
        self.add(kind, message, True)

    def add(self, kind, message, is_failure):
        self.findings.append(Finding(kind, message, is_failure))
