"""pysimdjson: a DOM of simdjson's, whose values become Python's when they are read."""

from readers import bytes_of, counted, reader, summand
from sqlite import load as load_rows

package = "pysimdjson"


def start():
    global simdjson
    import simdjson


def parse(path, work):
    data, parser = bytes_of(path), simdjson.Parser()
    return lambda: parser.parse(data)


def tree(document):
    return document.as_dict() if hasattr(document, "as_dict") else document.as_list()


def partial(path, work):
    data, read, parser = bytes_of(path), reader(work), simdjson.Parser()
    return lambda: [read(status) for status in parser.parse(data)["statuses"]]


def extract(path, work):
    data, read, parse = bytes_of(path), reader(work), simdjson.Parser().parse
    return lambda: [read(parse(line)) for line in data.splitlines()]


def count(path, work):
    data, read, parse = bytes_of(path), summand(work), simdjson.Parser().parse
    return lambda: counted(read(parse(line)) for line in data.splitlines())


def load(path, work, out):
    read, parse = reader(work), simdjson.Parser().parse

    def one_pass():
        with open(path, "rb") as feed:
            return load_rows((read(parse(line)) for line in feed), work.columns, out)

    return one_pass
