"""Scans without any other package's help: counts, rejects, errors, ranges, inference."""

import bz2
import gzip
import json
import lzma
import random
import subprocess
import sys
import threading

import pytest
import sluice
import sluice._job
from conftest import COLUMNS
from packed_feed import bgzf


def test_counts(feed):
    scan = sluice.scan(feed.path, columns=COLUMNS)
    assert scan.counts == sluice.Counts()
    counts = scan.read()
    assert counts.rows == len(feed.rows)
    assert counts.rejects == len(feed.rejects) == sum(counts.reasons.values())
    assert counts.records == counts.rows + counts.rejects
    assert counts.bytes == feed.size and counts.state == "finished"
    assert counts.reasons["type-mismatch"] == counts.reasons["number-out-of-range"] == 50
    assert set(counts.reasons) > {"type-mismatch", "number-out-of-range"}


LENIENT = [
    "id:int accepts text=id",
    "zip:text accepts scalars=zip",
    "at:timestamp accepts utc fraction cut zone UTC '%Y=%m, %d'=at",
    "login:text=user.login|actor.login",
]


@pytest.mark.parametrize(
    "columns",
    [
        LENIENT,
        dict(each.split(":", 1) for each in LENIENT),
        [*LENIENT[:3], {"name": "login", "type": "text", "path": "user.login|actor.login"}],
        sluice._job.listed(", ".join(LENIENT)),
    ],
)
def test_columns_take_what_is_there(tmp_path, columns):
    path = tmp_path / "feed.ndjson"
    path.write_text(
        '{"id":"7","zip":90210,"at":"2026-01-31T12:00:00.123456789 UTC","actor":{"login":"ann"}}\n'
        '{"id":8,"zip":"02134","at":"2026=01, 31","user":{"login":"bob"}}\n{"id":"x"}\n'
    )
    counts = sluice.scan(path, columns=columns).read()
    assert counts.rows == 2 and counts.rejects == 1
    assert counts.accepted == {
        "id": {"text": 1},
        "zip": {"scalars": 1},
        "at": {"utc": 1, "fraction": 1, "pattern": 1, "zone": 1},
        "login": {"path": 1},
    }


def test_words_that_a_type_does_not_know_are_refused(tmp_path):
    path = tmp_path / "feed.ndjson"
    path.write_text("{}\n")
    with pytest.raises(sluice.SluiceError, match="int accepts text, spaces, plus"):
        sluice.scan(path, columns=["id:int accepts scalars=id"])


def test_rejects_have_place_reason_and_bytes(feed):
    scan = sluice.scan(feed.path, columns=COLUMNS, threads=2)
    assert list(scan.rejects()) == []
    scan.read()
    rejects = list(scan.rejects())
    assert [(bad.offset, bad.raw) for bad in rejects] == feed.rejects
    assert [bad.length for bad in rejects] == [len(raw) for _, raw in feed.rejects]
    first = rejects[0]
    assert first.source == feed.path and first.line == first.record == 8
    assert first.code == "number-out-of-range" and first.column == "id" and first.path == "$.id"
    assert "1.5" in first.message and str(first).startswith(f"{feed.path} at byte ")


def test_columns_in_every_form(small):
    forms = [
        ["id:int=id", "who:text=name", "at:offset"],
        {"id": "int", "who": "text=name", "at": "offset"},
        [
            {"name": "id", "type": "int", "path": "id"},
            {"name": "who", "type": "text", "path": "name"},
            {"name": "at", "from": "offset"},
        ],
    ]
    scans = [sluice.scan(small.path, columns=form) for form in forms]
    assert [scan.names for scan in scans] == [["id", "who", "at"]] * 3
    assert scans[0].columns == scans[1].columns == scans[2].columns
    assert {scan.read().rows for scan in scans} == {len(small.rows)}
    with pytest.raises(TypeError):
        sluice.scan(small.path, columns="id:int=id")
    with pytest.raises(ValueError, match="NAME:TYPE=PATH"):
        sluice.scan(small.path, columns=["id"])


def test_a_condition_filters(small):
    counts = sluice.scan(small.path, columns=COLUMNS, where="id >= 100").read()
    assert counts.rows == sum(row["id"] >= 100 for row in small.rows)
    assert counts.filtered > 0


