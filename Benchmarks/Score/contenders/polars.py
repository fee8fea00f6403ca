# name: Polars
# package: pypi polars
import polars
from contenders import polars as own
from works import tree

own.start()


def version():
    return polars.__version__


def read(path, columns, **more):
    fields = tree((kind, place) for _, kind, place in columns)
    frame = polars.scan_ndjson(path, schema=own.schema(fields), **more)
    values = [own.field(place).alias(name) for name, _, place in columns]
    return frame.select(values).collect().rows(), []


rows = {"": read, "ignore_errors": lambda path, columns: read(path, columns, ignore_errors=True)}
