"""Sluice's Python package into a Polars DataFrame, on one thread."""

from contenders import polars as own
from contenders.polars import rows  # noqa: F401
from scans import scan, version  # noqa: F401

package = None


def start():
    own.start()
    import sluice  # noqa: F401


def columns(path, work):
    return lambda: scan(path, work).to_polars()
