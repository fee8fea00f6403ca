"""Who runs the job: starts and ends it as the world says, waits for it, and does what its messages say."""

import os
import signal
import time

from advice import MOVE_AWAY, PUT_BACK, advice
from auditor import Finding, tokens_in
from jobs import ORDERLY, PATIENCE, Interrupted, stopping
from schemes import rotated_name

# Looks without a change after which nothing more is expected: of a run that others follow, and of the last.
# Counted, not timed: where the machine stands still, neither the job nor the world goes on.
QUIET = (15, 100)
LOOKS = 3000
# How faults end a run.
DEATHS = {-signal.SIGKILL, -signal.SIGINT}
# How often in a row a person does what a message says.
REFUSALS = 4


class Stuck(Exception):
    """The world can't go on; what was found says why."""


class Operator:
    def __init__(self, actions, places, target, jobs, truth, maker, client, values):
        self.actions, self.places, self.target, self.jobs = actions, places, target, jobs
        self.truth, self.maker, self.client, self.values = truth, maker, client, values
        self.follows = values["feed"] == "follow"
        self.run, self.is_paused, self.flags = None, False, []
        # What was found so far; and what runs said: the event before which it was said, kind, text.
        self.findings, self.notes = [], []
        self.event = 0
        # Files that were moved away, by their generation: a person can restore them.
        self.vault = {}

    def found(self, kind, message):
        self.findings.append(Finding(kind, message))

    def give_up(self, kind, message):
        self.found(kind, message)
        raise Stuck

    # Events ---------------------------------------------------------------------------------------

    def start(self, trouble=0, batch=None):
        """`trouble`: a limit of its files, or a number of a fault, as this world ends runs."""
        if self.run is not None and not self.run.is_running:
            # It was refused, and is started again.
            self.end(0)
        if self.run is not None:
            return
        flags, self.flags = self.flags, []
        if "--restart" in flags:
            self.truth.begin_anew(self.target.read(), not self.follows)
        is_fault = self.values["ending"] == "fault"
        limit = trouble + self.target.largest() if trouble and not is_fault else 0
        self.run = self.jobs.start(flags, batch, limit=limit, fault=trouble if is_fault else 0)
        if "--restart" in flags:
            # So that no rotation comes before it has begun.
            self.wait(self.run)

    def settle(self):
        if self.run and not self.is_paused:
            self.wait(self.run)

    def pause(self):
        if self.run and not self.is_paused:
            self.run.send(signal.SIGSTOP)
            self.actions.say("kill -STOP $job")
            self.is_paused = True

    def resume(self):
        if self.run and self.is_paused:
            self.run.send(signal.SIGCONT)
            self.actions.say("kill -CONT $job")
        self.is_paused = False

    def stop(self):
        """Ends the run as this world ends runs."""
        self.resume()
        if self.run is None:
            return
        ending = self.values["ending"]
        if ending == "pause":
            self.pause()
            time.sleep(0.05)
            self.resume()
        self.end({"term": signal.SIGTERM, "kill": signal.SIGKILL}.get(ending, signal.SIGINT), ending == "twice")

    def second(self):
        """A second instance, beside the first."""
        if self.run is None or not self.follows:
            return
        run = self.jobs.start(name="second")
        self.wait(run)
        run.end(signal.SIGINT)
        self.finish(run, "second", signal.SIGINT)
        self.heed(run, is_second=True)

    def twin(self, count):
        """Another job imports the log whose name looks the same, into the same table."""
        self.stop()
        made = [self.maker.make() for _ in range(count)]
        self.truth.add(made, generation=-1)
        self.truth.ended(made, self.event)
        self.actions.append(self.places.twin, b"".join(line.data for line in made))
        up = "./" if self.jobs.folder == "logs" else "logs/"
        run = self.jobs.start(feed=[up + os.path.basename(self.places.twin)], rejects="out/twin-rejects.ndjson")
        self.finish(run, "job", 0)
        if run.status not in ORDERLY:
            self.give_up("refused-twin", f"a log of another name was refused: {run.errors.strip()[-500:]}")
        self.heed(run)

    # Ending and waiting ---------------------------------------------------------------------------

    def end(self, number, is_twice=False):
        """Ends the run by a signal; a pattern's run ends by itself, unless it is killed, or waits for a server."""
        run, self.run = self.run, None
        if not self.follows and not self.jobs.store and number != signal.SIGKILL:
            number = 0
        if number:
            run.end(number)
        if number and is_twice:
            self.actions.say("kill -INT $job; sleep 0.02")
            time.sleep(0.02)
            run.end(number)
        self.finish(run, "job", number)
        self.heed(run)

    def finish(self, run, name, number):
        if number:
            self.actions.say(f"kill -{signal.Signals(number).name[3:]} ${name} 2> /dev/null")
        self.actions.say(f'wait ${name}; echo "exit status $?"')
        if not run.wait():
            self.give_up("hang", f"the {name} did not end within {PATIENCE} s: {run.errors[-300:]}")

    def wait(self, run, is_last=False):
        """Waits until all that can be read is stored, or nothing has changed for a while."""
        self.actions.say("sleep 2.5" if self.follows else "wait $job")
        seen, quiet, waits, changed = None, 0, 0, time.monotonic()
        # A hole at the start is given two seconds to be filled.
        patience = 2.5 if self.values["writer"] == "nul" and self.follows else 0
        for _ in range(LOOKS):
            if not run.is_running:
                return
            if stopping.is_set():
                raise Interrupted
            # Looks at a job that does something, or has no processor to do it, don't count.
            waits = waits + 1 if run.is_waiting else 0
            stored = self.target.read()
            quiet = quiet + bool(waits) if stored == seen else 0
            if stored != seen:
                changed = time.monotonic()
            seen = stored
            is_quiet = quiet > QUIET[is_last] and time.monotonic() - changed > patience
            if waits >= 3 and (is_quiet or self.is_complete(stored)):
                return
            time.sleep(0.02)
        self.found("unsettled", "the job neither waits nor ends")

    def is_complete(self, stored):
        left = {line.token for line in self.truth.left(stored) if not self.client.removed[line.number]}
        return not left or not left & self.reachable()

    def reachable(self):
        """The tokens of lines in files where the tool looks for them."""
        return tokens_in(self.actions, self.places.searched())

    def run_to_the_end(self):
        self.stop()
        for _ in range(REFUSALS):
            self.start(batch="1")
            run = self.run
            self.wait(run, is_last=True)
            self.end(signal.SIGINT if self.follows else 0)
            if run.status in ORDERLY:
                return
        self.give_up("refused", f"still after {REFUSALS} runs: {run.errors.strip()[-500:]}")

    # What runs say --------------------------------------------------------------------------------

    def heed(self, run, is_second=False):
        """Keeps what a run said, and does what a refusal says."""
        self.notes += [(self.event, *note) for note in run.notes]
        status = run.status
        if not run.summary:
            self.notes.append((self.event, "killed", ""))
        if status in (-run.sent, -signal.SIGKILL) and run.sent:
            # A signal before the tool expected any ends it, as a kill does.
            return
        if run.has_fault and (status in ORDERLY | DEATHS or run.errors):
            # What it says of a fault is another test's concern: here, the next run must be right.
            return
        if status < 0 or status > 130:
            self.give_up("crash", f"the job ended with {status}: {run.errors[-500:]}")
        if status in ORDERLY:
            if run.summary and run.has_loss and status not in (4, 130):
                self.found("status", f"a note of loss, and the exit status {status}")
            return
        found = advice(run.errors, bool(self.target.old_rejects))
        if found is None:
            self.give_up("refused", f"exit status {status}, and no way on: {run.errors[-500:].strip()}")
        self.actions.say(f"# {run.errors.strip().splitlines()[-1]}")
        if is_second:
            return
        if found == PUT_BACK:
            self.target.put_back()
        elif found == MOVE_AWAY:
            self.places.move_circle_away()
        elif found.name == "have it undone":
            self.client.undo(self.event)
        elif found.name == "another target":
            self.target.take_another()
            self.truth.excuse_restarts()
        elif found.name == "restore the file":
            self.restore(run)
        elif found.flag:
            self.flags = [found.flag]

    def restore(self, run):
        """Puts the files that were moved away beside the log, by names like that."""
        if not self.vault:
            is_there = {line.token for line in self.truth.written} <= self.reachable()
            if not is_there and "--restart" in run.errors:
                # No one can restore what was deleted, and the message says how to go on without it.
                self.flags = ["--restart"]
                return
            kind = "though-there" if is_there else "for-good"
            place = "though no file is gone" if is_there else "and no one can restore what was deleted"
            self.give_up(f"refused-{kind}", f"it asks for a file, {place}: {run.errors.strip()[-500:]}")
        self.truth.restored(self.vault)
        for generation, data in sorted(self.vault.items()):
            name = f"{self.places.folder}/{rotated_name('date', self.places.stem, generation + 1)}"
            if not self.actions.exists(name):
                self.actions.append(name, data)
        self.vault = {}
