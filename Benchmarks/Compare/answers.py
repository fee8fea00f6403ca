"""The answers of programs, read and compared."""

import csv
import itertools


def answers(path, work, columns):
    """The rows of an answer, one by one, with reals as numbers: 5.0 is 5."""
    with open(path, newline="", encoding="utf-8") as file:
        if work == "count":
            # After the line of names, if there is one.
            count, total = file.read().split("\n")[-2].split("\t")
            yield [int(count), float(total)]
            return
        reals = [i for i, (_, kind, _) in enumerate(columns) if kind == "real"]
        for number, row in enumerate(csv.reader(file)):
            if number == 0 and row == [name for name, _, _ in columns]:
                continue
            for i in reals:
                row[i] = row[i] and float(row[i])
            yield row


def difference(answer, reference, work):
    """None: they are the same. Sums may differ in the last digits, which the order of additions decides."""
    for number, (row, expected) in enumerate(itertools.zip_longest(answer, reference), 1):
        if row == expected:
            continue
        if work == "count" and row[0] == expected[0] and \
                abs(row[1] - expected[1]) <= 1e-9 * abs(expected[1]):
            continue
        return f"row {number} is {row}, not {expected}"
    return None
