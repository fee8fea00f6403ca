"""The contenders: one file each in contenders/, which says in its first comment what it needs.

    name:     as the page calls it
    package:  the Debian package that it needs, or `pypi NAME`
    source:   `pypi NAME==VERSION FILE`: FILE of that sdist is fetched and compiled beside it (a folder:
              its headers are found); `folder VARIABLE DEFAULT FILE`: the same of a folder that the
              variable names
    flags:    for the compiler; `pkg-config NAME` stands for what that prints
    crates:   of Rust, as Cargo.toml has them, between `; `
    jars:     of Java, as patterns, in PySpark's folder or /usr/share/java
    note:     for the page

A .cpp file is compiled alone into a program (harness/score.hpp), a .swift file is a product of
Benchmarks/Package.swift (harness/Score.swift), .rs, .go and .java are compiled with score.rs, score.go
and Score.java, .py and .js are run by harness/score.py and score.js.
"""

import json
import pathlib
import re
import os
import subprocess

from languages import LANGUAGES
from sources import BUILD, HERE, Missing, environment


class Contender:
    def __init__(self, path):
        self.path = path.resolve()
        self.id = path.stem
        self.kind = path.suffix[1:]
        comment = re.match(r"(?:(?://|#).*\n)*", path.read_text())[0]
        self.facts = dict(re.findall(r"^(?://|#) (\w+):\s+(.*)$", comment, re.M))
        self.name = self.facts.get("name", self.id)
        self.note = self.facts.get("note", "")
        #: What runs it, and the bytes of its program alone.
        self.command = self.size = None

    def make(self):
        """Builds it; throws Missing."""
        self.build()
        self.modes = {"visit": True, "rows": []}
        if self.kind == "py":
            self.modes = json.loads(self.ask("modes"))
        self.version = self.ask("version").strip().strip('"')
        return self

    def build(self):
        LANGUAGES[self.kind][0](self)

    def ask(self, *words):
        done = subprocess.run(self.command + list(words), capture_output=True, text=True,
                              env=environment())
        if done.returncode != 0:
            raise Missing((done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1])
        return done.stdout

    def rebuild(self):
        """CPU seconds of compiling its file and linking, all else being up to date. None: an interpreter
        runs it."""
        if self.kind in ("py", "js"):
            return None
        self.path.touch()
        start = os.times()
        self.build()
        end = os.times()
        return end.children_user + end.children_system - start.children_user - start.children_system

    def finish(self, program):
        """What is known of a compiled program: its size, and the libraries that it links."""
        self.command = [str(program)]
        bare = BUILD / f"{self.id}.stripped"
        subprocess.run(["strip", "-o", bare, program], check=True)
        linked = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
        self.linked = {pathlib.Path(p).resolve() for p in re.findall(r"=> (/\S+)", linked)}
        self.size = bare.stat().st_size


def all_contenders(folder=None):
    """Every contender's file, in order of their names. Throws Missing for a folder that is none."""
    try:
        files = sorted((folder or HERE / "contenders").iterdir())
    except OSError as error:
        raise Missing(f"{folder}: {error.strerror}") from error
    return [Contender(f) for f in files if f.suffix[1:] in LANGUAGES]
