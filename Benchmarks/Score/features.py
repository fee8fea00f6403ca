"""Documents that differ in one feature each, about 16 KB: what of its input a contender pays for."""

import json
import random

SIZE = 16 << 10


def filled(make):
    """An array of what `make` gives, one text after the other, until it is as long as SIZE."""
    parts, size, i = [], 0, 0
    while size < SIZE:
        parts.append(make(i))
        size += len(parts[-1].encode()) + 1
        i += 1
    return ("[" + ",".join(parts) + "]").encode()


def strings(length, special="", every=0):
    """Strings of that many characters, of which each `every`th is the special one."""
    pattern = "".join(special if every and i % every == every - 1 else "abcdefgh"[i % 8]
                      for i in range(length))
    return filled(lambda i: f'"{pattern}"')


def nested(depth):
    return filled(lambda i: "[" * depth + "1" + "]" * depth)


def digits(count, after=0, exponent=""):
    draw = random.Random(count * 100 + after)

    def number(_):
        text = str(draw.randrange(10 ** (count - 1), 10 ** count))
        return text + ("." + "".join(str(draw.randrange(10)) for _ in range(after - 1)) + "7"
                       if after else "") + exponent
    return filled(number)


def objects(keys):
    return filled(lambda i: json.dumps({f"key{k}": k for k in range(keys)}, separators=(",", ":")))


def spaced(indent):
    draw = random.Random(7)
    records = [{"id": draw.randrange(10**6), "tags": ["a", "b"], "at": {"x": 1, "y": None}}]
    count = SIZE // len(json.dumps(records, indent=indent))
    separators = (",", ":") if indent is None else None
    return json.dumps(records * count, indent=indent, separators=separators).encode()


#: What is varied, and each case of it with its document.
FEATURES = {
    "density of tokens": {"1 a byte, [[],[]]": filled(lambda i: "[]"), "1 in 2 bytes, [1,2]": digits(1),
                          "1 in 3, [true,true]": filled(lambda i: "true"),
                          "1 in 5, strings": strings(2), "1 in 100, strings": strings(97)},
    "length of strings": {"4 bytes": strings(4), "16": strings(16), "64": strings(64),
                          "1,024": strings(1024), "8,192": strings(8192)},
    "escapes": {"none": strings(64), "\\n, one in 32": strings(64, "\\n", 32),
                "\\n, one in 4": strings(64, "\\n", 4),
                "\\u00e9, one in 4": strings(64, "\\u00e9", 4),
                "pairs, one in 4": strings(64, "\\ud83d\\ude00", 4)},
    "UTF-8": {"ASCII": strings(64), "é, one in 4": strings(64, "é", 4), "é only": strings(64, "é", 1),
              "京 only": strings(64, "京", 1), "😀 only": strings(64, "😀", 1)},
    "digits of integers": {str(n): digits(n) for n in (1, 4, 9, 18)},
    "digits of doubles": {"3.2": digits(3, 2), "1.8": digits(1, 8), "1.16": digits(1, 16),
                          "17.7": digits(17, 7), "1.8e200": digits(1, 8, "e200")},
    "depth": {"1": nested(1), "8": nested(8), "64": nested(64), "500": nested(500)},
    "keys of an object": {"1": objects(1), "8": objects(8), "64": objects(64),
                          "512": objects(512)},
    "white space": {"none": spaced(None), "2 spaces": spaced(2), "8 spaces": spaced(8)},
}

CASES = [(feature, case, document) for feature, cases in FEATURES.items()
         for case, document in cases.items()]
