# name: jiter
# package: pypi jiter
import importlib.metadata

import jiter


def version():
    return importlib.metadata.version("jiter")


visit = jiter.from_json
