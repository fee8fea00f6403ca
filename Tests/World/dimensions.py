"""The dimensions of a world: one row for each, with its values, the code that plays it and the tests that
cover it besides the worlds. The first value of a row is its default, to which a failing world is reduced.

A later dimension is a row here, and code that asks `world["its name"]`.
"""

import os
import shutil
from dataclasses import dataclass

from faults import compiler


@dataclass(frozen=True)
class Dimension:
    name: str
    values: tuple
    code: str
    tests: str


DIMENSIONS = (
    Dimension("names", ("up", "down", "date", "datetime", "epoch", "dayfirst", "before", "mixed"),
              "schemes.py", "RotationTests, RotatedPatternTests"),
    Dimension("how", ("create", "copytruncate", "copy", "link", "deleted", "moved", "key"),
              "rotations.py", "RotationTests, FollowTests"),
    Dimension("packing", ("none", "gz", "zst", "xz", "later", "partial", "twice", "both", "stale"),
              "packing.py", "PackedFileTests, RotationTests"),
    Dimension("links", ("none", "file", "folder", "chain", "repointed"), "places.py",
              "RepointedLinkTests, HardLinkTests"),
    Dimension("spelling", ("ascii", "nfc", "nfd", "blank", "newline", "bytes", "dash"),
              "places.py", "LookAlikeNameTests"),
    Dimension("clock", ("right", "back", "coarse"), "actions.py", "RotationTests"),
    Dimension("timing", ("alive", "stopped", "start", "two"), "events.py", "LogModelTests, SimulationTests"),
    Dimension("ending", ("int", "term", "kill", "twice", "pause", "full", "fault"), "operators.py",
              "KillTests, StopTests, FullDiskTests, SimulationTests"),
    Dimension("framing", ("lines", "auto", "concatenated", "sequence", "elements", "pointer"), "lines.py",
              "WaitingValuesTests, UnfinishedEndTests"),
    Dimension("form", ("json", "cri", "inside", "logfmt"), "lines.py", "LineFormTests, RandomLineFormTests"),
    Dimension("records", ("good", "type", "malformed"), "lines.py", "RejectTests, JobRejectTests"),
    Dimension("writer", ("whole", "halves", "hole", "nul"), "writers.py", "UnfinishedEndTests, SourceFollowTests"),
    # Where a record is cut while the job is stopped, and goes on after that.
    Dimension("cut", ("none", "record", "character", "escape", "number", "cr"), "lines.py",
              "UnfinishedEndTests, WaitingValuesTests, StopTests"),
    Dimension("jobs", ("1", "2", "4"), "jobs.py", "ParallelJobTests"),
    Dimension("batch", ("1", "3", "10000"), "jobs.py", "StopWindowTests, ResumeTests"),
    Dimension("sink", ("sqlite", "csv", "ndjson", "postgresql"), "targets.py", "ContractTests"),
    Dimension("mode", ("append", "upsert", "ignore", "replace"), "jobs.py", "ContractTests"),
    Dimension("rejects", ("file", "foreign", "table"), "targets.py", "ForeignRejectFileTests, RejectTableTests"),
    Dimension("feed", ("follow", "pattern", "bucket", "web"), "jobs.py", "FollowTests, SeveralSourcesTests"),
    # How a server of objects misbehaves, or what becomes of the objects between runs.
    Dimension("server", ("none", "sound", "short", "cut", "busy", "limited", "length", "etags", "weak", "ranges", "lists",
                         "stale", "slow", "redirect", "coding", "gone", "replaced", "deleted"),
              "store.py", "RemoteFaultTests, RemoteStateTests, S3ListTests"),
    Dimension("client", ("none", "lock", "narrow", "notnull", "dropped", "deleted", "emptied", "renamed", "remade",
                         "raises", "drops", "changes"),
              "client.py", "SQLiteLockTests, ChangedTableTests, MovedTableTests, RenamedTableTests"),
    Dimension("operator", ("none", "second", "restart", "twin"), "operators.py",
              "SQLiteLockTests, JobRejectTests"),
    Dimension("neighbours", ("none", "programs", "odd", "circle"), "places.py", "RotationTests"),
    # In calm surroundings nothing gives the tool a reason to doubt, and a note of loss is a false alarm.
    Dimension("weather", ("rough", "calm"), "events.py", "RotationTests"),
)

