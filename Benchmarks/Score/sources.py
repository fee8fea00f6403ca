"""Where the harness builds, and where contenders' sources come from: PyPI's sdists, or a folder."""

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


class Missing(Exception):
    """Why a contender takes no part."""


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
             "--no-binary", package.partition("==")[0], "--no-deps", "--retries", "1", "--timeout", "20",
             "--dest", str(folder), package], capture_output=True, text=True)
        if done.returncode != 0:
            break
    raise Missing(f"PyPI's sdist of {package}, which has its source, could not be fetched")


def from_folder(variable, default, file):
    folder = pathlib.Path(os.environ.get(variable) or ROOT / default)
    if not (folder / file).exists():
        raise Missing(f"its sources are not there: {variable} names their folder")
    return folder / file


def log(words, reason, **more):
    """Runs a command of a build, whose output goes to the log."""
    BUILD.mkdir(parents=True, exist_ok=True)
    with open(BUILD / "build.log", "ab") as out:
        out.write((shlex.join(map(str, words)) + "\n").encode())
        out.flush()
        if subprocess.run(words, stdout=out, stderr=out, **more).returncode != 0:
            log = BUILD / "build.log"
            shown = log.relative_to(ROOT) if log.is_relative_to(ROOT) else log.name
            raise Missing(f"{reason} (see {shown})")


def environment():
    paths = [str(LIBRARIES), str(BENCHMARKS / "External"), os.environ.get("PYTHONPATH", "")]
    return dict(os.environ, PYTHONPATH=":".join(p for p in paths if p),
                PYTHONDONTWRITEBYTECODE="1")
