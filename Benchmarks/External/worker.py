"""Runs one contender of contenders/ for the harness, as a process of its own.

    worker.py --list                           each contender: name, version, works
    worker.py NAME WORK TINY INPUT OUT         waits for lines on standard input (below)
    worker.py --once NAME WORK INPUT           does the work once, its answer on standard output

First it does the work with the file TINY, which shows what starting up costs, and says `ready`.
Then each line is answered by one:

    run N     does the work N times with INPUT: `ran`
    rows      how many rows the last time gave: `rows N`
    answer    writes what the last time gave to OUT: `answered`

Behind `ready` and `ran` stands the CPU time of processes that it started, in seconds; its own is
read by the harness from outside. Behind `ready` it is 0 where these stay, as a module with `spent()`
says, which returns their CPU time. What fails is answered by `failed REASON`.

A contender is a module of contenders/ with `package` (its name on PyPI, or None), `start()`, which
imports it, and a function for each kind of work that it can do, made for an input and a work: what
it returns does the work once and returns what was read. `rows(result, work)` makes rows of that,
where it is no list of them. One that is a program has `version()`, too.
"""

import importlib
import importlib.metadata
import os
import pathlib
import resource
import statistics
import sys

import works

HERE = pathlib.Path(__file__).resolve().parent


def contender(name):
    return importlib.import_module(f"contenders.{name}")


def version_of(module):
    """None: it is not installed."""
    if module.package is None:
        return module.version()
    try:
        return importlib.metadata.version(module.package)
    except importlib.metadata.PackageNotFoundError:
        return None


def names():
    return sorted(file.stem for file in (HERE / "contenders").glob("[!_]*.py"))


def works_of(module):
    return [name for name, work in works.WORKS.items() if hasattr(module, work.kind)]


def maker(name, work):
    module = contender(name)
    if version_of(module) is None:
        raise RuntimeError(f"{module.package or name} is not installed")
    if not hasattr(module, work.kind):
        raise RuntimeError(f"{name} has no {work.kind}")
    module.start()
    make = getattr(module, work.kind)
    if work.kind in ("select", "load"):
        return module, make
    return module, lambda path, work, out: make(path, work)


def row_count(module, work, result, out):
    """How many rows the last time gave: cheap, as it is asked in each round."""
    if work.kind in ("parse", "count"):
        return 1
    if work.kind == "load":
        return result
    if work.kind == "select":
        with open(out, "rb") as file:
            return file.read().count(b"\n")
    return module.count_of(result) if hasattr(module, "count_of") else len(result)


def answer(module, work, result, out):
    if work.kind in ("select", "load"):
        return  # It is in OUT already.
    if work.kind == "parse":
        text = works.tree_text(module.tree(result) if hasattr(module, "tree") else result,
                               bytearray())
    elif work.kind == "count":
        text = b"i%d\ni%d\n" % (result[0], round(result[1] * work.scale))
    else:
        rows = module.rows(result, work) if hasattr(module, "rows") else result
        if work.kind == "typed":
            text = bytearray()
            for row in rows:
                works.value_text(work.columns, row, text)
        else:
            text = works.row_text(work.columns, rows)
    with open(out, "wb") as file:
        file.write(text)


def children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def serve(name, work, tiny, path, out):
    module, make = maker(name, work)
    if hasattr(module, "spent"):
        print("ready 0", flush=True)
        return answer_lines(module, work, make(path, work, out), out, module.spent)
    small = make(tiny, work, out)
    small()
    spent = [children()]
    if spent[0] > 0:
        # Subtracts a program's own start each time that it runs: the median of nine.
        for _ in range(8):
            before = children()
            small()
            spent.append(children() - before)
    print(f"ready {statistics.median(spent):.6f}", flush=True)
    answer_lines(module, work, make(path, work, out), out, children)


def answer_lines(module, work, one_pass, out, spent):
    result = None
    for line in sys.stdin:
        command, *rest = line.split()
        if command == "run":
            before = spent()
            for _ in range(int(rest[0])):
                # Drops the previous one first: pysimdjson's parser can't be used while it is held.
                result = None
                result = one_pass()
            print(f"ran {spent() - before:.6f}", flush=True)
        elif command == "rows":
            print("rows", row_count(module, work, result, out), flush=True)
        elif command == "answer":
            answer(module, work, result, out)
            print("answered", flush=True)
        else:
            raise RuntimeError(f"unknown command {command}")


def once(name, work, path):
    module, make = maker(name, work)
    result = make(path, work, "/dev/stdout")()
    if work.kind == "count":
        print(*result, sep="\t")


def main():
    arguments = sys.argv[1:]
    if arguments == ["--list"]:
        for name in names():
            module = contender(name)
            print(name, version_of(module) or "missing", ",".join(works_of(module)), sep="\t")
    elif len(arguments) == 4 and arguments[0] == "--once":
        once(arguments[1], works.WORKS[arguments[2]], arguments[3])
    elif len(arguments) == 5:
        # Ctrl-C is for the harness, which lets the current work end.
        os.setpgid(0, 0)
        try:
            serve(arguments[0], works.WORKS[arguments[1]], *arguments[2:])
        except Exception as error:  # Whatever it is, the report says so.
            reason = " ".join(f"{type(error).__name__}: {error}".split())
            print(f"failed {reason[:300]}", flush=True)
            sys.exit(1)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
