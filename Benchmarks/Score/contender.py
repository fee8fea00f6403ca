"""The contenders: one file each in contenders/, which says in its first comment what it needs.

    name:     as the page calls it
    package:  the Debian package that it needs, or `pypi NAME`
    source:   `pypi NAME==VERSION FILE`: FILE of that sdist is fetched and compiled beside it;
              `folder VARIABLE DEFAULT FILE`: the same of a folder that the variable names
    flags:    for the compiler; `pkg-config NAME` stands for what that prints
    note:     for the page

A .cpp file is compiled alone into a program (harness/score.hpp), a .swift file is a product of
Benchmarks/Package.swift (harness/Score.swift), a .py file is run by harness/score.py.
"""

import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
BENCHMARKS = HERE.parent
ROOT = BENCHMARKS.parent
BUILD = pathlib.Path(os.environ.get("SLUICE_SCORE_BUILD", BENCHMARKS / ".build" / "score"))
LIBRARIES = BENCHMARKS / ".build" / "python"
CPP = BENCHMARKS / "Sources" / "CContenders"
#: What most CPUs have, and callgrind can run.
ARCHITECTURE = "x86-64-v3"
WARNINGS = ["-Wall", "-Wextra", "-Wno-unused-function", "-Wno-unused-const-variable"]


class Missing(Exception):
    """Why a contender takes no part."""


class Contender:
    def __init__(self, path):
        self.path = path
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
        getattr(self, f"make_{self.kind}")()
        self.modes = {"visit": True, "rows": []}
        if self.kind == "py":
            self.modes = json.loads(self.ask("modes"))
        self.version = self.ask("version").strip().strip('"')
        return self

    def ask(self, *words):
        done = subprocess.run(self.command + list(words), capture_output=True, text=True,
                              env=environment())
        if done.returncode != 0:
            raise Missing((done.stderr.strip().splitlines() or [f"exit {done.returncode}"])[-1])
        return done.stdout

    def make_py(self):
        self.command = [sys.executable, str(HERE / "harness" / "score.py"), str(self.path)]

    def make_swift(self):
        product = f"score-{self.id.strip('_')}"
        words = ["swift", "build", "-c", "release", "--package-path", str(BENCHMARKS)]
        log(words + ["--product", product], f"{product} does not build")
        folder = subprocess.run(words + ["--show-bin-path"], check=True, capture_output=True, text=True)
        self.finish(pathlib.Path(folder.stdout.strip()) / product)

    def rebuild(self):
        """CPU seconds of compiling its file and linking, all else being up to date. None: an interpreter
        runs it."""
        if self.kind == "py":
            return None
        self.path.touch()
        start = os.times()
        getattr(self, f"make_{self.kind}")()
        end = os.times()
        return end.children_user + end.children_system - start.children_user - start.children_system

    def make_cpp(self):
        BUILD.mkdir(parents=True, exist_ok=True)
        program = BUILD / self.id
        compiler = os.environ.get("CXX", "c++")
        flags, sources = self.flags()
        words = [compiler, "-std=c++17", "-O3", f"-march={ARCHITECTURE}", "-DNDEBUG", *WARNINGS,
                 "-DSIMDJSON_DEVELOPMENT_CHECKS=0", f"-DBENCH_ARCHITECTURE={ARCHITECTURE}"]
        for folder in flags["folders"] + [HERE / "harness", CPP / "Harness", CPP / "include",
                                          CPP / "Contenders"]:
            words += ["-I", str(folder)]
        objects = []
        for source in sources:
            objects.append(str(BUILD / f"{self.id}.{source.name}.o"))
            as_c = ["-x", "c", "-std=c11"] if source.suffix == ".c" else []
            own = [w for w in words if not as_c or not w.startswith("-std")] + as_c
            self.up_to_date(objects[-1], [source]) or log(
                own + ["-w", "-c", str(source), "-o", objects[-1]], f"{source} does not compile")
        if not self.up_to_date(program, [self.path, *HERE.glob("harness/*.hpp"),
                                         *CPP.glob("*/*.?pp")]):
            log(words + [str(self.path), *objects, "-o", str(program), *flags["words"]],
                self.absence())
        self.finish(program)

    def finish(self, program):
        self.command = [str(program)]
        bare = BUILD / f"{self.id}.stripped"
        subprocess.run(["strip", "-o", bare, program], check=True)
        linked = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
        self.linked = {pathlib.Path(p).resolve() for p in re.findall(r"=> (/\S+)", linked)}
        self.size = bare.stat().st_size

    def up_to_date(self, result, sources):
        result = pathlib.Path(result)
        return result.exists() and all(
            s.stat().st_mtime < result.stat().st_mtime for s in sources)

    def absence(self):
        package = self.facts.get("package")
        return "it does not compile" + (f": is {package} installed?" if package else "")

    def flags(self):
        folders, words, sources = [], [], []
        flags = self.facts.get("flags", "")
        for name in re.findall(r"pkg-config (\S+)", flags):
            found = subprocess.run(["pkg-config", "--cflags", "--libs", name],
                                   capture_output=True, text=True)
            if found.returncode != 0:
                raise Missing(self.absence())
            words += shlex.split(found.stdout)
        words += shlex.split(re.sub(r"pkg-config \S+", "", flags))
        if "source" in self.facts:
            where, *rest = self.facts["source"].split()
            source = fetched(*rest) if where == "pypi" else from_folder(*rest)
            sources.append(source)
            folders += [source.parent, source.parent.parent / "include"]
        return {"folders": folders, "words": words}, sources


def fetched(package, file):
    """A file of a package's sdist from PyPI, in the build folder."""
    folder = BUILD / "sources"
    folder.mkdir(parents=True, exist_ok=True)
    plain = re.compile(r"[-_=]+")
    for _ in range(2):
        for archive in folder.glob("*.tar.gz"):
            name = archive.name.removesuffix(".tar.gz")
            if plain.sub("-", name).lower() == plain.sub("-", package).lower():
                if not (folder / name / file).exists():
                    with tarfile.open(archive) as tar:
                        tar.extractall(folder, filter="data")
                return folder / name / file
        done = subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
             "--no-binary", ":all:", "--no-deps", "--retries", "1", "--timeout", "20",
             "--dest", str(folder), package], capture_output=True, text=True)
        if done.returncode != 0:
            break
    raise Missing(f"PyPI's sdist of {package}, which has its source, could not be fetched")


def from_folder(variable, default, file):
    folder = pathlib.Path(os.environ.get(variable) or ROOT / default)
    if not (folder / file).exists():
        raise Missing(f"its sources are not there: {variable} names their folder")
    return folder / file


def log(words, reason):
    BUILD.mkdir(parents=True, exist_ok=True)
    with open(BUILD / "build.log", "ab") as out:
        out.write((shlex.join(words) + "\n").encode())
        out.flush()
        if subprocess.run(words, stdout=out, stderr=out).returncode != 0:
            raise Missing(f"{reason} (see {BUILD / 'build.log'})")


def environment():
    paths = [str(LIBRARIES), str(BENCHMARKS / "External"), os.environ.get("PYTHONPATH", "")]
    return dict(os.environ, PYTHONPATH=":".join(p for p in paths if p),
                PYTHONDONTWRITEBYTECODE="1")


def all_contenders(folder=None):
    """Every contender's file, in order of their names."""
    files = sorted((folder or HERE / "contenders").iterdir())
    return [Contender(f) for f in files if f.suffix in (".cpp", ".swift", ".py")]
