"""The works that programs outside of this package take part in, and how their answers are written.

An answer is the text that the other contenders' answers are compared as: a line for each value,
`i<integer>`, `r<bits of a double>`, `s<bytes>:<text>`, or `-` for nothing.
"""

import struct


class Work:
    """What is done: with each record of a feed, or with one document."""

    def __init__(self, kind, columns=(), where=None, total=None, scale=1):
        self.kind = kind
        # Name, type and path of each value.
        self.columns = columns
        # For `count`: key, operator and value of the filter.
        self.where = where
        # For `count`: type and path of the summand, and a factor for the sum before it is compared.
        # Durations have three decimals, and in thousandths a sum does not depend on the order of the
        # additions.
        self.total = total
        self.scale = scale


EVENTS = [("id", "int", "id"), ("type", "text", "type"), ("actor", "text", "actor.login"),
          ("repo", "text", "repo.name"), ("size", "int", "payload.size"),
          ("score", "real", "payload.issue.score"), ("public", "bool", "public"),
          ("created_at", "text", "created_at")]

LOGS = [(name, kind, name) for name, kind in (
    ("timestamp", "text"), ("level", "text"), ("service", "text"), ("status", "int"),
    ("duration_ms", "real"), ("method", "text"), ("path", "text"), ("user", "text"))]

SIX_OF_LOGS = [(name, kind, name) for name, kind in (
    ("timestamp", "text"), ("level", "text"), ("status", "int"), ("duration_ms", "real"),
    ("user", "text"), ("message", "text"))]

STATUSES = [("created_at", "text", "created_at"), ("id", "int", "id"), ("text", "text", "text"),
            ("user_id", "int", "user.id"), ("screen_name", "text", "user.screen_name"),
            ("retweets", "int", "retweet_count"), ("favorites", "int", "favorite_count")]

# A log record whole: a mapping is an object, a list of one type an array.
LOG_RECORD = {
    "timestamp": "text", "level": "text", "service": "text", "host": "text",
    "trace": {"span": "text", "parent": "text", "sampled": "bool"},
    "status": "int", "duration_ms": "real", "method": "text", "path": "text", "tags": ["text"],
    "user": "text", "error": {"code": "int", "text": "text"}, "message": "text",
    "request_id": "text"}

WORKS = {
    "parse": Work("parse"),
    "partial": Work("partial", STATUSES),
    "extract.logs": Work("extract", SIX_OF_LOGS),
    "extract.events": Work("extract", EVENTS),
    "count.logs": Work("count", where=("status", ">=", 500), total=("real", "duration_ms"),
                       scale=1000),
    "count.events": Work("count", where=("type", "=", "PushEvent"), total=("int", "payload.size")),
    "typed.logs": Work("typed", LOG_RECORD),
    "select.logs": Work("select", LOGS),
    "select.events": Work("select", EVENTS),
    "import.events": Work("load", EVENTS),
    "columns.events": Work("columns", EVENTS),
    "columns.logs": Work("columns", LOGS),
}

KINDS = sorted({work.kind for work in WORKS.values()})


def tree(paths):
    """Pairs of type and path as a tree of names: what is read, for those who want a schema."""
    root = {}
    for kind, path in paths:
        node = root
        *way, last = path.split(".")
        for step in way:
            node = node.setdefault(step, {})
        node[last] = kind
    return root


def used(work):
    """The types and paths that a work reads."""
    if work.kind == "count":
        key, _, value = work.where
        return [("text" if isinstance(value, str) else "int", key), work.total]
    return [(kind, path) for _, kind, path in work.columns]


def row_text(columns, rows):
    """The answer of rows whose values stand in the order of the columns."""
    out = bytearray()
    kinds = [kind for _, kind, _ in columns]
    for row in rows:
        for kind, value in zip(kinds, row, strict=True):
            value_text(kind, value, out)
    return out


def value_text(kind, value, out):
    if value is None:
        out += b"-\n"
    elif isinstance(kind, dict):
        for name, inner in kind.items():
            value_text(inner, value.get(name), out)
    elif isinstance(kind, list):
        out += b"i%d\n" % len(value)
        for element in value:
            value_text(kind[0], element, out)
    elif kind == "text":
        text = value.encode()
        out += b"s%d:%s\n" % (len(text), text)
    elif kind == "real":
        out += b"r%d\n" % struct.unpack("<Q", struct.pack("<d", value))
    else:
        # int(value): jq knows no integers, and true is 1.
        out += b"i%d\n" % int(value)


def tree_text(value, out):
    """A document's values as a visit hands them over: numbers as doubles, brackets and literals
    as integers (Sources/Bench/Inputs/VisitText.swift)."""
    if isinstance(value, dict):
        out += b"i1\n"
        for key, inner in value.items():
            value_text("text", key, out)
            tree_text(inner, out)
        out += b"i2\n"
    elif isinstance(value, list):
        out += b"i3\n"
        for element in value:
            tree_text(element, out)
        out += b"i4\n"
    elif isinstance(value, str):
        value_text("text", value, out)
    elif value is None:
        out += b"i7\n"
    elif isinstance(value, bool):
        out += b"i5\n" if value else b"i6\n"
    else:
        value_text("real", value, out)
    return out
