# name: msgspec
# package: pypi msgspec
import msgspec


def version():
    return msgspec.__version__


visit = msgspec.json.Decoder().decode
