"""Reads what a job has stored, by other code than the tool's: rows, and rejects."""

import base64
import csv
import io
import json
import os
import re
import shutil
import sqlite3
import subprocess

FOREIGN = b'{"source":"other.log","record":%d,"line":%d,"offset":0,"length":3,"code":"invalid-literal",' \
    b'"message":"of another program","raw":"not of this log %d","version":1}\n'


def raw_of(raw, packed):
    """A rejected record, which is in Base64 where it is no text."""
    return raw or base64.b64decode(packed or "").decode(errors="replace")


class Target:
    """`names` are relative to the root; `aside` is a folder outside of the world."""

    serial = 0

    def __init__(self, actions, values, aside):
        self.actions, self.aside = actions, aside
        self.sink, self.kind, self.mode = values["sink"], values["rejects"], values["mode"]
        Target.serial += 1
        self.table = f"t{os.getpid()}_{Target.serial}" if self.sink == "postgresql" else "t"
        self.rows_file = {"sqlite": "out/rows.db", "csv": "out/rows.csv",
                          "ndjson": "out/rows.ndjson"}.get(self.sink)
        self.rejects_file = None if self.kind == "table" else "out/rejects.ndjson"
        # Reject files that were moved away, and what must stay in each of them.
        self.old_rejects = []
        self.foreign = {}
        # Tables that it had before this one.
        self.earlier = []
        self.seen, self.answer, self.looks = None, ([], []), 0

    def flags(self, up, rejects=None):
        """`up`: the way from the working folder to the root; `rejects`: another file for them."""
        into = os.environ["SLUICE_POSTGRES"] if self.sink == "postgresql" else up + self.rows_file
        table = ["--table", self.table] if self.sink in ("sqlite", "postgresql") else []
        file = self.rejects_file and (rejects or self.rejects_file)
        rejects = up + file if file else f"table:{self.table}_bad"
        return ["--into", into, *table, "--rejects", rejects]

    def make(self):
        if self.kind == "foreign":
            self.write_foreign(2)

    def write_foreign(self, count):
        data = b"".join(FOREIGN % (i, i, i) for i in range(count))
        self.actions.append(self.rejects_file, data)
        self.foreign[self.rejects_file] = data

    def replace_rejects(self):
        """Another program's file takes the reject file's place."""
        if not self.actions.exists(self.rejects_file):
            return
        old = f"out/rejects-{len(self.old_rejects)}.ndjson"
        self.actions.move(self.rejects_file, old)
        if self.rejects_file in self.foreign:
            self.foreign[old] = self.foreign.pop(self.rejects_file)
        self.old_rejects.append(old)
        self.write_foreign(12)

    def put_back(self):
        """The reject file that was moved away takes its place again."""
        if not self.old_rejects:
            return
        old, other = self.old_rejects.pop(), f"out/other-{len(self.foreign)}.ndjson"
        for name, new in ((self.rejects_file, other), (old, self.rejects_file)):
            self.actions.move(name, new)
            if name in self.foreign:
                self.foreign[new] = self.foreign.pop(name)

    def take_another(self):
        """Another table, or file, and another one for rejects, with nothing in them."""
        self.earlier.append(self.table)
        count = len(self.earlier)
        self.table += "x"
        if self.sink in ("csv", "ndjson"):
            self.rows_file = f"out/rows-{count}.{self.sink}"
        if self.rejects_file:
            self.rejects_file = f"out/rejects-9{count}.ndjson"
        self.old_rejects, self.seen, self.answer = [], None, ([], [])

    def forget(self):
        if self.sink == "postgresql":
            for table in [*self.earlier, self.table]:
                self.psql(f"drop table if exists {table}, {table}_bad, {table}_away")

    @property
    def signature(self):
        """Changes whenever something was stored in files; None: it can't be told."""
        names = [self.rejects_file, self.rows_file, *(f"{self.rows_file}{end}" for end in ("-wal", "-journal"))]
        if self.sink == "postgresql":
            return None
        found = []
        for name in names:
            try:
                status = os.stat(self.actions.path(name)) if name else None
            except FileNotFoundError:
                status = None
            found.append(status and (status.st_ino, status.st_size, status.st_mtime_ns))
        return tuple(found)

    def read(self, is_over=False):
        """Rows as (id, text), and rejects as texts. While the job runs, the last ones that could be read."""
        now = self.signature
        if now is None:
            # A server is asked at every fifth look.
            self.looks += 1
            if not is_over and self.looks % 5:
                return self.answer
        if now is None or now != self.seen:
            try:
                self.answer = (self.rows(), self.rejects())
                self.seen = now
            except (sqlite3.Error, ValueError, IndexError, OSError, subprocess.CalledProcessError):
                # Torn, as it is written now.
                if is_over:
                    raise
        return self.answer

    def rows(self):
        if self.sink == "sqlite":
            return self.select(self.table, "id, text")
        if self.sink == "postgresql":
            return [(int(i) if i else None, t) for i, t in self.lines_of("id, text", self.table)]
        data = self.bytes(self.rows_file)
        if self.sink == "csv":
            rows = list(csv.reader(io.StringIO(data.decode(), newline="")))
            if rows and rows[0] != ["id", "text"]:
                raise ValueError(f"the first line of the CSV file is {rows[0]}")
            return [(int(row[0]), row[1]) for row in rows[1:]]
        rows = [json.loads(line) for line in data.decode().splitlines()]
        return [(row["id"], row["text"]) for row in rows]

    def rejects(self):
        """Of each reject the record itself; foreign ones are left out."""
        if self.kind == "table":
            if self.sink == "postgresql":
                return [raw_of(*row) for row in self.lines_of("raw, raw_base64", f"{self.table}_bad")]
            return [raw_of(*row) for row in self.select(f"{self.table}_bad", "raw, raw_base64")]
        # A replacement begins its rejects anew, and can't where they were moved away.
        old = [] if self.mode == "replace" else self.old_rejects
        found = []
        for name in [*old, self.rejects_file, "out/twin-rejects.ndjson"]:
            for line in self.bytes(name).decode().split("\n"):
                if line:
                    reject = json.loads(line)
                    found.append(raw_of(reject.get("raw"), reject.get("raw_base64")))
        return [raw for raw in found if not raw.startswith("not of this log")]

    def changed_foreign(self):
        """Reject files in which other programs' rejects are no longer as they were."""
        return [name for name, data in self.foreign.items() if not self.bytes(name).startswith(data)]

    def largest(self):
        """The size of the largest file of the target, in KiB."""
        return max((entry.stat().st_size for entry in os.scandir(self.actions.path("out"))), default=0) // 1024

    def strays(self):
        """Files beside the target that are neither its own nor those of rejects."""
        known = re.compile(r"(rows-?\d*\.(db|csv|ndjson)|(twin-)?rejects(-\d+)?\.ndjson|address|other-\d+\.ndjson)"
                           r"(-wal|-shm|\.sluice)?")
        return [name for name in os.listdir(self.actions.path("out")) if not known.fullmatch(name)]

    def bytes(self, name):
        try:
            with open(self.actions.path(name), "rb") as file:
                return file.read()
        except FileNotFoundError:
            return b""

    def select(self, table, columns):
        """From a copy: to open the database itself could recover it, and hide what the tool leaves behind."""
        if not self.actions.exists(self.rows_file):
            return []
        copy = os.path.join(self.aside, "copy.db")
        for end in ("", "-wal", "-journal", "-shm"):
            if os.path.exists(copy + end):
                os.unlink(copy + end)
            name = self.actions.path(self.rows_file + end)
            if end != "-shm" and os.path.exists(name):
                shutil.copyfile(name, copy + end)
        database = sqlite3.connect(copy)
        try:
            if not database.execute("select 1 from sqlite_master where name = ?", (table,)).fetchone():
                return []
            return database.execute(f'select {columns} from "{table}" order by rowid').fetchall()
        finally:
            database.close()

    def psql(self, sql):
        return subprocess.run(["psql", os.environ["SLUICE_POSTGRES"], "-qAt", "-F", "\t", "-c", sql],
                              capture_output=True, check=True).stdout.decode()

    def lines_of(self, columns, table):
        if not self.psql(f"select 1 where to_regclass('{table}') is not null").strip():
            return []
        return [line.split("\t") for line in self.psql(f"select {columns} from {table}").split("\n") if line]
