"""orjson: bytes to dicts; what is wanted is taken from those."""

from readers import bytes_of, counted, reader, summand
from sqlite import load as load_rows

package = "orjson"


def start():
    global orjson
    import orjson


def parse(path, work):
    data = bytes_of(path)
    return lambda: orjson.loads(data)


def partial(path, work):
    data, read = bytes_of(path), reader(work)
    return lambda: [read(status) for status in orjson.loads(data)["statuses"]]


def extract(path, work):
    data, read, loads = bytes_of(path), reader(work), orjson.loads
    return lambda: [read(loads(line)) for line in data.splitlines()]


def count(path, work):
    data, read, loads = bytes_of(path), summand(work), orjson.loads
    return lambda: counted(read(loads(line)) for line in data.splitlines())


def load(path, work, out):
    read, loads = reader(work), orjson.loads

    def one_pass():
        with open(path, "rb") as feed:
            return load_rows((read(loads(line)) for line in feed), work.columns, out)

    return one_pass
