"""The CPU time of processes that stay, such as a Java virtual machine and what it starts: from /proc."""

import os
import pathlib

TICKS = os.sysconf("SC_CLK_TCK")


def fields(process):
    """Its parent and its CPU time in ticks, with that of its children that have ended; None: it is gone."""
    try:
        text = (process / "stat").read_text()
    except OSError:
        return None
    # The name in parentheses may have spaces and parentheses.
    rest = text[text.rindex(")") + 2:].split()
    return int(rest[1]), sum(int(field) for field in rest[11:15])


def descendants_seconds():
    """What all descendants of this process have spent, those that have ended included."""
    found = {int(process.name): fields(process) for process in pathlib.Path("/proc").iterdir()
             if process.name.isdigit()}
    children = {}
    for number, known in found.items():
        if known:
            children.setdefault(known[0], []).append(number)
    ticks, waiting = 0, list(children.get(os.getpid(), []))
    while waiting:
        number = waiting.pop()
        ticks += found[number][1]
        waiting += children.get(number, [])
    return ticks / TICKS
