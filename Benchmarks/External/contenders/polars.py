"""Polars: lazy frames over scan_ndjson with a declared schema, on one thread."""

import os

from readers import bytes_of
from works import tree, used

package = "polars"


def start():
    os.environ["POLARS_MAX_THREADS"] = "1"
    global pl, TYPES
    import polars as pl
    TYPES = {"int": pl.Int64, "real": pl.Float64, "text": pl.String, "bool": pl.Boolean}


def type_of(kind):
    if isinstance(kind, dict):
        return pl.Struct({k: type_of(v) for k, v in kind.items()})
    if isinstance(kind, list):
        return pl.List(type_of(kind[0]))
    return TYPES[kind]


def schema(fields):
    return {k: type_of(v) for k, v in fields.items()}


def field(path, root=None):
    first, *rest = path.split(".")
    found = pl.col(first) if root is None else root.struct.field(first)
    for step in rest:
        found = found.struct.field(step)
    return found


def values(work, root=None):
    return [field(path, root).alias(name) for name, _, path in work.columns]


def scan(path, fields):
    return pl.scan_ndjson(path, schema=schema(fields))


def rows(frame, work):
    return frame.iter_rows(named=work.kind == "typed")


def partial(path, work):
    # read_json would infer the type of the whole document.
    data, timeline = bytes_of(path).decode(), type_of({"statuses": [tree(used(work))]})

    def one_pass():
        whole = pl.Series([data]).str.json_decode(timeline).to_frame("document")
        statuses = whole.select(field("document.statuses").explode().alias("one"))
        return statuses.select(values(work, pl.col("one")))

    return one_pass


def extract(path, work):
    frame = scan(path, tree(used(work))).select(values(work))
    return frame.collect


def columns(path, work):
    """Into a table of its own, by its own reader: as `extract` does."""
    return extract(path, work)


def typed(path, work):
    return scan(path, work.columns).collect


def count(path, work):
    key, operator, value = work.where
    taken = field(key) == value if operator == "=" else field(key) >= value
    frame = scan(path, tree(used(work))).filter(taken).select(
        pl.len(), field(work.total[1]).sum().alias("sum"))
    return lambda: frame.collect().row(0)


def select(path, work, out):
    frame = scan(path, tree(used(work))).select(values(work))
    return lambda: frame.sink_csv(out)
