"""Runs whose system calls fail, by the library that the fault tests preload (Tests/FaultInjection/Shim)."""

import atexit
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache

SOURCE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "FaultInjection/Shim/faults.c")
# A loss of power undoes what was not synchronized: of all files, of some, or their names, too.
KINDS = ("error", "full", "short", "torn", "kill", "interrupt", "lost", "lost-some", "lost-names")
EIO = 5


def compiler():
    """Preloading a library is Linux's."""
    return sys.platform == "linux" and (shutil.which("clang") or shutil.which("cc"))


@cache
def library():
    folder = tempfile.mkdtemp(prefix="world-shim-")
    atexit.register(shutil.rmtree, folder, True)
    path = os.path.join(folder, "faults.so")
    subprocess.run([compiler(), "-shared", "-fPIC", "-O1", "-o", path, SOURCE, "-ldl"], check=True)
    return path


def some_fault(chance):
    """A number for a call from the first on, and the way in which it fails; 0 would be none."""
    return chance.randint(1, 200) * len(KINDS) + chance.randrange(len(KINDS))


def environment(number, root, aside):
    """What makes one call of a run fail."""
    stash = os.path.join(aside, "stash")
    os.makedirs(stash, exist_ok=True)
    return {
        "SLUICE_FAULTS_ROOT": os.path.realpath(root), "SLUICE_FAULTS_STASH": stash,
        "SLUICE_FAULTS_LOG": os.path.join(aside, "calls"), "SLUICE_FAULTS_AT": str(number // len(KINDS)),
        "SLUICE_FAULTS_KIND": KINDS[number % len(KINDS)], "SLUICE_FAULTS_ERRNO": str(EIO),
        "SLUICE_FAULTS_SEED": str(number), "LD_PRELOAD": library(),
    }
