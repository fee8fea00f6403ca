"""Your own files and feeds through the contenders of Benchmarks/Score: scripts/score --file and --feed."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GOOD = b"".join(b'{"id":%d,"a":{"b-c":"x%d"},"user-agent":"\xc3\xa9"}\n' % (i, i) for i in range(200))


def score(*words, only="^python_json$"):
    return subprocess.run([ROOT / "scripts/score", "--only", only, *words], capture_output=True, text=True,
                          env=os.environ | {"SLUICE_TOOL": "none"})


def table(done):
    assert done.returncode == 0, done.stderr
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines()
            if line.startswith("|")]
    return {name: values for name, *values in rows[2:]}


@pytest.mark.parametrize("words, data, said", [
    (["--file"], None, "No such file or directory"),
    (["--file"], Path.mkdir, "Is a directory"),
    (["--file"], b"", "is empty: there is nothing to read"),
    (["--feed"], b" \n\n", "is empty: there is nothing to read"),
    (["--file"], b"\x7fELF\x02\x01\x00\xff", "can't decode byte 0xff"),
    (["--file"], b"[NaN]", "NaN is no number of JSON"),
    (["--file"], b"[" * 100_000, "maximum recursion depth exceeded"),
    (["--file"], b'["\\ud800"]', "surrogates not allowed"),
    (["--file"], GOOD, "Extra data: line 2 column 1 (char 43) (for a feed of lines: --feed)"),
    (["--feed"], GOOD + b'{"id":', "record 201 is not JSON"),
    (["--path", "nobody.has", "--feed"], GOOD, "no record has a value at nobody.has"),
    (["--path", "a", "--feed"], GOOD, "the values at a are of no single type that columns have: json"),
    (["--path", "id", "--feed"], b'{"id":1}\n{"id":"x"}\n', "of no single type that columns have: int, text"),
    (["--path", "id", "--file"], GOOD, "--path names fields of the records of a --feed"),
], ids=lambda value: value.decode(errors="replace")[:12] if isinstance(value, bytes) else None)
def test_what_is_wrong_with_your_own_data_is_said_on_one_line(words, data, said, tmp_path):
    path = tmp_path / "mine"
    if callable(data):
        data(path)
    elif data is not None:
        path.write_bytes(data)
    done = score(*words, path)
    assert done.returncode != 0 and done.stdout == ""
    last = done.stderr.splitlines()[-1]
    assert last.startswith("scripts/score: ") and said in last
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("data", [
    pytest.param(b"\xef\xbb\xbf" + GOOD, id="a byte order mark"),
    pytest.param(GOOD.replace(b"\n", b"\r\n"), id="CRLF"),
    pytest.param(b'{"id":1,"id":2}\n' * 20, id="keys twice"),
    pytest.param(b'{"id":"' + b"x" * 3_000_000 + b'"}', id="one long line"),
    pytest.param(b"[" + b"9" * 5000 + b"]\n", id="an integer of 5,000 digits"),
])
def test_odd_feeds_that_are_json_are_read_or_left_out_with_a_reason(data, tmp_path):
    path = tmp_path / "mine"
    path.write_bytes(data)
    found = table(score("--feed", path))["Python's json"]
    reason = {"an": "left out: no to document 1: JSONDecodeError", "9": "left out: no to document 1: ValueError"}
    expected = reason["an"] if data[:1] == b"\xef" else reason["9"] if b"999" in data else None
    if expected and found[0].startswith("left out"):
        assert found[0].startswith(expected)
    else:
        assert all(re.fullmatch(r"[0-9.]+", value) for value in found)


@pytest.mark.parametrize("only", ["jq", "duckdb", "chdb", "polars", "pyarrow"])
def test_quotes_patterns_and_newlines_in_names_reach_no_reader_of_feeds(only, tmp_path):
    path = tmp_path / "it's \"mine\" *[x]? é\n$(no).ndjson"
    path.write_bytes(GOOD)
    paths = ["--path", "id", "--path", "a.b-c", "--path", "user-agent"]
    done = score("--feed", path, *paths, only=f"^{only}$")
    if "takes no part" in done.stderr:
        pytest.skip(done.stderr.splitlines()[0])
    assert done.stdout.startswith('it\'s "mine" *[x]? é�$(no).ndjson: 200 records')
    for first, *_ in table(done).values():
        assert re.fullmatch(r"[0-9.]+|too small a feed: .* are the start", first)


def test_options_that_make_no_sense_end_with_what_would():
    for words, said in [(["--only", "("], "--only is a regular expression"),
                        (["--tables", "x"], "tables are suite, numbers"),
                        (["--contenders", "/nowhere"], "--contenders /nowhere: No such file or directory"),
                        (["--only", "^nobody$"], "no contender takes part"),
                        (["--file", "a", "--feed", "b"], "either --file, for one document, or --feed")]:
        done = score(*words)
        assert done.returncode != 0 and said in done.stderr and "Traceback" not in done.stderr


def test_two_contenders_of_one_name_are_refused(tmp_path):
    (tmp_path / "orjson.py").write_text("def version(): return '1'\n")
    done = score("--contenders", tmp_path)
    assert done.returncode != 0
    assert "two contenders are called orjson: rename a file" in done.stderr


def test_kept_results_that_are_no_json_are_named(tmp_path):
    kept = tmp_path / "score.json"
    for text, said in [("{", "is not what an earlier run wrote"), (None, "run without --show first")]:
        kept.unlink(missing_ok=True)
        if text:
            kept.write_text(text)
        done = score("--show", "--output", kept, "--page", tmp_path / "page.html")
        assert done.returncode != 0 and said in done.stderr and json.dumps("Traceback") not in done.stderr
