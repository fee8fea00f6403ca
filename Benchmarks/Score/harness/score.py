"""Runs a contender that is a Python file, with the modes of score.hpp:

    score.py FILE version | judge INPUT OUTPUT FROM | time INPUT PASSES | records INPUT PASSES OUT
    score.py FILE count INPUT     passes twice over each document, for callgrind, which sees getppid
    score.py FILE rows MODE JOBS

The file has `version()`, and one or both of

    visit(data)            bytes to Python's values; throws what is wrong with them
    rows = {MODE: read}    read(path, columns) gives (rows, told): a list of the columns' values for
                           each record, and the places or texts of what it refused, if it says so

In `time` and `records` a contender's cost is that of making Python's values; they are compared in
`judge`.
"""

import array
import importlib.util
import json
import os
import pathlib
import struct
import sys
import time

from works import tree_text


def documents(path):
    data, at, found = pathlib.Path(path).read_bytes(), 0, []
    while at < len(data):
        end = data.index(b"\n", at)
        length = int(data[at:end])
        found.append(data[end + 1:end + 1 + length])
        at = end + length + 2
    return found


def judge(contender, source, output, start):
    with open(output, "ab") as out:
        for data in documents(source)[int(start):]:
            try:
                value = contender.visit(data)
                verdict, text = b"yes", b""
            except Exception as error:
                verdict, text = b"no", f"{type(error).__name__}: {error}".encode(errors="replace")
            if verdict == b"yes":
                try:
                    text = bytes(tree_text(value, bytearray()))
                except (UnicodeEncodeError, struct.error, RecursionError) as error:
                    text = f"! {error}".encode()
            out.write(b"%s %d\n%s\n" % (verdict, len(text), text))
            out.flush()


def time_passes(contender, source, passes):
    data = documents(source)
    for _ in range(int(passes)):
        start = time.process_time_ns()
        for one in data:
            contender.visit(one)
        print(time.process_time_ns() - start)


def records(contender, source, passes, output):
    data, spent, clock = documents(source), array.array("f"), time.perf_counter_ns
    for _ in range(int(passes)):
        for one in data:
            start = clock()
            contender.visit(one)
            spent.append(clock() - start)
    pathlib.Path(output).write_bytes(spent.tobytes())


def count(contender, source):
    for one in documents(source):
        # Buffers grow in the first pass over each document.
        for _ in range(2):
            os.getppid()
            contender.visit(one)


def rows(contender, mode, jobs):
    """Each job is [path, columns, output]; what is done already has an output. Without one the rows are made,
    which is what is timed, and an error ends the process."""
    for path, columns, output in json.loads(pathlib.Path(jobs).read_text()):
        if output is None:
            for _ in contender.rows[mode](path, columns)[0]:
                pass
            continue
        if os.path.exists(output):
            continue
        try:
            found, told = contender.rows[mode](path, columns)
            answer = {"rows": [list(row) for row in found], "told": [str(t) for t in told]}
        except Exception as error:
            answer = {"refused": f"{type(error).__name__}: {error}"}
        pathlib.Path(output + ".part").write_text(json.dumps(answer, default=str))
        os.rename(output + ".part", output)


def main():
    path, mode, *rest = sys.argv[1:]
    spec = importlib.util.spec_from_file_location("contender_" + pathlib.Path(path).stem, path)
    contender = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(contender)
    except ImportError as error:
        sys.exit(f"{error.name or error} is not installed (scripts/score --install)")
    if mode == "version":
        print(contender.version())
    elif mode == "modes":
        print(json.dumps({"visit": hasattr(contender, "visit"),
                          "rows": list(getattr(contender, "rows", {}))}))
    else:
        {"judge": judge, "time": time_passes, "records": records, "count": count,
         "rows": rows}[mode](
            contender, *rest)


main()
