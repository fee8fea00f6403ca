"""The README's lines of Python, as they are there."""

import re
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def test_the_first_lines(tmp_path, monkeypatch, capsys):
    blocks = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", README.read_text(), re.S)
    assert len(blocks) == 1
    program, output = blocks[0]
    assert len(program.strip().splitlines()) <= 7
    monkeypatch.chdir(tmp_path)
    lines = [
        '{"id": 1, "type": "PushEvent", "actor": {"login": "ann"}}',
        '{"id": 2, "type": "WatchEvent", "actor": {"login": "bob"}}',
        '{"id": 2.5, "type": "PushEvent", "actor": {"login": "eve"}}',
        '{"id": 3, "type": "PushEvent", "actor": {"login": "ann"}}',
    ]
    (tmp_path / "events.ndjson").write_text("\n".join(lines) + "\n")
    exec(compile(program, str(README), "exec"), {})
    assert capsys.readouterr().out == output
