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
from contender import BENCHMARKS, BUILD, Missing, environment, log
from features import CASES
from verdicts import judge, tree_of, write_documents


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
    return isinstance(found, float) and found == float(wanted)


def wrong_answer(contender, documents, folder):
    """Why a contender's answers to documents are not the truth, which is what Python's json reads;
    None: they are."""
    for i, (verdict, text) in enumerate(judge(contender, documents, folder)):
        if verdict != "yes":
            return f"{verdict} to document {i + 1}: {str(text)[:120]}"
        try:
            same = same_tree(tree_of(text), json.loads(documents[i]))
        except ValueError:
            same = False
        if not same:
            return f"other values for document {i + 1}"
    return None


def instructions(contender, documents, folder):
    """Instructions of a pass over each document, counted by callgrind; buffers have grown before."""
    if not shutil.which("valgrind"):
        raise Missing("valgrind is not installed")
    source = f"{folder}/counted"
    # What ends the process belongs to the pass over the last one.
    write_documents(source, [*documents, b"[1]"])
    program = f"{folder}/{contender.id}"
    subprocess.run(["objcopy", "--strip-debug", contender.command[0], program], check=True)
    for old in pathlib.Path(folder).glob("callgrind.*"):
        old.unlink()
    done = subprocess.run(
        ["valgrind", "--tool=callgrind", "--dump-before=*score_pass*",
         f"--callgrind-out-file={folder}/callgrind.out", program, "count", source],
        capture_output=True, text=True)
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
    harness links, too, are the language's own."""
    if contender.kind == "py":
        where, _, package = contender.facts.get("package", "").partition(" ")
        if where != "pypi":
            return None  # It comes with the language.
        files = [f for f in importlib.metadata.distribution(package).files if f.suffix != ".pyc"]
        return sum(f.locate().stat().st_size for f in files if f.locate().is_file())
    libraries = contender.linked - null.linked
    return contender.size - null.size + sum(f.stat().st_size for f in libraries)


def times(contender, documents, folder, processes=5, passes=30):
    """Nanoseconds of CPU for a byte: of the first pass in a new process, and of later ones."""
    source = f"{folder}/timed"
    write_documents(source, documents)
    length = sum(map(len, documents))
    cold, warm = [], []
    for _ in range(processes):
        lines = contender.ask("time", source, str(passes)).split("sum")[0].split()
        cold.append(int(lines[0]))
        warm.append(statistics.median(map(int, lines[1:])))
    return {"cold": statistics.median(cold) / length, "warm": statistics.median(warm) / length}


def latencies(contender, records, folder, passes=5):
    """Nanoseconds of one record: percentiles over all passes but the first."""
    source, output = f"{folder}/records", f"{folder}/spent"
    write_documents(source, records)
    contender.ask("records", source, str(passes), output)
    spent = array.array("f", pathlib.Path(output).read_bytes())
    spent = sorted(spent[len(records):])
    at = lambda share: spent[min(int(len(spent) * share), len(spent) - 1)]  # noqa: E731
    return {"p50": at(0.5), "p99": at(0.99), "p99.9": at(0.999)}


def feature_costs(contender, folder):
    """Instructions for a byte of each case of features.py."""
    documents = [document for _, _, document in CASES]
    wrong = wrong_answer(contender, documents, folder)
    if wrong:
        # The cases that it can read are still worth counting.
        fit = [wrong_answer(contender, [d], folder) is None for d in documents]
    else:
        fit = [True] * len(documents)
    counts = iter(instructions(contender, [d for d, f in zip(documents, fit) if f], folder))
    return [next(counts) / len(d) if f else None for d, f in zip(documents, fit)]
