#!/usr/bin/env python3
"""Shows the functions of this library through which something passes on a client's way.

usage: walk.py [--client FOLDER] [--short] [--most FUNCTIONS RE-ENTRIES] WALK

Makes a package in the client's folder that depends on this one, builds it in debug, and steps through its program
with gdb. WALK is one of

  int, string  a field of each kind, which SluiceDecoder decodes in the second of two objects by a synthesized
               `init(from:)`: from where the standard library asks for it to where it asks for the next field
  record       the first record of a file of lines that was read before: from JSONFeed.forEach to the closure that gets it
  next         the second one: from that closure to its next call
  row          a record that becomes a row of SQLite: from where a job gets it to where it gets the next one

Counts every function called on the way that has a body in the sources of the walk's modules: methods, initializers, and
properties that compute or read through a pointer. A closure belongs to the function that it is written in. Leaves out what
has no source of its own (accessors of stored properties, protocol witnesses, thunks, default arguments), the standard
library, and C. A re-entry is a call that leads back to a folder from another one.
Prints the calls, unless --short, and their numbers. Exit 1 when there are more than --most allows.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import typing

ROOT = pathlib.Path(__file__).resolve().parents[3]
MANIFEST = """// swift-tools-version: 6.1
import PackageDescription
let package = Package(name: "client", dependencies: [.package(name: "Sluice", path: "%s")], targets: [
  .executableTarget(name: "Walk", dependencies: [.product(name: "%s", package: "Sluice")])])