def test_deep_records_are_rejects_unless_they_are_allowed(tmp_path):
    feed = tmp_path / "deep.ndjson"
    feed.write_text("\n".join('{"a":' * depth + "1" + "}" * depth for depth in (1, 1024, 1025)))
    columns = ["a:json=a"]
    assert sluice.scan(str(feed), columns=columns).read().reasons == {"depth-exceeded": 1}
    assert sluice.scan(str(feed), columns=columns, max_depth=1025).read().rows == 3
    assert sluice.scan(str(feed), columns=columns, max_depth=1).read().rows == 1


def test_job_as_file_text_and_object(small, tmp_path):
    job = {"sources": ["small.ndjson"], "columns": [{"name": "id", "type": "int", "path": "id"}]}
    path = tmp_path / "job.json"
    path.write_text(json.dumps(job))
    whole = {**job, "sources": [small.path]}
    for form in (path, str(path), whole, json.dumps(whole)):
        assert sluice.scan(job=form).read().rows == len(small.rows)
    assert sluice.scan(job=path, columns=["n:text=name"]).names == ["n"]


def test_errors_have_a_code(tmp_path, small):
    def code(*arguments, **settings):
        with pytest.raises(sluice.SluiceError) as caught:
            sluice.scan(*arguments, **settings).read()
        assert caught.value.message and f"[{caught.value.code}]" in str(caught.value)
        return caught.value.code

    assert code(small.path, columns=["id:number=id"]) == "bad-job"
    assert code(small.path, columns=COLUMNS, where="id >") in ("bad-filter", "bad-job")
    assert code(small.path, columns=COLUMNS, range="9") == "bad-job"
    assert code(str(tmp_path / "none"), columns=COLUMNS) == "io"
    assert code(small.path, columns=COLUMNS, max_errors=1) == "too-many-rejects"
    with pytest.raises(TypeError):
        sluice.scan(7, columns=COLUMNS)


