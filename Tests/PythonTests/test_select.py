"""`sluice select --format arrow` against pyarrow's reader. Needs the tool: SLUICE_TOOL, or a debug build."""

import io
import json
import os
import pty
import random
import subprocess
from pathlib import Path

import pytest
import sluice

pa = pytest.importorskip("pyarrow")

TOOL = Path(os.environ.get("SLUICE_TOOL", Path(__file__).parents[2] / ".build/debug/sluice"))
if not TOOL.exists():
    pytest.skip(f"there is no {TOOL}: swift build --product sluice", allow_module_level=True)

COLUMNS = [
    "id:int=id",
    "name:text=name",
    "x:real=x",
    "ok:bool=ok",
    "raw:json=tags",
    "price:decimal=price",
    "day:date=day",
    "at:timestamp=at",
    "key:uuid=key",
    "body:blob=body",
    "tags:list<text>=tags",
    "files:list<struct<name: text required, size: int, more: map<text, list<bool>>>>=files",
    "place:offset",
]


def record(number):
    value = {
        "id": number,
        "name": f"näme {number} " + "long " * (number % 9),
        "x": number / 4,
        "ok": number % 3 == 0,
        "price": f"{number}.25",
        "day": f"2024-05-{number % 28 + 1:02}",
        "at": f"2024-05-31T12:30:{number % 60:02}.25+02:00",
        "key": f"123e4567-e89b-12d3-a456-4266{number:08}",
        "body": "aGVsbG8=",
        "tags": [f"t{i}" for i in range(number % 4)],
        "files": [
            {"name": "f", "size": None if i else number, "more": {"k": [True, None]} if i else {}}
            for i in range(number % 3)
        ],
    }
    for key in random.sample(sorted(value), 2):
        value[key] = None
    return value


@pytest.fixture
def file(tmp_path):
    random.seed(3)
    path = tmp_path / "feed.ndjson"
    with open(path, "w", encoding="utf-8", newline="\n") as out:
        for number in range(3000):
            out.write("broken\n" if number % 500 == 9 else json.dumps(record(number)) + "\n")
    return path


def select(*arguments, columns=COLUMNS, **settings):
    command = [TOOL, "select", *arguments, "--format", "arrow"]
    for column in columns:
        command += ["--column", column]
    return subprocess.run(command, capture_output=True, **settings)


def test_the_stream_has_the_rows_of_a_scan(file):
    result = select(file)
    assert result.returncode == 1
    told, *reasons = result.stderr.decode().splitlines()
    assert told == "6 records rejected"
    # Why, and where the first of each is.
    assert sum(int(line.split(": ")[1].split(",")[0]) for line in reasons) == 6
    assert all(f"the first at {file}:" in line for line in reasons)
    reader = pa.ipc.open_stream(io.BytesIO(result.stdout))
    table = reader.read_all()
    table.validate(full=True)
    assert table.num_rows == 2994 and all(b.num_rows <= 65536 for b in table.to_batches())
    wanted = sluice.scan(file, columns=COLUMNS).to_arrow()
    assert table.schema.equals(wanted.schema, check_metadata=True)
    assert table.equals(wanted)


def test_ranges_filters_and_an_empty_feed(file, tmp_path):
    half = file.stat().st_size // 2
    tables = []
    for part in (f"0..{half}", f"{half}.."):
        result = select(file, "--range", part, "--where", "id >= 100")
        tables.append(pa.ipc.open_stream(io.BytesIO(result.stdout)).read_all())
    wanted = sluice.scan(file, columns=COLUMNS, where="id >= 100").to_arrow()
    assert pa.concat_tables(tables).equals(wanted)
    (tmp_path / "empty").write_text("")
    result = select(tmp_path / "empty")
    assert result.returncode == 0
    assert pa.ipc.open_stream(io.BytesIO(result.stdout)).read_all().num_rows == 0


def test_too_many_rejects_end_it(file):
    result = select(file, "--max-errors", "2")
    assert result.returncode == 3 and b"bad records" in result.stderr
    found = pa.ipc.open_stream(io.BytesIO(result.stdout)).read_all()
    assert 0 < found.num_rows < 2994


def test_rejects_are_kept(file, tmp_path):
    kept = tmp_path / "rejects.ndjson"
    assert select(file, "--rejects", kept).returncode == 1
    assert len(kept.read_text().splitlines()) == 6


def test_terminals_and_following_are_refused(file):
    ours, theirs = pty.openpty()
    try:
        command = [TOOL, "select", file, "--format", "arrow", "--column", "id:int=id"]
        result = subprocess.run(command, stdout=theirs, stderr=subprocess.PIPE)
        assert result.returncode == 2 and b"not for terminals" in result.stderr
    finally:
        os.close(ours)
        os.close(theirs)
    assert select(file, "--follow").returncode == 2
