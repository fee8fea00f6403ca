"""A covering array: worlds in which each pair of values occurs that can occur together."""

import random
from functools import cache
from itertools import combinations

from dimensions import DIMENSIONS, conflict, missing


def allowed_values():
    """The values of each dimension that this machine can play."""
    absent = missing()
    return {each.name: [v for v in each.values if (each.name, v) not in absent] for each in DIMENSIONS}


def pairs(values):
    """All pairs of values that don't exclude each other, as ((dimension, value), (dimension, value))."""
    return {
        ((a, x), (b, y))
        for a, b in combinations(values, 2)
        for x in values[a]
        for y in values[b]
        if conflict(a, x, b, y) is None
    }


def pairs_of(row, names):
    return {((a, row[a]), (b, row[b])) for a, b in combinations(names, 2)}


class Filler:
    """Completes a row, value by value, and never with two that exclude each other."""

    def __init__(self, values):
        self.values = values
        self.names = list(values)
        self.rank = {name: i for i, name in enumerate(self.names)}
        self.excluded = {}
        for a, b in combinations(self.names, 2):
            for x in values[a]:
                for y in values[b]:
                    if conflict(a, x, b, y) is not None:
                        self.excluded.setdefault((a, x), set()).add((b, y))
                        self.excluded.setdefault((b, y), set()).add((a, x))

    def pair(self, one, other):
        return (one, other) if self.rank[one[0]] < self.rank[other[0]] else (other, one)

    def fill(self, begun, left, chance):
        """None: the values that were begun with leave a dimension without a value."""
        row = dict(begun)
        names = [name for name in self.names if name not in row]
        chance.shuffle(names)
        while names:
            options = {name: self.options(name, row) for name in names}
            # Those with the least choice first, so that they still have one.
            name = min(names, key=lambda n: len(options[n]) if len(options[n]) < 2 else 2)
            if not options[name]:
                return None
            best, most = [], -1
            for value in options[name]:
                new = sum(self.pair((name, value), each) in left for each in row.items())
                if new > most:
                    best, most = [], new
                if new == most:
                    best.append(value)
            row[name] = chance.choice(best)
            names.remove(name)
        return row

    def options(self, name, row):
        chosen = set(row.items())
        return [v for v in self.values[name] if not self.excluded.get((name, v), set()) & chosen]


def covering_array(seed=1):
    """The rows, and the pairs that no row can have because of a third dimension."""
    values = allowed_values()
    chance = random.Random(seed)
    filler = Filler(values)
    left = pairs(values)
    rows, impossible = [], set()
    while left:
        wanted = chance.choice(sorted(left))
        tries = [filler.fill(dict(wanted), left, chance) for _ in range(5)]
        tries += [filler.fill(dict(wanted), left, chance) for _ in range(40) if not any(tries)]
        found = [row for row in tries if row]
        if not found:
            impossible.add(wanted)
            left.discard(wanted)
            continue
        row = max(found, key=lambda each: len(pairs_of(each, filler.names) & left))
        left -= pairs_of(row, filler.names)
        rows.append(row)
    return rows, sorted(impossible)


@cache
def filler_of_all():
    return Filler(allowed_values())


def random_row(chance):
    while True:
        row = filler_of_all().fill({}, frozenset(), chance)
        if row:
            return row


def describe(rows, impossible):
    counts = len(pairs(allowed_values())) - len(impossible)
    lines = [f"covering array: {len(rows)} worlds have each of {counts} pairs of values"]
    for number, row in enumerate(rows):
        lines.append(f"  {number:>3} " + " ".join(row[each.name] for each in DIMENSIONS))
    for (a, x), (b, y) in impossible:
        lines.append(f"  without {a}={x} with {b}={y}: other dimensions exclude it")
    return "\n".join(lines)
