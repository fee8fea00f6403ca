# name: DuckDB
# package: pypi duckdb
import duckdb
from contenders.duckdb import quoted, type_of
from works import tree


def version():
    return duckdb.__version__


def read(path, columns, more=""):
    fields = tree((kind, place) for _, kind, place in columns)
    types = ", ".join(f"{quoted(k)}: {quoted(type_of(v))}" for k, v in fields.items())
    values = ", ".join(".".join('"' + step.replace('"', '""') + '"' for step in place.split("."))
                       for _, _, place in columns)
    return duckdb.connect().execute(
        f"SELECT {values} FROM read_json({quoted(path)}, format='newline_delimited',"
        f" columns={{{types}}}{more})").fetchall(), []


rows = {"": read, "ignore_errors": lambda path, columns: read(path, columns, ", ignore_errors=true")}
