"""What each contender says about documents: JSONTestSuite, tables of numbers, and lines of a feed."""

import os
import pathlib
import re
import signal
import struct
import subprocess
import tempfile

from sources import environment

#: Seconds in which a contender must judge its next document.
PATIENCE = 60
NUMBER = re.compile(rb"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")


def write_documents(path, documents):
    with open(path, "wb") as out:
        for document in documents:
            out.write(b"%d\n%s\n" % (len(document), document))


def judge(contender, documents, folder):
    """For each document: (`yes`, its values), (`no`, why) or (`crash`, how)."""
    source, output = f"{folder}/documents", f"{folder}/verdicts"
    write_documents(source, documents)
    pathlib.Path(output).write_bytes(b"")
    extra = []  # Positions at which the process ended, and how.
    while True:
        done = read_verdicts(output)
        for at, how in extra:
            done.insert(at, ("crash", how))
        if len(done) >= len(documents):
            return done[:len(documents)]
        before = len(done)
        how = run_judge(contender.command + ["judge", source, output, str(before)])
        if how is None and len(read_verdicts(output)) + len(extra) == before:
            raise RuntimeError(f"{contender.name} gives no verdict on document {before}")
        if how is not None:
            extra.append((len(read_verdicts(output)) + len(extra), how))


def run_judge(words):
    """None: it came to the end; otherwise how it ended."""
    try:
        done = subprocess.run(words, capture_output=True, env=environment(), timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return f"no answer in {PATIENCE} s"
    if done.returncode < 0:
        return signal.Signals(-done.returncode).name
    if done.returncode > 0:
        last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        return f"exit {done.returncode} {' '.join(last)}"[:200]
    return None


def read_verdicts(path):
    data, at, found = pathlib.Path(path).read_bytes(), 0, []
    while at < len(data):
        end = data.find(b"\n", at)
        verdict, length = data[at:end].split()
        stop = end + 1 + int(length)
        if stop >= len(data):
            # Cut short by a crash while it was written.
            with open(path, "r+b") as file:
                file.truncate(at)
            break
        found.append((verdict.decode(), data[end + 1:stop]))
        at = stop + 1
    return found


def suite(contender, corpus, folder):
    """JSONTestSuite, test_parsing: which files are judged otherwise than RFC 8259 demands."""
    files = sorted((corpus / "JSONTestSuite" / "test_parsing").iterdir())
    verdicts = judge(contender, [f.read_bytes() for f in files], folder)
    wrong = {"y": [], "n": [], "crash": []}
    accepted = []
    for file, (verdict, text) in zip(files, verdicts, strict=True):
        kind = file.name[0]
        if verdict == "crash":
            wrong["crash"].append(f"{file.name}: {text}")
        elif kind == "i" and verdict == "yes":
            accepted.append(file.name)
        elif kind in "yn" and (verdict == "yes") != (kind == "y"):
            wrong[kind].append(file.name)
    count = {k: sum(f.name.startswith(k) for f in files) for k in "yni"}
    return {"must_accept": count["y"], "must_reject": count["n"], "either": count["i"],
            "refused": wrong["y"], "let_through": wrong["n"], "crashed": wrong["crash"],
            "right": count["y"] + count["n"] - sum(map(len, wrong.values()))
            + sum(c.startswith("i_") for c in wrong["crash"]),
            "either_accepted": len(accepted)}


def number_table(corpus):
    """The decimals of parse-number-fxx-test-data that are JSON numbers, with a double's bits."""
    found = {}
    for file in sorted((corpus / "parse-number-fxx-test-data").glob("*.txt")):
        for line in file.read_bytes().splitlines():
            fields = line.split()
            if len(fields) == 4 and NUMBER.fullmatch(fields[3]):
                found[fields[3]] = int(fields[2], 16)
    return found


def numbers(contender, table, folder):
    """How many decimals become another double than the nearest. One beyond the largest double may be
    refused, become infinite, or be an integer with all its digits."""
    infinite = struct.unpack("<Q", struct.pack("<d", float("inf")))[0]
    verdicts = judge(contender, [b"[%s]" % text for text in table], folder)
    wrong, refused, crashed = [], [], []
    for (text, bits), (verdict, found) in zip(table.items(), verdicts, strict=True):
        overflows = bits & infinite == infinite
        shown = text.decode() if len(text) < 60 else f"{text[:40].decode()}… ({len(text)} bytes)"
        if verdict == "crash":
            crashed.append(f"{shown}: {found}")
        elif verdict == "no":
            overflows or refused.append(shown)
        elif found != b"i3\nr%d\ni4\n" % bits and not (overflows and found.startswith(b"!")):
            wrong.append(shown)
    return {"numbers": len(table), "wrong": len(wrong), "refused": len(refused),
            "crashed": len(crashed), "examples": (wrong + refused + crashed)[:5]}


def tree_of(text):
    """The values of a visit as Python's. Throws ValueError for values that don't make a tree, which a
    contender passes on that takes what is no value for one."""
    try:
        return built(text)
    except (AttributeError, IndexError, KeyError, struct.error) as error:
        raise ValueError(f"values that are no tree: {error}") from error


def built(text):
    at = 0

    def line():
        nonlocal at
        if text[at:at + 1] == b"s":
            colon = text.index(b":", at)
            end = colon + 1 + int(text[at + 1:colon])
            found = ("s", text[colon + 1:end])
        else:
            end = text.index(b"\n", at)
            found = (chr(text[at]), int(text[at + 1:end]))
        at = end + 1
        return found

    def value(kind, content):
        if kind == "s":
            return content.decode(errors="surrogateescape")
        if kind == "r":
            return struct.unpack("<d", struct.pack("<Q", content))[0]
        if content == 1:
            found = {}
            while (key := line()) != ("i", 2):
                found[key[1].decode(errors="surrogateescape")] = value(*line())
            return found
        if content == 3:
            found = []
            while (one := line()) != ("i", 4):
                found.append(value(*one))
            return found
        return {5: True, 6: False, 7: None}[content]

    return value(*line())


def scratch():
    return tempfile.TemporaryDirectory(prefix="sluice-score-", dir=os.environ.get("TMPDIR"))
