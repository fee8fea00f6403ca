"""The Python of the READMEs, as it is there."""

import gzip
import re
from pathlib import Path

import sluice

ROOT = Path(__file__).parents[2]
README, PACKAGE = ROOT / "README.md", ROOT / "Sources/SluicePython/README.md"
LINES = [
    '{"id": 1, "type": "PushEvent", "actor": {"login": "ann"}}',
    '{"id": 2, "type": "WatchEvent", "actor": {"login": "bob"}}',
    '{"id": 2.5, "type": "PushEvent", "actor": {"login": "eve"}}',
    '{"id": 3, "type": "PushEvent", "actor": {"login": "ann"}}',
]


def programs(page: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", page.read_text(), re.S)


def is_of_spark(program: str) -> bool:
    return "spark" in program


def run(program: str, page: Path, names: dict) -> dict:
    exec(compile(program, str(page), "exec"), names)
    return names


def test_the_first_lines(tmp_path, monkeypatch, capsys):
    first, spark = programs(README)
    assert not is_of_spark(first) and is_of_spark(spark)
    (output,) = re.findall(re.escape(first) + r"```\n\n```text\n(.*?)```", README.read_text(), re.S)
    assert len(first.strip().splitlines()) <= 7
    monkeypatch.chdir(tmp_path)
    (tmp_path / "events.ndjson").write_text("\n".join(LINES) + "\n")
    run(first, README, {})
    assert capsys.readouterr().out == output


def test_the_programs_of_the_package_s_page(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "events").mkdir()
    for i, line in enumerate(LINES):
        line = line[:-1] + ', "created_at": "2024-05-31T12:00:00Z"}\n'
        (tmp_path / f"events/{i}.ndjson.gz").write_bytes(gzip.compress(line.encode()))
    names: dict = {}
    for program in programs(PACKAGE):
        if not is_of_spark(program):
            run(program, PACKAGE, names)
    counts, *rejects = capsys.readouterr().out.splitlines()
    assert counts == "2 1 {'number-out-of-range': 1}"
    assert [each.split()[:4] for each in rejects] == [
        ["events/2.ndjson.gz", "0", "number-out-of-range", "id"]
    ]
    assert names["frame"].columns == ["id", "actor", "at", "place"] and names["frame"]["id"].to_list() == [
        1,
        3,
    ]
    assert isinstance(names["scan"], sluice.Scan)
