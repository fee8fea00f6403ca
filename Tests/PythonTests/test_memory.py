"""Memory that can't be had: an error with the code out-of-memory, and a process that goes on."""

import os
import subprocess
import sys

import pytest

pytest.importorskip("resource")

PROGRAM = """
import resource, sys
import sluice

def scan(path):
    job = {"sources": [path], "columns": [{"name": "s", "type": "text", "path": "s"}], "jobs": 1}
    return sluice.Scan(job, options={"batch_rows": 2**31 - 1, "batch_bytes": 2**31 - 1})

small, large = sys.argv[1:]
assert scan(small).read().rows == 1
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (96 << 20), resource.getrlimit(resource.RLIMIT_AS)[1]))
run = scan(large)
try:
    run.read()
except sluice.SluiceError as error:
    print(error.code, run.counts.state)
print(scan(small).read().rows)
"""


def test_a_batch_without_memory_is_an_error(tmp_path):
    small, large = tmp_path / "small.ndjson", tmp_path / "large.ndjson"
    small.write_text('{"s": "a"}\n')
    line = '{"s": "' + "x" * 65_500 + '"}\n'
    with open(large, "w") as file:
        for _ in range(2500):
            file.write(line)
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, small, large],
        capture_output=True,
        text=True,
        env={**os.environ, "MALLOC_ARENA_MAX": "1"},
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "out-of-memory failed\n1\n"
