"""Rows of the events feed into a new SQLite database: table, statement, pragmas and batches are
those of Alone/import.cpp."""

import itertools
import os
import sqlite3

BATCH = 10_000
TYPES = {"int": "INTEGER", "text": "TEXT", "real": "REAL", "bool": "BOOLEAN"}


def load(rows, columns, path):
    """Answers how many rows there are."""
    for end in ("", "-wal", "-shm"):
        if os.path.exists(path + end):
            os.remove(path + end)
    base = sqlite3.connect(path, isolation_level=None)
    for pragma in ("journal_mode=WAL", "synchronous=NORMAL", "cache_size=-8000"):
        base.execute(f"PRAGMA {pragma}")
    declared = ", ".join(f"{name} {TYPES[kind]}" for name, kind, _ in columns)
    base.execute(f"CREATE TABLE events ({declared})")
    insert = f"INSERT INTO events VALUES ({', '.join('?' * len(columns))})"
    rows = iter(rows)
    count = 0
    while batch := list(itertools.islice(rows, BATCH)):
        base.execute("BEGIN")
        base.executemany(insert, batch)
        base.execute("COMMIT")
        count += len(batch)
    base.close()
    return count
