"""Plays a world: its events over a temporary folder, and the audit at the end."""

import os
import shutil
import tempfile
import time
import traceback
from dataclasses import dataclass

from actions import Actions
from auditor import Auditor, Finding
from bucket import Bucket
from client import Client
from jobs import Interrupted, Jobs
from lines import LineMaker
from operators import Operator, Stuck
from places import Places
from rotations import Rotations
from targets import Target
from truth import Truth
from writers import Writer


@dataclass
class Verdict:
    findings: list
    script: list
    seconds: float
    folder: str

    @property
    def failures(self):
        return [each for each in self.findings if each.is_failure]

    @property
    def kinds(self):
        return sorted({each.kind for each in self.failures})


class World:
    # The events that change files, and those of the operator, by name.
    OWN = ("append", "begin", "rotate", "repoint", "exchange", "disturb", "undo", "foreign", "restart")
    OPERATORS = ("start", "settle", "stop", "pause", "resume", "second", "twin")

    def __init__(self, plan, tool, planted=None):
        self.plan, self.values, self.mix = plan, plan.values, plan.mix
        self.base = tempfile.mkdtemp(prefix="world-")
        root, aside = os.path.join(self.base, "world"), os.path.join(self.base, "aside")
        os.mkdir(root)
        os.mkdir(aside)
        values = self.values
        self.truth = Truth()
        self.actions = Actions(root, values["clock"])
        self.places = Places(self.actions, values)
        self.rotations = Rotations(self.actions, self.places, self)
        self.writer = Writer(self.actions, self.places, values)
        self.maker = LineMaker(values)
        self.target = Target(self.actions, values, aside)
        self.client = Client(self.actions, self.target, values)
        self.bucket = Bucket(self.actions, self.places, self.truth, self.writer, values, self.append)
        self.jobs = Jobs(tool, self.actions, self.places, self.target, self.maker, values, aside, planted)
        self.operator = Operator(
            self.actions, self.places, self.target, self.jobs, self.truth, self.maker, self.client, values)

    @property
    def findings(self):
        return self.operator.findings

    @property
    def event(self):
        return self.operator.event

    def play(self, keep=False):
        begin = time.monotonic()
        try:
            self.places.make()
            self.target.make()
            self.jobs.store = self.bucket.start()
            for self.operator.event, (name, *numbers) in enumerate(self.plan.events):
                getattr(self if name in self.OWN else self.operator, name)(*numbers)
            self.end()
        except (Stuck, Interrupted):
            pass
        except Exception:
            self.operator.found("world-error", traceback.format_exc())
        finally:
            self.jobs.end_all()
            self.client.leave()
            self.target.forget()
            self.bucket.stop()
            if not keep:
                shutil.rmtree(self.base, ignore_errors=True)
        return Verdict(self.findings, self.actions.script, time.monotonic() - begin, self.base)

    # Events ---------------------------------------------------------------------------------------

    def append(self, count, bad):
        # The first of them is good: one damaged line alone tells no framing.
        made = [self.maker.make(is_good=i == 0 or i > bad) for i in range(count)]
        self.truth.add(made, event=self.event)
        self.truth.ended(self.writer.write(made), self.event)

    def begin(self):
        """The writer is in the middle of a record."""
        if self.values["cut"] != "none":
            made = self.maker.make()
            self.truth.add([made], event=self.event)
            self.truth.ended(self.writer.begin(made), self.event)

    def exchange(self, number, count):
        self.bucket.exchange(number, count, self.event)

    def disturb(self, number):
        self.client.disturb(number, self.event)

    def undo(self):
        self.client.undo(self.event)

    def rotate(self, late):
        """`late`: so many lines are still written to the file that was renamed."""
        self.truth.ended(self.writer.finish(), self.event)
        self.truth.ended(self.writer.close(), self.event)
        if not self.actions.exists(self.places.real):
            self.actions.append(self.places.real, b"")
        is_unseen = self.values["feed"] == "follow" and self.truth.is_unseen(self.target.read()) \
            and self.client.has_left_rows
        if self.values["how"] == "moved":
            with open(self.actions.path(self.places.real), "rb") as file:
                self.operator.vault[self.truth.generation] = file.read()
        made = [self.maker.make() for _ in range(late)]
        self.truth.add(made)
        self.truth.ended(made, self.event)
        if self.rotations.rotate(b"".join(line.data for line in made)):
            self.truth.generation += 1
        if is_unseen:
            self.truth.excuse_earlier()

    def repoint(self):
        self.places.repoint()

    def foreign(self):
        self.operator.stop()
        self.target.replace_rejects()

    def restart(self):
        """After all before it was found to be right."""
        if self.writer.hole:
            # What is behind it waits for longer than this world does.
            self.truth.ended(self.writer.finish(), self.event)
        with self.bucket.healed():
            self.check()
        if self.has_failed:
            raise Stuck
        self.operator.flags = ["--restart"]
        self.operator.start()

    # The end --------------------------------------------------------------------------------------

    def end(self):
        self.operator.event = len(self.plan.events)
        self.truth.ended(self.writer.finish() + self.writer.close(), self.event)
        self.rotations.packer.finish()
        self.client.undo(self.event)
        self.bucket.heal()
        self.check()
        if not self.has_failed:
            # Nothing may come again.
            self.check()

    @property
    def has_failed(self):
        return any(each.is_failure for each in self.findings)

    def check(self):
        """Lets the job read all there is, and judges what it has stored."""
        self.operator.run_to_the_end()
        auditor = Auditor(self.truth.written + self.writer.open, self.target, self.operator.notes, self.operator.reachable(),
                          self.client, self.values)
        judged = auditor.judge() + [Finding("stray", f"{name} was left behind") for name in self.target.strays()]
        earlier = set(self.findings)
        self.findings.extend(each for each in judged if each not in earlier)
