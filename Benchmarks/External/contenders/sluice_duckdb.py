"""Sluice's Python package into a DuckDB table, on one thread."""

from contenders import duckdb as own
from contenders.duckdb import count_of, rows  # noqa: F401
from scans import scan, version  # noqa: F401

package = None


def start():
    own.start()
    import sluice  # noqa: F401


def columns(path, work):
    def one_pass():
        scan(path, work).duckdb(own.base, "feed")
        return own.table("SELECT * FROM feed")()

    return one_pass
