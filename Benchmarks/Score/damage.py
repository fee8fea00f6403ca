"""The damaged feed: records whose damage is known, because it is made here.

Every kind of damage in `BROKEN` leaves a line that is not JSON by RFC 8259. Those of `EITHER` may be
read or refused: they are JSON of other types than the declared ones, or may be ignored. The newlines
around a damaged line stay.
"""

import json
import random
import re

SEED = 0x5EED

#: Name, type and path of each column, as in External/works.py.
COLUMNS = [("id", "int", "id"), ("name", "text", "name"), ("price", "real", "price"),
           ("active", "bool", "active"), ("city", "text", "place.city")]

CITIES = ["Zürich", "São Paulo", "京都", "Reykjavík", "New York", "Łódź"]


def record(number, draw):
    name = f"item {number}" + draw.choice(["", " \"quoted\"", " \\ back", " ünïcode", " 😀", " a\nb"])
    return {"id": number, "name": name, "price": draw.randrange(1, 10**6) / 100,
            "active": draw.random() < 0.5,
            "place": {"city": draw.choice(CITIES), "zip": str(draw.randrange(1000, 9999))},
            "tags": ["a", "b"][:draw.randrange(3)]}


def expected(value):
    return [value["id"], value["name"], value["price"], value["active"], value["place"]["city"]]


def text_of(value, draw):
    return json.dumps(value, ensure_ascii=draw.random() < 0.5, separators=(",", ":")).encode()


def replaced(old, new):
    def damage(text, draw):
        assert old in text, (old, text)
        return text.replace(old, new, 1)
    return damage


def after_price(new):
    """Another text where the price is."""
    def damage(text, draw):
        start = text.index(b'"price":') + 8
        return text[:start] + new + text[text.index(b",", start):]
    return damage