def test_ranges_read_each_record_once(feed):
    for _ in range(5):
        cuts = sorted(random.randrange(feed.size + 1) for _ in range(6))
        rows, rejects = 0, []
        for first, end in zip([0, *cuts], [*cuts, None]):
            scan = sluice.scan(feed.path, columns=COLUMNS, range=(first, end))
            rows += scan.read().rows
            rejects += [(bad.offset, bad.raw) for bad in scan.rejects()]
            for bad in scan.rejects():
                assert bad.source == feed.path and bad.line is None and bad.record is None
        assert rows == len(feed.rows) and rejects == feed.rejects, cuts
    whole = sluice.scan(feed.path, columns=COLUMNS)
    whole.read()
    last = sluice.scan(
        feed.path, columns=COLUMNS, range=f"{feed.size // 2}..", count_from="start"
    )
    last.read()
    assert list(last.rejects()) == [bad for bad in whole.rejects() if bad.offset >= feed.size // 2]


def test_split_divides_what_can_be_divided(feed, tmp_path):
    packed = tmp_path / "packed.ndjson.gz"
    packed.write_bytes(gzip.compress(open(feed.path, "rb").read()))
    tiny = [tmp_path / f"tiny{i}.ndjson" for i in range(5)]
    for path in tiny:
        path.write_text('{"id": 1}\n')
    size = feed.size // 7
    readers = sluice.split([*tiny, feed.path, packed], bytes=size)
    assert [part.path for part in readers[0]] == [str(path) for path in tiny]
    assert [part for part in readers if part[0].path == str(packed)] == [
        [sluice.Part(str(packed), None, packed.stat().st_size)]
    ]
    rows = 0
    for reader in readers:
        for part in reader:
            rows += sluice.scan(part.path, columns=["id:int=id"], range=part.range).read().rows
    expected = sluice.scan(feed.path, columns=["id:int=id"]).read().rows
    assert rows == 2 * expected + 5
    assert len(readers) == 1 + 8 + 1
    with pytest.raises(sluice.SluiceError, match="no file matches"):
        sluice.split(str(tmp_path / "none*"), bytes=1)


@pytest.mark.parametrize("compress", [bz2.compress, lzma.compress], ids=["bzip2", "xz"])
def test_feeds_by_python_s_own_compressors_are_read_and_one_part(feed, tmp_path, compress):
    text = open(feed.path, "rb").read()
    half = text.index(b"\n", len(text) // 2) + 1
    path = tmp_path / "packed"
    path.write_bytes(compress(text[:half]) + compress(text[half:]))
    expected = sluice.scan(feed.path, columns=["id:int=id"]).read()
    assert sluice.scan(path, columns=["id:int=id"]).read().rows == expected.rows
    size = path.stat().st_size
    assert sluice.split(path, bytes=size // 4) == [[sluice.Part(str(path), None, size)]]


def bgzip(text, size):
    """Blocks of BGZF with so many bytes of text each."""
    starts = [*range(0, len(text), size), len(text)]
    return b"".join(bgzf(text[start : start + size]) for start in starts)


def test_split_divides_compressed_files_at_members(feed, tmp_path):
    text = open(feed.path, "rb").read()
    path = tmp_path / "feed.ndjson.gz"
    path.write_bytes(bgzip(text, 5000))
    assert gzip.decompress(path.read_bytes()) == text
    check_parts(feed, path)


def test_split_divides_plain_gzip_at_members(feed, tmp_path):
    text = open(feed.path, "rb").read()
    path = tmp_path / "feed.ndjson.gz"
    pieces = [text[start : start + 5000] for start in range(0, len(text), 5000)]
    path.write_bytes(b"".join(gzip.compress(piece) for piece in pieces))
    check_parts(feed, path)
    # The third number of a range is where its reader begins: what is before is not read.
    (last,) = sluice.split(path, bytes=path.stat().st_size // 9)[-1]
    packed = path.read_bytes()
    assert packed[last.range[2] : last.range[2] + 3] == b"\x1f\x8b\x08"
    rows = sluice.scan(path, columns=["id:int=id"], range=last.range).to_arrow()
    path.write_bytes(packed[:1000] + bytes(2000) + packed[3000:])
    assert sluice.scan(path, columns=["id:int=id"], range=last.range).to_arrow() == rows


def check_parts(feed, path):
    """The parts of a file together have the rows and rejects of the feed."""
    size = path.stat().st_size
    parts = [part for (part,) in sluice.split(path, bytes=size // 9)]
    assert len(parts) == 10 and sum(part.size for part in parts) == size
    assert parts[0].range[0] == 0 and parts[-1].range[1] is None
    scans = [sluice.scan(path, columns=["id:int=id", "at:offset"], range=part.range) for part in parts]
    tables = [scan.to_arrow() for scan in scans]
    found = [row for table in tables for row in table.to_pylist()]
    assert found == [{"id": row["id"], "at": row["at"]} for row in feed.rows]
    assert [(bad.offset, bad.raw) for scan in scans for bad in scan.rejects()] == feed.rejects
    assert [len(reader) for reader in sluice.split([path], bytes=size)] == [1]


def test_inference(small):
    columns = sluice.infer(small.path)
    types = {column["name"]: column["type"] for column in columns}
    assert types["ok"] == "bool" and types["name"] == "text" and "id" in types
    assert set(sluice.scan(small.path).names) == {column["name"] for column in columns}
    with pytest.raises(sluice.SluiceError):
        sluice.infer(small.path + ".none")


def test_many_scans_in_many_threads(feed):
    results = []

    def work():
        scan = sluice.scan(feed.path, columns=COLUMNS, threads=2)
        results.append((scan.read().rows, len(list(scan.rejects()))))

    threads = [threading.Thread(target=work) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [(len(feed.rows), len(feed.rejects))] * 12


def test_a_scan_is_read_many_times_by_many_threads(feed):
    scan = sluice.scan(feed.path, columns=COLUMNS, threads=1)
    results = []

    def work():
        results.append(sum(batch.num_rows for batch in scan.batches()))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [len(feed.rows)] * 6


def test_a_loop_that_ends_early_stops_the_reading(feed):
    scan = sluice.scan(feed.path, columns=COLUMNS, batch_rows=100)
    for batch in scan.batches():
        assert batch.num_rows == 100
        break
    assert scan.counts.state in ("stopped", "finished")
    assert [each for each in threading.enumerate() if each.name == "sluice"] == []


def test_works_without_any_other_package(feed):
    program = f"""
import sys
class Refuse:
    def find_spec(self, name, *rest):
        if name.split(".")[0] in ("pyarrow", "polars", "pandas", "numpy", "duckdb"):
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
import sluice
scan = sluice.scan({feed.path!r}, columns={COLUMNS!r})
print(scan.read().rows, len(list(scan.rejects())), scan.__arrow_c_stream__())
"""
    found = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert found.stdout.startswith(f"{len(feed.rows)} {len(feed.rejects)} <capsule object")
