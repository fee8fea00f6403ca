"""What each contender costs: instructions, memory, bytes of code, and time."""

import array
import importlib.metadata
import json
import pathlib
import random
import re
import shutil
import statistics
import subprocess

import damage
from features import CASES
from sources import BENCHMARKS, BUILD, Missing, environment, log
from verdicts import judge, tree_of, write_documents

#: The function that marks a pass for callgrind. Python's harness calls one that nothing else there calls.
MARKS = {"py": "getppid"}
UNCOUNTED = {
    "go": "callgrind loses its place in Go's calls, whose stacks move",
    "java": "Java's virtual machine compiles code while it runs, and callgrind would count that",
    "js": "Node compiles code while it runs, and callgrind would count that"}


def truth(document):
    """What Python's json reads, as RFC 8259 has it: a byte order mark may be ignored, and NaN is no number.
    Integers too long for Python's become doubles. Throws ValueError, or RecursionError."""
    def refused(word):
        raise ValueError(f"{word} is no number of JSON")

    def integer(digits):
        return int(digits) if len(digits) < 1000 else float(digits)

    return json.loads(document.decode("utf-8-sig"), parse_constant=refused, parse_int=integer)


def same_tree(found, wanted):
    """As JSON values, integers as doubles: what all contenders read."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and found.keys() == wanted.keys() and \
            all(same_tree(found[k], wanted[k]) for k in wanted)
    if isinstance(wanted, list):
        return isinstance(found, list) and len(found) == len(wanted) and \
            all(map(same_tree, found, wanted))
    if isinstance(wanted, (bool, str)) or wanted is None:
        return type(found) is type(wanted) and found == wanted
    try:
        return isinstance(found, float) and found == float(wanted)
    except OverflowError:  # An integer beyond the largest double.
        return found == float("inf")


def wrong_answer(contender, documents, folder):
    """Why a contender's answers to documents are not the truth, which is what Python's json reads;
    None: they are."""
    for i, (verdict, text) in enumerate(judge(contender, documents, folder)):
        if verdict != "yes":
            said = text.decode(errors="replace") if isinstance(text, bytes) else text
            return f"{verdict} to document {i + 1}: {said[:120]}"
        try:
            same = same_tree(tree_of(text), truth(documents[i]))
        except ValueError:
            same = False
        except RecursionError:
            return f"document {i + 1} is too deep to be compared"
        if not same:
            return f"other values for document {i + 1}"
    return None


def instructions(contender, documents, folder):
    """Instructions of a pass over each document, counted by callgrind; buffers have grown before."""
    if contender.kind in UNCOUNTED:
        raise Missing(UNCOUNTED[contender.kind])
    if not shutil.which("valgrind"):
        raise Missing("valgrind is not installed")
    source = f"{folder}/counted"
    # What ends the process belongs to the pass over the last one.
    write_documents(source, [*documents, b"[1]"])
    command = contender.command
    if contender.kind != "py":
        # valgrind can't read some compilers' debug information.
        command = [f"{folder}/{contender.id}"]
        subprocess.run(["objcopy", "--strip-debug", contender.command[0], command[0]], check=True)
    for old in pathlib.Path(folder).glob("callgrind.*"):
        old.unlink()
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", f"--dump-before={MARKS.get(contender.kind, '*score_pass*')}",
         f"--callgrind-out-file={folder}/callgrind.out", *command, "count", source],
        capture_output=True, text=True, env=environment() | {"PYTHONHASHSEED": "0"})
    if done.returncode != 0:
        raise Missing("callgrind: " + (done.stderr.strip().splitlines() or ["failed"])[-1])
    # The first dump has the start; each has what came before a pass, which is the pass before.
    counts = []
    for i in range(len(documents)):
        dump = pathlib.Path(folder, f"callgrind.out.{2 * i + 3}")
        if not dump.exists():
            raise Missing("callgrind saw no calls of score_pass")
        counts.append(int(re.search(r"^(?:summary|totals): (\d+)", dump.read_text(), re.M)[1]))
    return counts


def measure():
    program = BUILD / "measure"
    source = BENCHMARKS / "Alone" / "measure.cpp"
    if not program.exists():
        log(["c++", "-O2", str(source), "-o", str(program)], "measure.cpp does not compile")
    return str(program)


def run_measured(command, output=None):
    """CPU seconds and peak bytes of a command."""
    done = subprocess.run([measure(), shutil.which(command[0]) or command[0], *command[1:]],
                          capture_output=True, text=True, env=environment())
    user, system, peak, _, status = map(float, done.stdout.split())
    if status != 0:
        raise Missing(f"it ended with {int(status)}")
    return user + system, peak * 1024


def large_document(megabytes=8):
    """Records in one array, of which none is the same."""
    draw = random.Random(damage.SEED)
    parts, size, number = [], 0, 0
    while size < megabytes << 20:
        parts.append(damage.text_of(damage.record(number, draw), draw))
        size += len(parts[-1]) + 1
        number += 1
    return b"[" + b",".join(parts) + b"]"


def memory(contender, null, document, folder):
    """Bytes at the peak for each byte of the document, beside the document itself."""
    source = f"{folder}/large"
    write_documents(source, [document])
    peaks = [run_measured(c.command + ["time", source, "1"])[1] for c in (contender, null)]
    return max(peaks[0] - peaks[1], 0) / len(document)


def size(contender, null):
    """Bytes of code: a program's beyond the harness's, with the libraries that it links; those that the
    harness links, too, are the language's own. None: it comes with the language."""
    if contender.kind == "js":
        return None
    if contender.kind == "py":
        where, _, package = contender.facts.get("package", "").partition(" ")
        if where != "pypi":
            return None
        files = [f for f in importlib.metadata.distribution(package).files if f.suffix != ".pyc"]
        return sum(f.locate().stat().st_size for f in files if f.locate().is_file())
    libraries = contender.linked - null.linked
    return contender.size - null.size + sum(f.stat().st_size for f in libraries)