BY_NAME = {dimension.name: dimension for dimension in DIMENSIONS}
DEFAULTS = {dimension.name: dimension.values[0] for dimension in DIMENSIONS}


def rule(reason, **values):
    """Two dimensions whose values named here exclude each other."""
    (a, first), (b, second) = values.items()
    return reason, a, set(first.split()), b, set(second.split())


OBJECTS = " ".join(BY_NAME["server"].values[1:])
CLIENTS = " ".join(BY_NAME["client"].values[1:])

IMPOSSIBLE = (
    rule("a switched link leaves its files' names as they are", how="link", names="up"),
    rule("a switched link never leaves a copy or a second file of one name", how="link", packing="stale"),
    rule("a link of a switched file is not also a folder's", how="link", links="folder"),
    rule("nothing is left to pack", how="deleted", packing="gz zst xz later partial twice both stale"),
    rule("what has gone elsewhere is packed there, where no one looks", how="moved",
         packing="gz zst xz later partial twice both stale"),
    rule("a copy that is packed is no prefix of the log any more", how="copy", packing="twice stale"),
    rule("forms are of lines", form="cri inside logfmt", framing="auto concatenated sequence elements pointer"),
    rule("what is malformed in a stream of values ends at no certain place", framing="concatenated elements pointer",
         records="malformed"),
    rule("holes are of files of lines", writer="hole nul", framing="auto concatenated sequence elements pointer"),
    rule("a copy of an array that goes on has no end", how="copy", framing="elements pointer"),
    rule("a record is cut by one hand", writer="halves hole nul", cut="record character escape number cr"),
    rule("logfmt has its own escapes", form="logfmt", cut="escape"),
    rule("files have no keys", sink="csv ndjson", mode="upsert ignore"),
    rule("files have no tables", sink="csv ndjson", rejects="table"),
    rule("a replacement publishes at its end, and a followed log has none", feed="follow", mode="replace"),
    rule("a pattern has no file outside of its folder", feed="pattern bucket web", links="file chain repointed"),
    rule("a pattern has no file outside of its folder", feed="pattern bucket web", how="link deleted moved"),
    rule("a pattern that names a file and its copy asks for both", feed="pattern bucket web", how="copytruncate copy"),
    rule("a pattern that names a file and its copy asks for both", feed="pattern bucket web", packing="partial twice both"),
    rule("a pattern takes each name that fits", feed="pattern bucket web", neighbours="odd circle"),
    rule("a pattern is read to its end: nothing waits", feed="pattern bucket web", timing="two"),
    rule("a pattern of decomposed and composed names has both", feed="pattern bucket web", operator="twin"),
    rule("holes are of logs that others see growing", feed="pattern bucket web", writer="hole nul"),
    rule("only look-alike names have a twin", operator="twin", spelling="ascii blank newline bytes dash"),
    rule("a file has one job at a time, and the twin is another", operator="twin", sink="csv ndjson"),
    rule("the twin is a file of lines", operator="twin", framing="elements pointer"),
    rule("a replacement begins anew by itself", mode="replace", operator="restart twin"),
    rule("the working folder's own link is not seen", spelling="dash", links="folder"),
    rule("a server's disk is not limited from here", sink="postgresql", ending="full fault"),
    rule("only objects have a server", feed="follow pattern", server=OBJECTS),
    rule("objects have a server", feed="bucket web", server="none"),
    rule("a web server has no lists", feed="web", server="lists stale"),
    rule("objects are files that lie as they are", feed="bucket web", how="create copytruncate copy link deleted moved"),
    rule("keys are of objects", feed="follow pattern", how="key"),
    rule("keys stay", how="key", names="up"),
    rule("an object is written packed, or not", feed="bucket web", packing="later partial twice both stale"),
    rule("objects lie in one folder", feed="bucket web", links="folder"),
    rule("times of objects are the server's", feed="bucket web", clock="back coarse"),
    rule("one trouble at a time", feed="bucket web", ending="full fault"),
    rule("one trouble at a time", feed="bucket web", client=CLIENTS),
    rule("files have no clients", sink="csv ndjson", client=CLIENTS),
    rule("SQLite changes no type of a column", sink="sqlite", client="narrow notnull"),
    rule("one trouble at a time", client=CLIENTS, ending="full fault"),
    rule("one trouble at a time", client=CLIENTS, operator="restart twin"),
    # Calm surroundings: one plain rotation after the other, each seen by a job or left for it.
    rule("files that go without a trace, and copies, are doubtful", weather="calm", how="copy deleted moved"),
    rule("names that give two orders are doubtful", weather="calm", names="mixed"),
    rule("two files of one content or one name are doubtful", weather="calm", packing="twice both stale"),
    rule("a folder that moves is doubtful", weather="calm", links="repointed"),
    rule("times that run backwards are doubtful", weather="calm", clock="back"),
    rule("rotations that no one saw are doubtful", weather="calm", timing="start two"),
    rule("a disk that is full or fails is trouble", weather="calm", ending="full fault"),
    rule("NUL bytes stand where records may have been", weather="calm", writer="hole nul"),
    rule("what operators do is trouble", weather="calm", operator="second restart"),
    rule("what others do to the table is trouble", weather="calm", client=CLIENTS),
    rule("objects that change by themselves are trouble", weather="calm", server="replaced deleted"),
    rule("links to nowhere are doubtful", weather="calm", neighbours="odd circle"),
)

