"""Starts, stops, pauses and kills the tool, and keeps what each run said."""

import fnmatch
import json
import os
import platform
import re
import signal
import subprocess
import threading
from urllib.parse import quote as percent_encoded

import faults
from actions import quoted

# The numbers of poll, ppoll, select, pselect6 and epoll_(p)wait.
POLLS = {"x86_64": {"7", "271", "23", "270", "232", "281"}, "aarch64": {"73", "72", "22"}}
# Kinds of notes that say that records may be missing.
LOSSES = {"possible-loss", "unreadable"}
# Rows that the table did not take.
DROPPED = re.compile(r"triggers or rules decided so|rows? skipped: rows with their keys are there|"
                     r"rows? not stored by the target")
ORDERLY = {0, 1, 4, 130}
# Longer than any run takes on a machine that others load, too.
PATIENCE = 60


# Set when the worlds are to end at once.
stopping = threading.Event()


class Interrupted(Exception):
    """The worlds are to end."""


class Run:
    def __init__(self, process, stderr, summary):
        self.process, self.stderr_path, self.summary_path = process, stderr, summary
        # The signal that was to end it.
        self.sent = 0
        self.has_fault = False

    @property
    def is_running(self):
        return self.process.poll() is None

    @property
    def status(self):
        return self.process.returncode

    @property
    def errors(self):
        with open(self.stderr_path, "rb") as file:
            return file.read().decode(errors="replace")

    @property
    def summary(self):
        try:
            with open(self.summary_path, "rb") as file:
                return json.load(file)
        except (FileNotFoundError, ValueError):
            return {}

    @property
    def notes(self):
        """What it said, by kind; a killed run has said it on standard error only."""
        found = [(note["kind"], note["message"]) for note in self.summary.get("notes", [])]
        lines = (line.partition(": ") for line in self.errors.splitlines())
        found = found or [(kind, message) for kind, _, message in lines if kind in LOSSES or "NUL" in message]
        return found + [("dropped", line) for line in self.errors.splitlines() if DROPPED.search(line)]

    @property
    def has_loss(self):
        return any(kind in LOSSES for kind, _ in self.notes)

    @property
    def is_waiting(self):
        """Whether it waits for something to happen; where that can't be seen, it is taken to."""
        try:
            with open(f"/proc/{self.process.pid}/syscall") as file:
                return file.read().split(" ")[0] in POLLS.get(platform.machine(), ())
        except OSError:
            return True

    def send(self, number):
        if self.is_running:
            try:
                os.killpg(self.process.pid, number)
            except ProcessLookupError:
                pass

    def wait(self, limit=PATIENCE):
        """False: it does not end."""
        try:
            self.process.wait(limit)
            return True
        except subprocess.TimeoutExpired:
            self.kill()
            return False

    def end(self, number):
        self.sent = number
        self.send(number)

    def kill(self):
        self.end(signal.SIGKILL)
        self.process.wait()


class Jobs:
    def __init__(self, tool, actions, places, target, maker, values, aside, planted=None):
        self.planted = {"SLUICE_PLANTED_FAULT": planted} if planted else {}
        self.tool, self.actions, self.places, self.target = tool, actions, places, target
        self.maker, self.values, self.aside = maker, values, aside
        self.count = 0
        self.live = []
        # The server of objects, if there is one.
        self.store = None

    @property
    def folder(self):
        """The working folder: a name with a leading dash is given as it is there."""
        return "logs" if self.values["spelling"] == "dash" else "."

    def feed(self):
        up = "./" if self.folder == "logs" else "logs/"
        if self.values["feed"] == "follow":
            return [up + self.places.name, "--follow"]
        head, _, ending = self.places.name.rpartition(".")
        pattern = f"{head}*.{ending}*" if self.values["names"] == "before" else f"{self.places.name}*"
        if self.values["feed"] == "bucket":
            return [f"s3://world/{pattern}"]
        if self.values["feed"] == "web":
            names = fnmatch.filter(sorted(os.listdir(self.actions.path("logs"))), pattern)
            return [f"{self.store.address}/world/{percent_encoded(name)}" for name in names]
        return [up + pattern]

    def arguments(self, feed, batch, flags, rejects):
        up = "../" if self.folder == "logs" else ""
        mode = self.values["mode"]
        keys = ["--key", "id"] if mode in ("upsert", "ignore") else []
        columns = ["--column", "id:int=id", "--column", "text:text=text"]
        return ["import", *feed, *self.target.flags(up, rejects), *columns,
                *self.maker.flags, "--mode", mode, *keys, "--jobs", self.values["jobs"], "--batch", batch, *flags]

    def start(self, flags=(), batch=None, limit=0, fault=0, feed=None, rejects=None, name="job"):
        if stopping.is_set():
            raise Interrupted
        self.count += 1
        stderr = os.path.join(self.aside, f"stderr{self.count}")
        summary = os.path.join(self.aside, f"summary{self.count}.json")
        arguments = self.arguments(feed or self.feed(), batch or self.values["batch"], list(flags), rejects)
        command = [self.tool, *arguments, "--summary", summary]
        limits = ""
        if limit:
            # A write beyond it fails, as on a full disk.
            limits = f"ulimit -f {limit}; trap '' XFSZ; "
            command = ["bash", "-c", limits + 'exec "$@"', "-", *command]
        variables = faults.environment(fault, self.actions.root, self.aside) if fault else {}
        if self.store:
            variables |= {"AWS_ENDPOINT_URL_S3": self.store.address, "AWS_SKIP_SIGNATURE": "true"}
        with open(stderr, "wb") as errors:
            process = subprocess.Popen(
                command, env={**os.environ, **self.planted, **variables}, cwd=self.actions.path(self.folder),
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, start_new_session=True)
        words = " ".join(quoted(each) for each in arguments)
        if self.store:
            words = words.replace(self.store.address, '"$AWS_ENDPOINT_URL_S3"')
        change = f"cd {self.folder}; " if self.folder != "." else ""
        if fault:
            limits = (f"export LD_PRELOAD=$shim SLUICE_FAULTS_ROOT=$PWD SLUICE_FAULTS_STASH=$(mktemp -d -p ..) "
                      f"SLUICE_FAULTS_AT={variables['SLUICE_FAULTS_AT']} SLUICE_FAULTS_SEED={fault} "
                      f"SLUICE_FAULTS_KIND={variables['SLUICE_FAULTS_KIND']} SLUICE_FAULTS_ERRNO={faults.EIO}; ")
        self.actions.say(f'({limits}{change}exec "$sluice" {words}) & {name}=$!')
        run = Run(process, stderr, summary)
        run.has_fault = bool(fault)
        self.live.append(run)
        return run

    def end_all(self):
        for run in self.live:
            if run.is_running:
                run.kill()