PROCESSES = 5


def times(contender, documents, records, folder, processes=PROCESSES, passes=30):
    """Figures with their spread: each is the median over some processes, beside the least and the most.

    Nanoseconds of CPU for a byte, of the first pass in a new process (`cold`) and the median of later ones
    (`warm`; fewer passes where one takes long). Nanoseconds of one record: percentiles over all passes but
    the first."""
    length = sum(map(len, documents))
    # Some clocks have ticks of milliseconds: few bytes are read several times in a pass.
    more = max(1, (1 << 22) // length) if length < 1 << 20 else 1
    write_documents(source := f"{folder}/timed", documents)
    write_documents(repeated := f"{folder}/repeated", documents * more)
    found = {"cold": [], "warm": []}
    first = passes_of(contender, repeated, 1)[0]
    passes = max(min(passes, int(2e9 / max(first, 1))), 3)
    for _ in range(processes):
        lines = passes_of(contender, repeated, passes)
        warm = statistics.median(lines[1:])
        found["warm"].append(warm / length / more)
        found["cold"].append((lines if more == 1 else passes_of(contender, source, 1))[0] / length)
    for _ in range(processes if records else 0):
        for name, value in latencies(contender, records, folder).items():
            found.setdefault(name, []).append(value)
    return {name: [statistics.median(values), min(values), max(values)]
            for name, values in found.items()}


def passes_of(contender, source, passes):
    return list(map(int, contender.ask("time", source, str(passes)).split("sum")[0].split()))


def latencies(contender, records, folder, passes=5):
    source, output = f"{folder}/records", f"{folder}/spent"
    write_documents(source, records)
    contender.ask("records", source, str(passes), output)
    spent = array.array("f", pathlib.Path(output).read_bytes())
    spent = sorted(spent[len(records):])
    at = lambda share: spent[min(int(len(spent) * share), len(spent) - 1)]  # noqa: E731
    return {"p50": at(0.5), "p99": at(0.99), "p99.9": at(0.999)}


def build_time(contender, null, builds=3):
    """CPU seconds of compiling a contender's file and linking, minus the harness's: the median of some
    builds, beside the least and the most. None: an interpreter runs it."""
    spent = []
    for one in (contender, null):
        one.spent = getattr(one, "spent", None) or sorted(one.rebuild() or 0 for _ in range(builds))
        spent.append(one.spent)
    if not any(spent[0]):
        return None
    middle = spent[1][builds // 2]
    return [max(value - middle, 0) for value in (spent[0][builds // 2], spent[0][0], spent[0][-1])]


#: Nanoseconds of a pass over one case, from which on it is not counted.
SLOW = 2e9


def times_of_one(contender, documents, folder):
    write_documents(source := f"{folder}/one", documents)
    return passes_of(contender, source, 1)


def feature_costs(contender, folder):
    """Instructions for a byte of each case of features.py; None for what it does not read, or reads too
    slowly to be counted."""
    if contender.kind in UNCOUNTED:
        raise Missing(UNCOUNTED[contender.kind])
    documents = [document for _, _, document in CASES]
    wrong = wrong_answer(contender, documents, folder)
    if wrong:
        # The cases that it can read are still worth counting.
        fit = [wrong_answer(contender, [d], folder) is None for d in documents]
    else:
        fit = [True] * len(documents)
    # Under callgrind a pass takes some fifty times as long.
    if sum(times_of_one(contender, [d for d, f in zip(documents, fit) if f], folder)) > SLOW:
        fit = [f and times_of_one(contender, [d], folder)[0] < SLOW for d, f in zip(documents, fit)]
    counts = iter(instructions(contender, [d for d, f in zip(documents, fit) if f], folder))
    return [next(counts) / len(d) if f else None for d, f in zip(documents, fit)]
