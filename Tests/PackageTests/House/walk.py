#!/usr/bin/env python3
"""Shows the functions of this library that a field passes through while SluiceDecoder decodes it.

usage: walk.py [--client FOLDER] [--short] [--most FUNCTIONS RE-ENTRIES] [FIELD]

Makes a package in the client's folder that depends on this one, builds it in debug, and steps through its program
with gdb. That decodes two objects of five fields by a synthesized `init(from:)`. The walk begins where the standard
library asks the container of the second object for FIELD (3 unless specified; odd ones are integers, even ones strings)
and ends where it asks for the next field.

Counts every function called on the way that has a body in the sources of Sluice, SluiceDecoding or SluiceCodable:
methods, initializers, and properties that compute or read through a pointer. A closure belongs to the function that it
is written in. Leaves out what has no source of its own (accessors of stored properties, protocol witnesses, thunks,
default arguments), the standard library, and C. A re-entry is a call that leads back to a folder from another one.
Prints the calls, unless --short, and their numbers. Exit 1 when there are more than --most allows.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
MODULES = ("Sluice", "SluiceDecoding", "SluiceCodable")
ENTRY = re.compile(r"(\w+) t protocol witness for Swift\.KeyedDecodingContainerProtocol\.decode\(.*KeyedContainer<")
MANIFEST = """// swift-tools-version: 6.1
import PackageDescription
let package = Package(name: "client", dependencies: [.package(name: "Sluice", path: "%s")], targets: [
  .executableTarget(name: "Walk", dependencies: [.product(name: "SluiceCodable", package: "Sluice")])])
"""
PROGRAM = """import SluiceCodable
struct Row: Decodable { let a: Int, b: String, c: Int, d: String, e: Int }
let row = #"{"a":1,"b":"x","c":2,"d":"y","e":3}"#
_ = try SluiceDecoder().decode([Row].self, from: "[\\(row),\\(row)]")
"""
STEPS = """import gdb, json
gdb.execute("starti", to_string=True)
maps = gdb.execute("info proc mappings", to_string=True).splitlines()
base = min(int(line.split()[0], 16) for line in maps if line.endswith(program))
place = lambda: int(gdb.parse_and_eval("(unsigned long)$pc")) - base
for entry in entries: gdb.execute(f"break *{base + entry}", to_string=True)
for _ in range(request): gdb.execute("continue", to_string=True)
places = []
while not places or place() not in entries:
    places += [place()]
    gdb.execute("stepi", to_string=True)
json.dump(places, open(output, "w"))
"""


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, **options).stdout


def build(client):
    """Makes and builds the client, and returns the path of its program."""
    pathlib.Path(client, "Sources", "Walk").mkdir(parents=True, exist_ok=True)
    pathlib.Path(client, "Package.swift").write_text(MANIFEST % ROOT)
    pathlib.Path(client, "Sources", "Walk", "main.swift").write_text(PROGRAM)
    subprocess.run(("swift", "build", "--package-path", client), check=True, stdout=sys.stderr)
    return run("swift", "build", "--package-path", client, "--show-bin-path").strip() + "/Walk"


def steps(program, field):
    """The offsets in the program of the instructions that decode the field, in the order in which they run."""
    symbols = run("swift", "demangle", input=run("nm", program))
    entries = [int(start, 16) for start in ENTRY.findall(symbols)]
    with tempfile.TemporaryDirectory() as folder:
        script, output = f"{folder}/steps.py", f"{folder}/places.json"
        pathlib.Path(script).write_text(f"{program=}; {entries=}; request={field + 5}; {output=}\n{STEPS}")
        run("gdb", "-q", "-batch", "-nx", "-iex", "set auto-solib-add off", "-ex", f"exec-file {program}",
            "-x", script, stderr=subprocess.DEVNULL)
        return json.loads(pathlib.Path(output).read_text())


def functions(program, places, sources):
    """The functions of our sources that begin at one of the places, by place: folder, file, and name."""
    answers = run("llvm-symbolizer", "--no-inlines", "--no-demangle", "--output-style=JSON", "--obj", program,
                  input="".join(f"{place:#x}\n" for place in places))
    found = {}
    for answer in map(json.loads, answers.splitlines()):
        for symbol in answer.get("Symbol", []):
            path = pathlib.Path(symbol["StartFileName"])
            is_ours = path.is_relative_to(sources) and path.relative_to(sources).parts[0] in MODULES
            if is_ours and symbol["StartAddress"] == answer["Address"]:
                found[int(answer["Address"], 16)] = (path.relative_to(sources), symbol["FunctionName"])
    names = run("swift", "demangle", "--compact", input="\n".join(name for _, name in found.values())).splitlines()
    return {place: (str(path.parent), path.name, shortened(name))
            for (place, (path, _)), name in zip(found.items(), names)}


def shortened(name):
    """A demangled name of a function, or of the one that a closure is in, without modules and generic parameters."""
    name = re.sub(r"\((\w+) in _[0-9A-F]{32}\)", r"\1", re.sub(r"^.*closure #\d+ .*? in (?=[A-Z(])", "", name))
    return re.sub(r"^\(extension in \w+\):|\b(?:Swift|Sluice\w*)\.|<[^()]*>(?=\()", "", name)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--client", default=ROOT / ".build-house")
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--most", nargs=2, type=int, default=(sys.maxsize, sys.maxsize))
    parser.add_argument("field", nargs="?", type=int, choices=range(1, 5), default=3)
    options = parser.parse_args()
    program = build(options.client)
    places = steps(program, options.field)
    known = functions(program, set(places), ROOT / "Sources")
    calls = [known[place] for place in places if place in known]
    folders = [call[0] for call, before in zip(calls, [None] + calls) if not before or call[0] != before[0]]
    for place, (folder, file, name) in enumerate([] if options.short else calls):
        print(f"{'' if place and folder == calls[place - 1][0] else folder:23} {file:28} {name}"[:132])
    count, files, entries = len(set(calls)), len({call[:2] for call in calls}), len(folders) - len(set(folders))
    print(f"{count} functions, {files} files, {len(set(folders))} folders, {entries} re-entries")
    return count > options.most[0] or entries > options.most[1]


if __name__ == "__main__":
    sys.exit(main())
