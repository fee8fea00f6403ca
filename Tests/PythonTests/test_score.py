"""The harness that scores parsers (Benchmarks/Score): its truth, its verdicts, and that a stranger's one
file is a contender."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCORE = ROOT / "Benchmarks/Score"
sys.path[:0] = [str(SCORE)]

import damage  # noqa: E402
import features  # noqa: E402
import feeds  # noqa: E402
import page  # noqa: E402
import verdicts  # noqa: E402

KEPT = json.loads((SCORE / "score.json").read_text())


def strict(line):
    def refuse(word):
        raise ValueError(word)
    return json.loads(line.decode(), parse_constant=refuse)


@pytest.mark.parametrize("kind", damage.BROKEN)
def test_a_line_that_is_called_broken_is_no_json_and_the_others_are(kind):
    feed = damage.of_kind(kind)
    assert len(feed.damaged) == 3
    for number, line in enumerate(feed.lines):
        if number in feed.damaged:
            with pytest.raises(ValueError):
                strict(line)
        else:
            assert damage.expected(strict(line)) == damage.expected(feed.good[1000 + number])


def rows(feed):
    return [damage.expected(value) for value in feed.good.values()]


def test_a_reader_of_the_good_records_alone_has_no_fault():
    feed = damage.whole()
    found = feeds.summary(feed, {"rows": rows(feed)})
    assert [found[k] for k in ("good_lost", "wrong", "let_through", "rows_of_nulls")] == [0] * 4
    assert feeds.cell(found) == "rejects it"


@pytest.mark.parametrize("fault, expected", [
    (lambda good, feed: good[1:], {"good_lost": 1}),
    (lambda good, feed: [good[0][:2] + [0.5] + good[0][3:], *good[1:]], {"wrong": 1}),
    (lambda good, feed: [*good, good[0]], {"let_through": 1, "invented": 1}),
    (lambda good, feed: [*good, [None] * 5], {"rows_of_nulls": 1}),
    (lambda good, feed: [*good, damage.expected(next(iter(feed.was.values()))[1])], {"let_through": 1}),
])
def test_each_fault_of_a_reader_is_seen(fault, expected):
    feed = damage.whole()
    found = feeds.summary(feed, {"rows": fault(rows(feed), feed)})
    counts = {"good_lost": 0, "wrong": 0, "let_through": 0, "invented": 0, "rows_of_nulls": 0}
    assert {k: found[k] for k in counts} == counts | expected


def test_a_message_counts_only_if_it_names_a_damaged_line_a_byte_in_it_or_its_text():
    feed = damage.of_kind("cut short")
    number = next(iter(feed.damaged))
    assert feed.told([f"bad record at line {number + 1}"]) == ("line", 1)
    assert feed.told([f"byte {feed.starts[number] + 3}"]) == ("byte", 1)
    assert feed.told([feed.lines[number].decode()]) == ("text", 1)
    assert feed.told([f"bad record at line {number + 2}"]) is None


def test_the_features_are_json_of_the_size_they_say():
    for feature, case, document in features.CASES:
        json.loads(document)
        assert 0.5 < len(document) / features.SIZE < 1.5, (feature, case)


def test_visited_values_come_back_as_they_were():
    text = b"i1\ns1:a\ni3\nr%d\ni5\ni7\ni4\ns3:\nb\n\ns0:\ni2\n" % 0x3FF8000000000000
    assert verdicts.tree_of(text) == {"a": [1.5, True, None], "\nb\n": ""}


@pytest.mark.parametrize("text", [b"! no UTF-8", b"i1\ns1:a\ni2\n", b"i1\ni5\ni2\n", b"i3\n", b"i9\n"])
def test_values_that_are_no_tree_are_an_error_and_not_a_crash_of_the_harness(text):
    with pytest.raises(ValueError):
        verdicts.tree_of(text)


MINE = {"mine.py": '''# name: Mine
import json


def version():
    return "1"


def visit(data):
    # Finds nothing wrong with the grammar of numbers, and dies of NULs.
    if b"\\0" in data:
        import os
        os.abort()
    return json.loads(data)
''', "mine.cpp": '''// name: Mine, in C++
// flags: -lsimdjson
#include "score.hpp"

struct Mine {
  simdjson::dom::parser parser;
  template <class Sink> void visit(std::string_view text, Sink &sink) {
    const simdjson::dom::element root = parser.parse(text.data(), text.size(), false);
    visit_code(sink, root.is_array() ? bench::Code::begin_array : bench::Code::begin_object);
    visit_code(sink, root.is_array() ? bench::Code::end_array : bench::Code::end_object);
  }
};

SCORE(Mine, "1")
'''}


@pytest.mark.parametrize("file", MINE)
def test_a_strangers_one_file_is_a_contender(file, tmp_path):
    if file.endswith(".cpp") and not shutil.which("c++"):
        pytest.skip("no c++ here")
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / file).write_text(MINE[file])
    assert len(MINE[file].splitlines()) <= 40
    done = subprocess.run(
        [ROOT / "scripts/score", "--contenders", folder, "--only", "^mine$", "--tables", "lines",
         "--output", tmp_path / "score.json", "--page", tmp_path / "score.html"],
        capture_output=True, text=True,
        env=os.environ | {"SLUICE_TOOL": "none", "SLUICE_SCORE_BUILD": str(tmp_path / "build")})
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "score.json").read_text())["contenders"]["mine"]
    lines = found["lines"]["all kinds"]
    text = (tmp_path / "score.html").read_text()
    assert found["name"] in text
    if file.endswith(".py"):
        assert lines["good_lost"] == 0 and lines["wrong"] == 0
        assert lines["through"]["NaN"] == {"with other values": 4}
        assert lines["crash"] == "SIGABRT"
    else:
        # It passes on no values at all, which is seen.
        assert lines["good_lost"] == lines["good"] == lines["rows_of_nulls"]


def test_your_own_feed_goes_through_every_contender_and_a_wrong_one_is_left_out(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "mine.py").write_text(MINE["mine.py"])
    wrong = MINE["mine.py"].replace("json.loads(data)", 'json.loads(data.replace(b"1", b"2"))')
    (folder / "mine_wrong.py").write_text(wrong.replace("Mine", "Wrong"))
    feed = tmp_path / "feed.ndjson"
    feed.write_text("".join(json.dumps({"a": i, "b": [i / 4, None, "é"]}) + "\n" for i in range(50)))
    done = subprocess.run(
        [ROOT / "scripts/score", "--contenders", folder, "--only", "^mine", "--feed", feed],
        capture_output=True, text=True, env=os.environ | {"SLUICE_TOOL": "none"})
    assert done.returncode == 0, done.stderr
    rows = {line.split("|")[1].strip(): line for line in done.stdout.splitlines() if "|" in line}
    assert re.fullmatch(r"\| Mine \| [0-9.]+ \| [0-9]+ \| [0-9.]+ \|", rows["Mine"])
    assert "left out: other values for document 2" in rows["Wrong"]


def test_every_contender_is_one_file_of_at_most_forty_lines_of_code():
    files = [f for f in (SCORE / "contenders").iterdir() if f.suffix in (".cpp", ".py", ".swift")]
    assert len(files) > 20
    code = {f.name: len(re.findall(r"^(?! *(?://|#(?!i))).+", f.read_text(), re.M)) for f in files}
    assert {name: n for name, n in code.items() if n > 40} == {}


def test_the_page_of_results_has_the_kept_tables():
    text = (ROOT / "Benchmarks/RESULTS.md").read_text()
    kept = re.search(r"<!-- score:begin -->\n(.*)<!-- score:end -->", text, re.S)[1]
    assert kept == page.markdown(KEPT)


def test_the_html_page_is_self_contained_and_has_the_same_figures_as_the_json():
    text = page.html(KEPT)
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1]
    assert json.loads(data) == KEPT
    assert not re.search(r'(src|href)="(https?:)?//', text)
    for entry in KEPT["contenders"].values():
        assert page.e(entry["name"]) in text
