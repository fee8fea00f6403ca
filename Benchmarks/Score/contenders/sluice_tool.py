# name: Sluice, sluice select
# note: the tool of this package (scripts/score builds it)
import json
import os
import pathlib
import subprocess
import tempfile

TOOL = os.environ.get("SLUICE_TOOL")
if not TOOL:
    raise ImportError(name="sluice (SLUICE_TOOL)")


def version():
    return subprocess.run([TOOL, "--version"], capture_output=True, text=True).stdout.split()[-1]


def read(path, columns, *more):
    words = [w for name, kind, place in columns for w in ("--column", f"{name}:{kind}={place}")]
    with tempfile.TemporaryDirectory() as folder:
        rejects = pathlib.Path(folder, "rejects")
        done = subprocess.run([TOOL, "select", path, *words, "--format", "ndjson", "--rejects",
                               str(rejects), *more], capture_output=True)
        if done.returncode not in (0, 1):
            raise RuntimeError(done.stderr.decode())
        told = rejects.read_text().splitlines() if rejects.exists() else []
    found = [[one.get(name) for name, _, _ in columns]
             for one in map(json.loads, done.stdout.splitlines())]
    return found, [{k: v for k, v in json.loads(t).items() if k in ("line", "offset")} for t in told]


rows = {"": read, "--check accessed": lambda path, columns: read(path, columns, "--check", "accessed")}
