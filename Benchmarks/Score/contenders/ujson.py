# name: ujson
# package: pypi ujson
import importlib.metadata

import ujson


def version():
    return importlib.metadata.version("ujson")


visit = ujson.loads