def cut(text, draw):
    return text[:draw.randrange(len(text) // 3, len(text) - 3)]


def hole(text, draw):
    """What a file system leaves after a power failure."""
    at = draw.randrange(20, len(text) - 24)
    return text[:at] + bytes(16) + text[at + 16:]


def lost_quote(text, draw):
    """The quotation mark that ends the city is lost."""
    start = text.index(b'"city":"') + 8
    end = text.index(b'"', start)
    return text[:end] + text[end + 1:]


def in_city(new):
    return replaced(b'"city":"', b'"city":"' + new)


BROKEN = {
    "cut short": cut,
    "cut inside a string": lambda text, draw: text[:text.index(b'"city":"') + 10],
    "a quotation mark lost": lost_quote,
    "a comma lost": replaced(b',"active"', b' "active"'),
    "a colon lost": replaced(b'"price":', b'"price" '),
    "a comma too many": replaced(b'"}', b'",}'),
    "the last bracket lost": lambda text, draw: text[:-1],
    "a wrong bracket": lambda text, draw: text[:-1] + b"]",
    "text after the record": lambda text, draw: text + b" x",
    "two records on a line": lambda text, draw: text + text.replace(b'"id":', b'"id":9'),
    "a run of NULs": hole,
    "a line of another log": lambda text, draw: b"2026-11-26 12:00:00 ERROR disk full",
    "a key without quotes": replaced(b'"price":', b"price:"),
    "single quotes": replaced(b'"price":', b"'price':"),
    "True": after_price(b"True"),
    "NaN": after_price(b"NaN"),
    "007": after_price(b"007"),
    "1.": after_price(b"1."),
    "+1": after_price(b"+1"),
    "0x1F": after_price(b"0x1F"),
    "a raw tab in a string": in_city(b"\t"),
    "an escape that is none": in_city(b"\\x"),
    "a byte that is not UTF-8": in_city(b"\xff"),
    "an overlong form in UTF-8": in_city(b"\xc0\xaf"),
    "a surrogate in UTF-8": in_city(b"\xed\xa0\x80"),
    "a comment": replaced(b',"price"', b',/* */"price"'),
}

EITHER = {
    "a byte order mark at a line's start": lambda text, draw: b"\xef\xbb\xbf" + text,
    "a text for a number": after_price(b'"12.5"'),
    "a list for a text": lambda text, draw: replaced(b'"city":', b'"city":[],"was":')(text, draw),
    "an id beyond 64 bits": replaced(b'{"id":', b'{"id":9999999999999999999'),
}


class Feed:
    """`records` of these kinds of damage in turn, `each` of each, among good ones."""

    def __init__(self, kinds, records, each, seed=SEED):
        draw = random.Random(seed)
        # The first hundred are good: an error's line is then no small number by chance.
        places = sorted(draw.sample(range(100, records - 5), len(kinds) * each))
        order = [kind for kind in kinds for _ in range(each)]
        draw.shuffle(order)
        self.damaged = dict(zip(places, order))
        self.good, self.was, self.lines, self.starts, self.ids, at = {}, {}, [], [], [], 0
        for number in range(records):
            value = record(1000 + number, draw)
            line = text_of(value, draw)
            if number in self.damaged:
                line = kinds[self.damaged[number]](line, draw)
                self.was[value["id"]] = (self.damaged[number], value)
            else:
                self.good[value["id"]] = value
            self.lines.append(line)
            self.ids.append(value["id"])
            self.starts.append(at)
            at += len(line) + 1
        self.bytes = b"".join(line + b"\n" for line in self.lines)

    def told(self, texts):
        """How many of the damaged lines the texts name: as a whole (`text`), by their number (`line`),
        or by the offset of a byte in them (`byte`). None: they name none."""
        lines = [self.lines[i].decode(errors="replace") for i in self.damaged]
        named = {"text": sum(line in texts for line in lines)}
        numbers = {int(n) for text in texts for n in re.findall(r"\d+", text)}
        if not named["text"]:
            named["line"] = sum(i + 1 in numbers for i in self.damaged)
            spans = [(self.starts[i], self.starts[i] + len(self.lines[i])) for i in self.damaged]
            named["byte"] = sum(any(a <= n <= b for n in numbers) for a, b in spans)
        best = max(named, key=named.get)
        return (best, named[best]) if named[best] else None


def whole(records=2000, each=4):
    return Feed(BROKEN, records, each)


def of_kind(name, records=160, each=3):
    kinds = {**BROKEN, **EITHER}
    return Feed({name: kinds[name]}, records, each)


def same(value, wanted):
    if isinstance(wanted, bool) or isinstance(value, bool):
        return value in (True, False) and bool(value) == wanted
    return value == wanted


def outcome(feed, rows, lines=None):
    """What rows mean: how many good records are lost or have other values, and what became of the
    damaged ones. `lines`: the index of each row's line, for readers that are given lines."""
    seen, nulls, through, invented, wrong = set(), 0, [], 0, 0
    kinds = {number: kind for number, (kind, _) in feed.was.items()}
    for at, row in enumerate(rows):
        number = row[0]
        number = int(number) if isinstance(number, float) and number.is_integer() else number
        kind = feed.damaged.get(lines[at]) if lines else kinds.get(number)
        if all(value is None for value in row):
            nulls += 1
        elif kind:
            wanted = feed.was[feed.ids[lines[at]] if lines else number][1]
            through.append((kind, as_what(row, expected(wanted))))
        elif number in feed.good and number not in seen:
            seen.add(number)
            wanted = expected(feed.good[number])
            wrong += not all(same(v, w) for v, w in zip(row, wanted, strict=True))
        else:
            invented += 1
            through.append((None, "as a record that was not there"))
    return {"good": len(feed.good), "good_lost": len(feed.good) - len(seen), "wrong": wrong,
            "damaged": len(feed.was), "rows_of_nulls": nulls, "invented": invented,
            "through": through}


def as_what(row, wanted):
    """As what a damaged record came through."""
    differ = [(v, w) for v, w in zip(row, wanted, strict=True) if not same(v, w)]
    if not differ:
        return "as it was before"
    if all(v is None for v, _ in differ):
        return "with nulls"
    return "with other values"
