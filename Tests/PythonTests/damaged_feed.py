"""Feeds with damage of many kinds, made at random."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

TEXTS = [
    "", "a", "näme", "日本 and a longer text", '"\\/\n', "\x00", "x" * 13, "y" * 300, "😀", "é\u0301",
    "\u2028",
]
NUMBERS = [
    "0", "-0", "1", "-1", "1.0", "1e2", "10E-1", "1.5", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "123456789012345678901234567890", "0.1", "1e-400",
    "5e-324", "1.7976931348623157e308", "0.30000000000000004", "99999999999999999999999999999.999999999",
    "1.1234567890", "1.12345678901", "1e22", "-1.25e-3", "1e400", "0e999999999", "12345678901234567890e-19",
]
DATES = ["2024-05-31", "2024-02-29", "2023-02-29", "0001-01-01", "9999-12-31", "2024-5-31", "2024-05-31T", ""]
TIMES = [
    "2024-05-31T12:30:00.25+02:00", "2024-05-31t12:30:00z", "2024-05-31 12:30:00Z", "2024-05-31T12:30:60Z",
    "2024-05-31T12:30:00.1234567Z", "1969-12-31T23:59:59.999999Z", "2024-05-31T12:30:00",
    "0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59.999999Z", "2024-05-31T24:00:00Z",
    "2024-05-31T12:30:00.1234560Z",
]
UUIDS = [
    "123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-42661417400F",
    "123e4567e89b12d3a456426614174000",
]
BLOBS = ["", "aGVsbG8=", "aGVsbG8", "aGVsbA==", "aGVsbA", "_-8=", "a", "aGVsbG9=", "aGVs bG8=", "+/8="]
BROKEN = [
    b'{"int": 1', b'{"int": 1}}', b"nul", b"", b" \t ", b"{", b"}", b'{"int" 1}', b'{"int": 01}',
    b'{"int": 1.}', b'{"text": "\xff"}', b'{"text": "\xed\xa0\x80"}', b'{"text": "\xc0\xaf"}',
    b'{"text": "a\x01b"}', b'{"text": "\\q"}', b'{"text": "\\ud800"}', b'{"text": "\\udc00\\ud800"}',
    b'{"other": "\\ud800x"}', b'{"text": "unclosed}', b"\xef\xbb\xbf{}", b'{"int": NaN}',
    b'{"real": -Infinity}', b'{"int": +1}', b"{'int': 1}", b'{"int": 1,}', b"{,}", b"[1, 2]", b"null", b"5",
    b'"text"', b'{"int": 1} {"int": 2}', b'{"int": 1}x', b"\x00", b'{"int": \x001}', b'{"other": [}',
    b'{"other": [1 2]}', b'{"int": 1}\x0c', b'{"int": tru}', b'{"other": 1e999}', b"// comment",
    b'{"int": 1, "int": "twice"}', b'{"int": "twice", "int": 1}',
    b'{"deep": ' + b"[" * 300 + b"]" * 300 + b"}", b'{"deep": ' + b"[" * 2000 + b"]" * 2000 + b"}",
    b'{"\\u0069nt": 7}', b'{"text": "' + b"z" * 70_000 + b'"}', b"[" * 500,
]


def text(value: str, chance: random.Random) -> str:
    return json.dumps(value, ensure_ascii=chance.random() < 0.5)


def value(kind: str, chance: random.Random) -> str:
    """A value that mostly fits its type, as JSON."""
    if chance.random() < 0.04:
        return chance.choice(
            ["null", "true", '"1"', "[]", "{}", "[null]", '{"a": 1}', "12", "1.5", '"2024-05-31"']
        )
    if kind in ("int", "epoch"):
        return str(chance.randrange(10**6)) if chance.random() < 0.9 else chance.choice(NUMBERS)
    if kind == "real":
        return repr(chance.random() * 1000) if chance.random() < 0.8 else chance.choice(NUMBERS)
    if kind == "decimal":
        number = (
            f"{chance.randrange(10**8)}.{chance.randrange(100):02}"
            if chance.random() < 0.8
            else chance.choice(NUMBERS)
        )
        return number if chance.random() < 0.5 else f'"{number}"'
    if kind == "bool":
        return chance.choice(["true", "false"])
    if kind == "json":
        return chance.choice(["1", '"a"', "[1, null, {}]", '{ "k" : [true] }', "-0.0", '"\\u00e9"', "[ ]"])
    if kind == "list":
        return "[" + ", ".join(value("int", chance) for _ in range(chance.randrange(4))) + "]"
    if kind == "nested":
        inner = value("text", chance) if chance.random() < 0.9 else "null"
        return chance.choice(
            ['{"a": %s}', '{"b": 1, "a": %s}', '{"a": %s, "a": 7}', "{}", "null", "%s"]
        ).replace("%s", inner)
    words = {"date": DATES, "timestamp": TIMES, "uuid": UUIDS, "blob": BLOBS}.get(kind, TEXTS)
    if kind in ("text", "date") and chance.random() < 0.6:
        return (
            f'"user {chance.randrange(10**6)}"'
            if kind == "text"
            else f'"20{chance.randrange(10, 99)}-0{chance.randrange(1, 10)}-11"'
        )
    return text(chance.choice(words), chance)


#: The fields of records, and the types of the values that they mostly have.
FIELDS = {
    "int": "int", "text": "text", "real": "real", "ok": "bool", "raw": "json", "price": "decimal",
    "day": "date", "at": "timestamp", "sent": "epoch", "key": "uuid", "body": "blob", "list": "list",
    "in": "nested",
}


def lines(chance: random.Random, count: int) -> Iterator[bytes]:
    """Lines, most of them records with the fields in one order, as a writer has them."""
    fields = chance.sample(list(FIELDS), chance.randrange(2, len(FIELDS) + 1))
    order = chance.choice([0, 0.02, 0.5])
    broken, missing = chance.choice([0, 0.01, 0.2]), chance.choice([0, 0.01, 0.2])
    comma, colon = chance.choice([(",", ":"), (", ", ": ")])
    for _ in range(count):
        if chance.random() < broken:
            yield chance.choice(BROKEN)
            continue
        own = [name for name in fields if chance.random() >= missing]
        if chance.random() < order:
            chance.shuffle(own)
        if chance.random() < 0.01:
            own.append(chance.choice(list(FIELDS)))
        record = comma.join(f'"{name}"{colon}{value(FIELDS[name], chance)}' for name in own)
        line = ("{" + record + "}").encode()
        if chance.random() < broken:
            place = chance.randrange(len(line))
            line = chance.choice(
                [
                    line[:place],
                    line[:place] + line[place + 1 :],
                    line[:place] + bytes([chance.choice(b'"{}[],:\\\x00\xff 0')]) + line[place:],
                ]
            )
        if chance.random() < 0.01:
            line = chance.choice([b" ", b"\t", b"  "]) + line + chance.choice([b" ", b"", b"\t "])
        yield line.replace(b"\n", b" ")


def feed(chance: random.Random, count: int) -> bytes:
    """The bytes of a feed."""
    ends = chance.choice([[b"\n"], [b"\r\n"], [b"\n", b"\r\n", b"\n\n", b"\r\r\n"]])
    body = b"".join(line + chance.choice(ends) for line in lines(chance, count))
    if chance.random() < 0.3:
        body = body.removesuffix(b"\n")
    return (b"\xef\xbb\xbf" if chance.random() < 0.1 else b"") + body
