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
    """Completes a row, value by value, and never with two that exclude each other. Sets of values are bits."""

    def __init__(self, values):
        self.values, self.names = values, list(values)
        every = [(name, value) for name in values for value in values[name]]
        self.bit = {each: 1 << i for i, each in enumerate(every)}
        self.of = {name: sum(self.bit[(name, value)] for value in values[name]) for name in values}
        # What can be beside a value, of other dimensions.
        self.beside = {
            (a, x): sum(self.bit[(b, y)] for b, y in every if b != a and conflict(a, x, b, y) is None) for a, x in every
        }

    def fill(self, begun, left, chance):
        """None: the values that were begun with leave a dimension without a value. `left`: for each value those
        that it was not beside yet."""
        row, chosen, open_ = dict(begun), 0, -1
        for each in row.items():
            chosen, open_ = chosen | self.bit[each], open_ & self.beside[each]
        names = [name for name in self.names if name not in row]
        chance.shuffle(names)
        while names:
            # Those with the least choice first, so that they still have one.
            name = min(names, key=lambda n: min((open_ & self.of[n]).bit_count(), 2))
            best, most = [], -1
            for value in self.options(name, open_, names):
                new = (left.get((name, value), 0) & chosen).bit_count()
                if new > most:
                    best, most = [], new
                if new == most:
                    best.append(value)
            if not best:
                return None
            row[name] = chance.choice(best)
            chosen, open_ = chosen | self.bit[(name, row[name])], open_ & self.beside[(name, row[name])]
            names.remove(name)
        return row

    def options(self, name, open_, names):
        """Values that leave each other dimension one."""
        found = []
        for value in self.values[name]:
            then = open_ & self.beside[(name, value)]
            if self.bit[(name, value)] & open_ and all(then & self.of[each] for each in names if each != name):
                found.append(value)
        return found


def covering_array(seed=1):
    """The rows, and the pairs that no row can have because of a third dimension."""
    values = allowed_values()
    chance = random.Random(seed)
    filler = Filler(values)
    pairs_left = pairs(values)
    wanted = sorted(pairs_left)
    chance.shuffle(wanted)
    left = {}
    for one, other in wanted:
        left[one] = left.get(one, 0) | filler.bit[other]
        left[other] = left.get(other, 0) | filler.bit[one]
    rows, impossible = [], set()
    for pair in wanted:
        if pair not in pairs_left:
            continue
        tries = [filler.fill(dict(pair), left, chance) for _ in range(5)]
        tries += [filler.fill(dict(pair), left, chance) for _ in range(40) if not any(tries)]
        found = [row for row in tries if row]
        if not found:
            impossible.add(pair)
            continue
        row = max(found, key=lambda each: len(pairs_of(each, filler.names) & pairs_left))
        for one, other in pairs_of(row, filler.names) & pairs_left:
            left[one] &= ~filler.bit[other]
            left[other] &= ~filler.bit[one]
        pairs_left -= pairs_of(row, filler.names)
        rows.append(row)
    return rows, sorted(impossible & pairs_left)


@cache
def filler_of_all():
    return Filler(allowed_values())


def random_row(chance):
    while True:
        row = filler_of_all().fill({}, {}, chance)
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
