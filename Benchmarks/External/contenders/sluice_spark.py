"""Sluice's data source of Spark, on one core, into the sink `noop`."""

import scans
from contenders import spark as own
from contenders.spark import count_of, rows, spent  # noqa: F401

package = None


def version():
    return own.version() and scans.version()


def start():
    own.start()
    from sluice.spark import SluiceDataSource
    own.session.dataSource.register(SluiceDataSource)


def columns(path, work):
    names = ", ".join(f"{name}:{kind}={place}" for name, kind, place in work.columns)
    reader = own.session.read.format("sluice").option("columns", names).option("check", "full")
    return own.into_noop(reader.load(path))
