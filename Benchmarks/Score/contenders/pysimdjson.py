# name: pysimdjson
# package: pypi pysimdjson
import importlib.metadata

import simdjson

parser = simdjson.Parser()


def version():
    return importlib.metadata.version("pysimdjson")


def visit(data):
    found = parser.parse(data, recursive=True)
    return found