# What this machine lacks: value, reason.
NEEDED = {
    ("sink", "postgresql"): (lambda: "SLUICE_POSTGRES" in os.environ and shutil.which("psql"),
                             "scripts/with-postgres sets SLUICE_POSTGRES, and psql reads the rows"),
    ("ending", "fault"): (compiler, "a C compiler makes the library whose calls fail, on Linux"),
    **{("client", each): (lambda: shutil.which("sqlite3"), "sqlite3 is the second client") for each in CLIENTS.split()},
    **{("client", each): (lambda: "SLUICE_POSTGRES" in os.environ, "only PostgreSQL changes columns so")
       for each in ("narrow", "notnull")},
    ("packing", "zst"): (lambda: shutil.which("zstd"), "the program zstd packs"),
}


def missing():
    """Values that can't be played here, with the reason."""
    return {value: reason for value, (is_there, reason) in NEEDED.items() if not is_there()}


def conflict(a, value, b, other):
    """Why two values exclude each other; None: they don't."""
    for reason, first, firsts, second, seconds in IMPOSSIBLE:
        for (x, p), (y, q) in (((a, value), (b, other)), ((b, other), (a, value))):
            if (x, y) == (first, second) and p in firsts and q in seconds:
                return reason
    return None


def conflicts(values):
    """The first two values of a world that exclude each other, with the reason; None: there are none."""
    for reason, a, firsts, b, seconds in IMPOSSIBLE:
        if values[a] in firsts and values[b] in seconds:
            return f"{a}={values[a]} and {b}={values[b]}: {reason}"
    return None


def table():
    lines = [f"{'dimension':<11} {'values':<62} {'played by':<13} tests"]
    for each in DIMENSIONS:
        lines.append(f"{each.name:<11} {' '.join(each.values):<62} {each.code:<13} {each.tests}")
    lines.append("")
    lines.append("pairs that are not played")
    for reason, a, firsts, b, seconds in IMPOSSIBLE:
        lines.append(f"  {a}={'|'.join(sorted(firsts))} with {b}={'|'.join(sorted(seconds))}: {reason}")
    for (name, value), reason in missing().items():
        lines.append(f"  {name}={value} on this machine: {reason}")
    return "\n".join(lines)
