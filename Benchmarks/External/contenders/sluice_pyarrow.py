"""Sluice's Python package into a pyarrow Table, on one thread."""

from contenders import pyarrow as own
from contenders.pyarrow import rows  # noqa: F401
from scans import scan, version  # noqa: F401

package = None


def start():
    own.start()
    import sluice  # noqa: F401


def columns(path, work):
    return lambda: scan(path, work).to_arrow()
