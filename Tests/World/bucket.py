"""The log's folder as a bucket: its server, and objects that are deleted or replaced between runs."""

import os
from contextlib import contextmanager

from auditor import tokens_in_file
from store import Store


class Bucket:
    """`append` writes so many lines to the log."""

    def __init__(self, actions, places, truth, writer, values, append):
        self.actions, self.places, self.truth, self.writer = actions, places, truth, writer
        self.manner, self.append = values["server"], append
        self.store = None

    def start(self):
        """The server, if this world has one."""
        if self.manner == "none":
            return None
        self.store = Store(self.actions.path("logs"), self.manner)
        self.store.start()
        self.actions.say(f'python3 "$store" logs {self.manner} > out/address & store_job=$!; trap "kill $store_job" EXIT')
        self.actions.say("until [ -s out/address ]; do sleep 0.1; done")
        self.actions.say("export AWS_SKIP_SIGNATURE=true AWS_ENDPOINT_URL_S3=$(cat out/address)")
        return self.store

    def stop(self):
        if self.store:
            self.store.stop()

    def heal(self):
        if self.store:
            self.store.heal()
            self.actions.say("kill -USR1 $store_job")

    @contextmanager
    def healed(self):
        """For a while. (A script's server stays healed.)"""
        self.heal()
        yield
        if self.store:
            self.store.now = self.manner

    def exchange(self, number, count, event):
        """An object is deleted, or another one, of so many lines, takes its place."""
        names = [name for name in sorted(os.listdir(self.actions.path("logs")))
                 if tokens_in_file(self.actions.path(f"logs/{name}"))]
        if self.manner not in ("replaced", "deleted") or not names:
            return
        self.truth.ended(self.writer.finish(), event)
        name, current = f"logs/{names[number % len(names)]}", self.places.real
        self.truth.excuse(tokens_in_file(self.actions.path(name)))
        self.actions.remove(name)
        if self.manner == "deleted":
            return
        if name == current:
            # The last element may have been stored, though nothing followed it.
            self.truth.ended(self.writer.open, event)
        self.places.real, last, self.writer.open = name, self.writer.open, []
        self.append(count, 0)
        self.truth.ended(self.writer.finish(), event)
        if name != current:
            self.truth.ended(self.writer.close(), event)
            self.writer.open = last
        self.places.real = current
