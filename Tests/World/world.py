"""Plays a world: its events over a temporary folder, and the audit at the end."""

import os
import shutil
import signal
import tempfile
import time
import traceback
from dataclasses import dataclass

from actions import Actions
from advice import MOVE_AWAY, PUT_BACK, advice
from auditor import Auditor, Finding, tokens_in
from jobs import ORDERLY, PATIENCE, Interrupted, Jobs, stopping
from lines import LineMaker
from places import Places
from rotations import Rotations
from schemes import rotated_name
from targets import Target
from writers import Writer

# Looks without a change after which nothing more is expected: of a run that others follow, and of the last.
# Counted, not timed: where the machine stands still, neither the job nor the world goes on.
QUIET = (20, 100)
LOOKS = 3000
# How often in a row a person does what a message says.
REFUSALS = 4


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


class Stuck(Exception):
    """The world can't go on; what was found says why."""


class World:
    def __init__(self, plan, tool):
        self.plan, self.values, self.mix = plan, plan.values, plan.mix
        self.base = tempfile.mkdtemp(prefix="world-")
        root, aside = os.path.join(self.base, "world"), os.path.join(self.base, "aside")
        os.mkdir(root)
        os.mkdir(aside)
        values = self.values
        self.actions = Actions(root, values["clock"])
        self.places = Places(self.actions, values)
        self.rotations = Rotations(self.actions, self.places, self)
        self.writer = Writer(self.actions, self.places, values["writer"])
        self.maker = LineMaker(values["form"], values["framing"], values["records"])
        self.target = Target(self.actions, values, aside)
        self.jobs = Jobs(tool, self.actions, self.places, self.target, self.maker, values, aside)
        self.lines, self.notes, self.findings = [], [], []
        self.run, self.is_paused, self.flags = None, False, []
        self.generation, self.event = 0, -1
        self.vault = {}

    def play(self, keep=False):
        begin = time.monotonic()
        try:
            self.places.make()
            self.target.make()
            for self.event, (name, *numbers) in enumerate(self.plan.events):
                getattr(self, f"do_{name}")(*numbers)
            self.end()
        except (Stuck, Interrupted):
            pass
        except Exception:
            self.found("world-error", traceback.format_exc())
        finally:
            self.jobs.end_all()
            self.target.forget()
            if not keep:
                shutil.rmtree(self.base, ignore_errors=True)
        return Verdict(self.findings, self.actions.script, time.monotonic() - begin, self.base)

    def found(self, kind, message):
        self.findings.append(Finding(kind, message))

    # What writers and programs that rotate do ----------------------------------------------------

    def do_append(self, count, bad):
        # The first of them is good: one damaged line alone tells no framing.
        made = [self.maker.make(is_good=i == 0 or i > bad) for i in range(count)]
        for line in made:
            line.generation = self.generation
        self.lines += made
        self.ended(self.writer.write(made, self.event))

    def ended(self, lines):
        for line in lines:
            line.event = self.event

    def do_rotate(self, late):
        self.ended(self.writer.finish(self.event))
        if not self.actions.exists(self.places.real):
            self.actions.append(self.places.real, b"")
        is_unseen = self.is_unseen
        made = [self.maker.make() for _ in range(late)]
        self.keep_in_vault()
        if self.rotations.rotate(b"".join(line.data for line in made)):
            for line in made:
                line.generation = self.generation
            self.generation += 1
        self.lines += made
        self.ended(made)
        if is_unseen:
            # What is rotated away before a followed log's job has begun does not concern it.
            for line in self.lines:
                line.is_optional |= 0 <= line.generation < self.generation

    def keep_in_vault(self):
        """A person can restore what was moved, and not what was deleted."""
        if self.values["how"] == "moved":
            with open(self.actions.path(self.places.real), "rb") as file:
                self.vault[self.generation] = file.read()

    @property
    def is_unseen(self):
        """Whether a followed log's job has not begun yet, as far as its target shows."""
        if self.values["feed"] == "pattern":
            return False
        rows, rejects = self.target.read()
        numbers, refused = {number for number, _ in rows}, "\n".join(rejects)
        return not any(line.number in numbers or line.token in refused
                       for line in self.lines if line.generation >= 0)

    def do_repoint(self):
        self.places.repoint()

    def do_foreign(self):
        self.do_stop()
        self.target.replace_rejects()

    # What operators do ---------------------------------------------------------------------------

    def do_start(self, limit, batch=None):
        if self.run is not None and not self.run.is_running:
            # It was refused, and is started again.
            self.stop(0)
        if self.run is not None:
            return
        flags, self.flags = self.flags, []
        if "--restart" in flags:
            self.begin_anew()
        self.run = self.jobs.start(flags, batch, limit=limit and limit + self.biggest())
        if "--restart" in flags:
            # So that no rotation comes before it has begun.
            self.settle(self.run)

    def biggest(self):
        """The size of the largest file of the target, in KiB."""
        folder = self.actions.path("out")
        return max((entry.stat().st_size for entry in os.scandir(folder)), default=0) // 1024

    def do_settle(self):
        if self.run and not self.is_paused:
            self.settle(self.run)

    def do_pause(self):
        if self.run and not self.is_paused:
            self.run.send(signal.SIGSTOP)
            self.actions.say("kill -STOP $job")
            self.is_paused = True

    def do_resume(self):
        if self.run and self.is_paused:
            self.run.send(signal.SIGCONT)
            self.actions.say("kill -CONT $job")
        self.is_paused = False

    def do_stop(self):
        """Ends the run as this world ends runs."""
        self.do_resume()
        if self.run is None:
            return
        ending = self.values["ending"]
        if ending == "pause":
            self.do_pause()
            time.sleep(0.05)
            self.do_resume()
        self.stop({"term": signal.SIGTERM, "kill": signal.SIGKILL}.get(ending, signal.SIGINT))

    def stop(self, number):
        run, self.run = self.run, None
        # A pattern's run ends by itself, unless it is killed.
        if number and (self.values["feed"] == "follow" or number == signal.SIGKILL):
            run.end(number)
            self.actions.say(f"kill -{signal.Signals(number).name[3:]} $job 2> /dev/null")
        self.actions.say('wait $job; echo "exit status $?"')
        if not run.wait():
            self.found("hang", f"the job did not end within {PATIENCE} s: {run.errors[-300:]}")
            raise Stuck
        self.heed(run)

    def do_second(self):
        if self.run is None or self.values["feed"] != "follow":
            return
        run = self.jobs.start(name="second")
        self.settle(run)
        run.end(signal.SIGINT)
        self.actions.say('kill -INT $second; wait $second; echo "exit status $?"')
        if not run.wait():
            self.found("hang", "the second instance did not end")
            raise Stuck
        self.heed(run, is_second=True)

    def do_restart(self):
        """After all before it was found to be right."""
        self.do_stop()
        self.check()
        if self.has_failed:
            raise Stuck
        self.flags = ["--restart"]
        self.do_start(0)

    def begin_anew(self):
        """From now on, the job reads what is at its path once more, and nothing else that it had not read."""
        rows, rejects = self.target.read()
        stored = {number for number, _ in rows}
        refused = "\n".join(rejects)
        for line in self.lines:
            is_in = line.number in stored if line.is_good else line.token in refused
            is_current = line.generation == self.generation or self.values["feed"] == "pattern"
            line.restarts += is_current
            # Rejects of earlier files go with the progress.
            if not is_current and (not line.is_good or not is_in):
                line.is_optional = True

    def do_twin(self, count):
        """Another job imports the log whose name looks the same, into the same table."""
        self.do_stop()
        made = [self.maker.make() for _ in range(count)]
        self.lines += made
        self.ended(made)
        for line in made:
            line.generation = -1
        self.actions.append(self.places.twin, b"".join(line.data for line in made))
        up = "./" if self.jobs.folder == "logs" else "logs/"
        run = self.jobs.start(feed=[up + os.path.basename(self.places.twin)], rejects="out/twin-rejects.ndjson")
        self.actions.say('wait $job; echo "exit status $?"')
        if not run.wait():
            self.found("hang", "the twin's job did not end")
            raise Stuck
        if run.status not in ORDERLY:
            self.found("refused-twin", f"a log of another name was refused: {run.errors.strip()[-500:]}")
            raise Stuck
        self.heed(run)

    # Waiting, and what runs say ------------------------------------------------------------------

    def settle(self, run, is_last=False):
        """Waits until all that can be read is stored, or nothing has changed for a while."""
        self.actions.say("sleep 2.5" if self.values["feed"] == "follow" else "wait $job")
        seen, quiet, waits = None, 0, 0
        for _ in range(LOOKS):
            if not run.is_running:
                return
            if stopping.is_set():
                raise Interrupted
            # Looks at a job that does something, or has no processor to do it, don't count.
            waits = waits + 1 if run.is_waiting else 0
            stored = self.target.read()
            quiet = quiet + bool(waits) if stored == seen else 0
            seen = stored
            if waits >= 3 and (quiet > QUIET[is_last] or self.is_complete(stored)):
                return
            time.sleep(0.02)
        self.found("unsettled", "the job neither waits nor ends")

    def is_complete(self, stored):
        rows, rejects = stored
        numbers, refused = {number for number, _ in rows}, "\n".join(rejects)
        left = [line for line in self.lines if line.event >= 0 and not line.is_optional
                and not (line.number in numbers or line.token in refused)]
        return not left or not ({line.token for line in left} & self.reachable())

    def reachable(self):
        return tokens_in(self.actions, self.places.searched())

    def heed(self, run, is_second=False):
        """Keeps what a run said, and does what a refusal says."""
        self.notes += [(self.event, *note) for note in run.notes]
        status = run.status
        if status in (-run.sent, -signal.SIGKILL) and run.sent:
            # A signal before the tool expected any ends it, as a kill does.
            return
        if status < 0 or status > 130:
            self.found("crash", f"the job ended with {status}: {run.errors[-500:]}")
            raise Stuck
        if status in ORDERLY:
            if run.summary and run.has_loss and status not in (4, 130):
                self.found("status", f"a note of loss, and the exit status {status}")
            return
        found = advice(run.errors, bool(self.target.old_rejects))
        if found is None:
            self.found("refused", f"exit status {status}, and no way on: {run.errors[-500:].strip()}")
            raise Stuck
        self.actions.say(f"# {run.errors.strip().splitlines()[-1]}")
        if is_second or found.name == "end the other one":
            return
        if found.name == "restore the file":
            return self.restore(run)
        if found == PUT_BACK:
            return self.target.put_back()
        if found == MOVE_AWAY:
            return self.places.move_circle_away()
        if found.flag:
            self.flags = [found.flag]

    def restore(self, run):
        """Puts the files that were moved away beside the log, by names like that."""
        if not self.vault:
            is_there = {line.token for line in self.lines if line.event >= 0} <= self.reachable()
            kind = "though-there" if is_there else "for-good"
            place = "though no file is gone" if is_there else "and no one can restore what was deleted"
            self.found(f"refused-{kind}", f"it asks for a file, {place}: {run.errors.strip()[-500:]}")
            raise Stuck
        for generation, data in sorted(self.vault.items()):
            name = f"{self.places.folder}/{rotated_name('date', self.places.stem, generation + 1)}"
            if not self.actions.exists(name):
                self.actions.append(name, data)
        self.vault = {}

    # The end -------------------------------------------------------------------------------------

    def end(self):
        self.event = len(self.plan.events)
        self.ended(self.writer.finish(self.event))
        self.do_stop()
        self.check()
        if not self.has_failed:
            self.check()

    @property
    def has_failed(self):
        return any(each.is_failure for each in self.findings)

    def check(self):
        """Lets the job read all there is, and judges what it has stored."""
        self.run_to_the_end()
        written = [line for line in self.lines if line.event >= 0]
        auditor = Auditor(written, self.target, self.notes, self.reachable(), self.values)
        judged = auditor.judge() + [Finding("stray", f"{name} was left behind") for name in self.target.strays()]
        earlier = set(self.findings)
        self.findings += [each for each in judged if each not in earlier]

    def run_to_the_end(self):
        for _ in range(REFUSALS):
            self.do_start(0, batch="1")
            run = self.run
            self.settle(run, is_last=True)
            self.stop(signal.SIGINT)
            if run.status in ORDERLY:
                return
        self.found("refused", f"still after {REFUSALS} runs: {run.errors.strip()[-500:]}")
        raise Stuck
