# name: orjson
# package: pypi orjson
import orjson


def version():
    return orjson.__version__


visit = orjson.loads
