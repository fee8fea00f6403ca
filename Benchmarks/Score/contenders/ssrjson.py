# name: ssrjson
# package: pypi ssrjson
import importlib.metadata

import ssrjson


def version():
    return importlib.metadata.version("ssrjson")


visit = ssrjson.loads
