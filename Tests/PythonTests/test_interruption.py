"""Ctrl-C, and stops from other threads."""

import fcntl
import os
import random
import signal
import subprocess
import sys
import termios
import threading
import time

import pytest
import sluice

PROGRAM = """
import sys, polars, pyarrow.parquet, pandas, sluice
scan = sluice.scan(sys.argv[1], columns=["id:int=id"], framing="lines")
print("ready", flush=True)
try:
    getattr(scan, sys.argv[2])(*sys.argv[3:])
except KeyboardInterrupt:
    print("interrupted", scan.counts.state, flush=True)
"""


@pytest.mark.parametrize(
    "words", [["to_arrow"], ["to_polars"], ["to_pandas"], ["read"], ["to_parquet", "x.parquet"]]
)
def test_ctrl_c_ends_a_wait_for_a_pipe(words, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(pipe), *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
    )
    assert process.stdout.readline() == "ready\n"
    with open(pipe, "wb") as writer:
        writer.write(b'{"id":1}\n')
        writer.flush()
        time.sleep(0.5)
        begin = time.monotonic()
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert output == "interrupted stopped\n", errors
    assert time.monotonic() - begin < 5
    assert [each.name for each in tmp_path.iterdir()] == ["pipe"]


LAZY = """
import sys, polars, sluice
frame = sluice.scan_polars(sys.argv[1], columns=["id:int=id"], framing="lines")
print("ready", flush=True)
try:
    frame.collect()
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_ends_a_query_of_polars_that_waits_for_a_pipe(tmp_path):
    """Polars looks for signals only where it gets a frame: the query waited on."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = os.open(pipe, os.O_RDWR)
    process = subprocess.Popen(
        [sys.executable, "-c", LAZY, str(pipe)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout.readline() == "ready\n"
    # The query is reading once it has taken what is written.
    os.write(writer, b'{"id":1}\n')
    while fcntl.ioctl(writer, termios.FIONREAD, bytes(4)) != bytes(4):
        assert process.poll() is None
        time.sleep(0.01)
    for _ in range(60):
        # One that comes before Polars has its handler is Python's, which waits for the query's end.
        process.send_signal(signal.SIGINT)
        try:
            process.wait(0.5)
            break
        except subprocess.TimeoutExpired:
            pass
    else:
        process.kill()
    os.close(writer)
    output, errors = process.communicate()
    assert output == "interrupted\n" or "KeyboardInterrupt" in errors, errors


ROUNDS = """
import os, random, signal, sys, sluice
pipe, seed, rounds = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
random.seed(seed)
# Keeps the pipe open, so that a reading of it waits for ever.
writer = os.open(pipe, os.O_RDWR)

def interrupt(number, frame):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, interrupt)
for _ in range(rounds):
    scan = sluice.scan(pipe, columns=["id:int=id"], framing="lines")
    # Mostly when a wait of 0.1 s ends, as then the thread is between instructions.
    signal.setitimer(signal.ITIMER_REAL, 0.1 + random.uniform(0, 0.002))
    try:
        scan.read()
    except KeyboardInterrupt:
        assert scan.counts.state == "stopped", scan.counts.state
    else:
        raise SystemExit("the reading ended")
print("done", flush=True)
"""


def test_an_interrupt_between_any_two_instructions_ends_a_wait(tmp_path):
    """Once in some twenty times, a lock of the waiting thread was left taken, or freed twice."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    seed = random.randrange(1 << 32)
    print("seed", seed)
    done = subprocess.run(
        [sys.executable, "-c", ROUNDS, str(pipe), str(seed), "100"],
        capture_output=True, text=True, timeout=120,
    )
    assert done.stdout == "done\n", done.stderr


def test_stop_from_another_thread(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    scan = sluice.scan(pipe, columns=["id:int=id"], framing="lines")

    def stop():
        with open(pipe, "wb") as writer:
            writer.write(b'{"id":1}\n')
            writer.flush()
            time.sleep(0.3)
            scan.stop()
            time.sleep(0.3)

    thread = threading.Thread(target=stop)
    thread.start()
    with pytest.raises(sluice.SluiceError) as caught:
        scan.read()
    thread.join()
    assert caught.value.code == "stopped"


def test_an_exception_in_the_loop_stops_the_reading(feed):
    scan = sluice.scan(feed.path, columns=["id:int=id"], batch_rows=10)
    with pytest.raises(ZeroDivisionError):
        for _ in scan.batches():
            1 / 0
    assert scan.counts.state in ("stopped", "finished")


def test_progress_is_shown_when_asked_for(feed, capsys):
    sluice.scan(feed.path, columns=["id:int=id"], progress=True, batch_rows=1000).read()
    shown = capsys.readouterr().err
    assert "rows" in shown and shown.endswith("\r")
    sluice.scan(feed.path, columns=["id:int=id"]).read()
    assert capsys.readouterr().err == ""


def test_a_process_without_standard_error_reads(feed, monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    assert sluice.scan(feed.path, columns=["id:int=id"]).read().rows == len(feed.rows)
