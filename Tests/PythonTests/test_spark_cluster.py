"""The cluster whose executors are killed, in short, and what is left of it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("pyspark", reason="Spark's tests need pyspark 4 and Java 17")

from cluster_processes import MARK, marked_processes  # noqa: E402

SCRIPT = Path(__file__).with_name("spark_cluster.py")
MARKED = "test-" + str(os.getpid())


def start(folder, *words):
    return subprocess.Popen(
        [sys.executable, str(SCRIPT), *words],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, MARK: MARKED, "TMPDIR": str(folder)},
    )


def test_killed_executors_lose_and_double_nothing(tmp_path):
    process = start(tmp_path, "--seed", "3", "--records", "60000", "--rounds", "2")
    output, _ = process.communicate()
    assert process.returncode == 0, output
    assert output.splitlines()[-1] == "2 disturbed runs equal the undisturbed one"
    assert not marked_processes(MARKED) and not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_after_an_interruption(tmp_path, number):
    process = start(tmp_path, "--records", "20000", "--rounds", "9")
    for line in process.stdout:
        if line.startswith("Spark "):
            break
    assert len(marked_processes(MARKED)) > 3
    process.send_signal(number)
    process.wait(60)
    process.stdout.close()
    # After SIGKILL the kernel ends the master and the workers; executors and the driver follow.
    deadline = time.monotonic() + (60 if number == signal.SIGKILL else 0)
    while (left := marked_processes(MARKED)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left
    assert number == signal.SIGKILL or not list(tmp_path.iterdir())
