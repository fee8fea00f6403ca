# name: chdb
# package: pypi chdb
# note: ClickHouse in the process
import importlib.metadata
import json

import chdb

TYPES = {"int": "Int64", "real": "Float64", "text": "String", "bool": "Bool"}


def version():
    return importlib.metadata.version("chdb")


def named(*steps):
    return ".".join("`" + step.replace("\\", "\\\\").replace("`", "\\`") + "`" for step in steps)


def text(value):
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def type_of(kind):
    if isinstance(kind, dict):
        return "Tuple(" + ", ".join(f"{named(k)} {type_of(v)}" for k, v in kind.items()) + ")"
    return f"Nullable({TYPES[kind]})"


def read(path, columns, settings=""):
    from works import tree
    fields = tree((kind, place) for _, kind, place in columns)
    names = ", ".join(f"{named(k)} {type_of(v)}" for k, v in fields.items())
    values = ", ".join(f"{named(*place.split('.'))} AS {name}" for name, _, place in columns)
    answer = chdb.query(f"SELECT {values} FROM file({text(path)}, JSONEachRow, {text(names)})"
                        f" SETTINGS output_format_json_quote_64bit_integers = 0{settings}",
                        "JSONCompactEachRow")
    return [json.loads(line.decode(errors="replace")) for line in answer.bytes().splitlines()], []


ALLOWED = ", input_format_allow_errors_ratio = 1, input_format_allow_errors_num = 1000000000"
rows = {"": read, "allow_errors": lambda path, columns: read(path, columns, ALLOWED)}