"""
FIELD = re.compile(r"(\w+) t protocol witness for Swift\.KeyedDecodingContainerProtocol\.decode\(.*KeyedContainer<")
FOR_EACH = re.compile(r"(\w+) T SluiceFeed\.JSONFeed\.forEach\(.*rejected:")
BODY = re.compile(r"(\w+) t closure #1 \(.*FeedRecord\).* in ")


class Walk(typing.NamedTuple):
    """begin: symbols where the walk begins, at the call of this number; end: where it ends."""

    modules: tuple
    begin: re.Pattern
    call: int
    end: re.Pattern
    program: str


DECODING = """import SluiceCodable
struct Row: Decodable { let a: Int, b: String, c: Int, d: String, e: Int }
let row = #"{"a":1,"b":"x","c":2,"d":"y","e":3}"#
_ = try SluiceDecoder().decode([Row].self, from: "[\\(row),\\(row)]")
"""
READING = """import Foundation
import SluiceFeed
let path = FileManager.default.temporaryDirectory.appending(path: "walk.\\(getpid()).ndjson").path
try Data("{\\"a\\":1}\\n{\\"a\\":2}\\n".utf8).write(to: URL(fileURLWithPath: path))
var sum = 0
for _ in 0..<2 {
  var feed = try JSONFeed(.file(path))
  try feed.forEach { record in sum += record.length } rejected: { _ in sum = -1 }
}
try FileManager.default.removeItem(atPath: path)
guard sum == 28 else { fatalError("\\(sum)") }
"""
STORING = """import Foundation
import SluiceImport
import SluiceRows
let folder = FileManager.default.temporaryDirectory.appending(path: "walk.\\(getpid())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let path = folder.appending(path: "rows.ndjson").path
try Data((0..<4).map { "{\\"a\\":\\($0),\\"b\\":\\"x\\"}\\n" }.joined().utf8).write(to: URL(fileURLWithPath: path))
let columns = try ["a:int=a", "b:text=b"].map { try ImportColumn(parsing: $0) }
let sink = try SQLiteSink(path: folder.appending(path: "rows.db").path, table: "t")
let summary = try ImportJob(feed: .file(path), columns: columns, sink: sink).run()
try FileManager.default.removeItem(at: folder)
guard summary.rows == 4 else { fatalError("\\(summary)") }
"""
CODABLE = ("Sluice", "SluiceDecoding", "SluiceCodable")
FEED = ("SluiceSystem", "Sluice", "SluiceFeed")
IMPORT = FEED + ("SluiceRows", "SluiceImport")
STORE = re.compile(r"(\w+) [tT] SluiceImport\.ImportRun\.store\((?:_: )?SluiceFeed\.FeedRecord\)")
WALKS = {
    "int": Walk(CODABLE, FIELD, 8, FIELD, DECODING),
    "string": Walk(CODABLE, FIELD, 9, FIELD, DECODING),
    "record": Walk(FEED, FOR_EACH, 2, BODY, READING),
    "next": Walk(FEED, BODY, 3, BODY, READING),
    "row": Walk(IMPORT, STORE, 2, STORE, STORING),
}
STEPS = """import gdb, json
gdb.execute("starti", to_string=True)
maps = gdb.execute("info proc mappings", to_string=True).splitlines()
base = min(int(line.split()[0], 16) for line in maps if line.endswith(program))
place = lambda: int(gdb.parse_and_eval("(unsigned long)$pc")) - base
for entry in begin: gdb.execute(f"break *{base + entry}", to_string=True)
for _ in range(call): gdb.execute("continue", to_string=True)
places = []
while not places or place() not in end:
    places += [place()]
    gdb.execute("stepi", to_string=True)
json.dump(places, open(output, "w"))
"""


def run(*command, **options):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, **options).stdout


def build(client, walk):
    """Makes and builds the client, and returns the path of its program."""
    pathlib.Path(client, "Sources", "Walk").mkdir(parents=True, exist_ok=True)
    pathlib.Path(client, "Package.swift").write_text(MANIFEST % (ROOT, walk.modules[-1]))
    pathlib.Path(client, "Sources", "Walk", "main.swift").write_text(walk.program)
    subprocess.run(("swift", "build", "--package-path", client), check=True, stdout=sys.stderr)
    return run("swift", "build", "--package-path", client, "--show-bin-path").strip() + "/Walk"


def steps(program, walk):
    """The offsets in the program of the instructions of the walk, in the order in which they run."""
    symbols = run("swift", "demangle", input=run("nm", program))
    begin, end = ([int(start, 16) for start in some.findall(symbols)] for some in (walk.begin, walk.end))
    with tempfile.TemporaryDirectory() as folder:
        script, output = f"{folder}/steps.py", f"{folder}/places.json"
        pathlib.Path(script).write_text(f"{program=}; {begin=}; {end=}; call={walk.call}; {output=}\n{STEPS}")
        run("gdb", "-q", "-batch", "-nx", "-iex", "set auto-solib-add off", "-ex", f"exec-file {program}",
            "-x", script, stderr=subprocess.DEVNULL)
        return json.loads(pathlib.Path(output).read_text())


def functions(program, places, sources, modules):
    """The functions of our sources that begin at one of the places, by place: folder, file, and name."""
    answers = run("llvm-symbolizer", "--no-inlines", "--no-demangle", "--output-style=JSON", "--obj", program,
                  input="".join(f"{place:#x}\n" for place in places))
    found = {}
    for answer in map(json.loads, answers.splitlines()):
        for symbol in answer.get("Symbol", []):
            path = pathlib.Path(symbol["StartFileName"])
            is_ours = path.is_relative_to(sources) and path.relative_to(sources).parts[0] in modules
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
    parser.add_argument("walk", choices=WALKS)
    options = parser.parse_args()
    walk = WALKS[options.walk]
    program = build(options.client, walk)
    places = steps(program, walk)
    known = functions(program, set(places), ROOT / "Sources", walk.modules)
    calls = [known[place] for place in places if place in known]
    folders = [call[0] for call, before in zip(calls, [None] + calls) if not before or call[0] != before[0]]
    for place, (folder, file, name) in enumerate([] if options.short else calls):
        print(f"{'' if place and folder == calls[place - 1][0] else folder:23} {file:28} {name}"[:132])
    count, files, entries = len(set(calls)), len({call[:2] for call in calls}), len(folders) - len(set(folders))
    print(f"{count} functions, {files} files, {len(set(folders))} folders, {entries} re-entries")
    return count > options.most[0] or entries > options.most[1]


if __name__ == "__main__":
    sys.exit(main())
