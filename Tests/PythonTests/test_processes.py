"""Scans in other processes: copies of a scan, and children after fork()."""

import copy
import multiprocessing
import pickle
import subprocess
import sys

import pytest
import sluice
from conftest import COLUMNS

FORK = """
import os, signal, sys, sluice
path = sys.argv[1]
scan = sluice.scan(path, columns=["id:int=id"], threads=2, batch_rows=100)
batches = scan.batches()
first = next(batches).num_rows
if os.fork() == 0:
    # Ends a child that waits for a thread of its parent.
    signal.alarm(60)

    def code(call):
        try:
            call()
        except sluice.SluiceError as error:
            return error.code

    # The thread that reads is the parent's.
    refused = [code(lambda: list(batches)), code(lambda: scan.counts), code(lambda: list(scan.rejects()))]
    print(*refused, scan.read().rows, scan.counts.state, flush=True)
    os._exit(0)
assert os.wait()[1] == 0
print(first + sum(batch.num_rows for batch in batches))
"""


def test_a_child_is_refused_its_parent_s_reading_and_reads_the_scan_anew(feed):
    done = subprocess.run(
        [sys.executable, "-c", FORK, feed.path], capture_output=True, text=True, timeout=120
    )
    rows = len(feed.rows)
    assert done.stdout.splitlines() == [f"forked forked forked {rows} finished", str(rows)], done.stderr


def test_a_copy_of_a_scan_is_no_copy_of_its_pointer(feed):
    scan = sluice.scan(feed.path, columns=COLUMNS, where="id > 5", strings="utf8", threads=2)
    scan.read()
    copies = [pickle.loads(pickle.dumps(scan)), copy.copy(scan), copy.deepcopy(scan)]
    expected = scan.to_arrow()
    names, counts = scan.names, scan.counts
    del scan
    for each in copies:
        assert each.names == names and each.counts == sluice.Counts()
        assert each.to_arrow() == expected and each.counts == counts


def rows_of(scan):
    return scan.read().rows


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_a_pool_reads_parts(feed, method):
    scans = [
        sluice.scan(part.path, columns=COLUMNS, range=part.range, threads=1)
        for (part,) in sluice.split(feed.path, bytes=feed.size // 5)
    ]
    with multiprocessing.get_context(method).Pool(2) as pool:
        rows = pool.map_async(rows_of, scans).get(timeout=120)
    assert len(rows) == 6 and sum(rows) == len(feed.rows)


def test_rejects_are_not_pickled_but_what_they_hold_is(feed):
    scan = sluice.scan(feed.path, columns=COLUMNS)
    scan.read()
    with pytest.raises(TypeError, match="belongs to its process"):
        pickle.dumps(scan.rejects())
    rejects = list(scan.rejects())
    assert pickle.loads(pickle.dumps(rejects)) == rejects
    error = sluice.SluiceError("io", "no file")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
