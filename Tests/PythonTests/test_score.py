"""The harness that scores parsers (Benchmarks/Score): its truth, its verdicts, and that a stranger's one
file is a contender."""

import html
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

import contender  # noqa: E402
import costs  # noqa: E402
import damage  # noqa: E402
import features  # noqa: E402
import feeds  # noqa: E402
import languages  # noqa: E402
import page  # noqa: E402
import sources  # noqa: E402
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
''', "mine.rs": '''// name: Mine, in Rust
struct Mine;

impl score::Contender for Mine {
    fn visit<S: score::Sink>(&mut self, text: &[u8], sink: &mut S) -> Result<(), String> {
        if text.is_empty() { return Err("nothing".into()) }
        sink.code(score::Code::BeginArray);
        sink.code(score::Code::EndArray);
        Ok(())
    }
}

fn main() { score::run(Mine, "1") }
''', "mine.go": '''// name: Mine, in Go
package main

type mine struct{}

func (mine) visit(text []byte, to *sink) error {
	to.code(beginArray)
	to.code(endArray)
	return nil
}

func main() { run(mine{}, "1") }
''', "mine.java": '''// name: Mine, in Java
final class Mine implements Score.Contender {
  public void visit(byte[] text, Score.Sink sink) {
    sink.code(Score.Code.BEGIN_ARRAY);
    sink.code(Score.Code.END_ARRAY);
  }

  public static void main(String[] words) throws Exception { Score.run(new Mine(), "1", words); }
}
''', "mine.js": '''// name: Mine, in JavaScript
exports.version = () => "1";
exports.visit = (bytes, sink) => {
  sink.code("beginArray");
  sink.code("endArray");
};
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
    if "there is no" in done.stderr:
        pytest.skip(done.stderr.splitlines()[0])
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
        # It passes on no values at all, which is seen; but in C++, it takes every line for JSON.
        assert lines["good_lost"] == lines["good"] == 1896
        assert lines["rows_of_nulls"] == (1896 if file == "mine.cpp" else 2000)


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
    files = [f for f in (SCORE / "contenders").iterdir() if f.suffix[1:] in languages.LANGUAGES]
    assert len(files) > 20
    code = {f.name: len(re.findall(r"^(?! *(?://|#(?!i))).+", f.read_text(), re.M)) for f in files}
    assert {name: n for name, n in code.items() if n > 40} == {}


def test_the_kept_results_are_of_contenders_that_exist():
    files = {f.stem for f in (SCORE / "contenders").iterdir()}
    assert set(KEPT["contenders"]) <= files
    assert set(KEPT["missing"]) <= files


def test_the_page_of_results_has_the_kept_tables():
    text = (ROOT / "Benchmarks/RESULTS.md").read_text()
    kept = re.search(r"<!-- score:begin -->\n(.*)<!-- score:end -->", text, re.S)[1]
    assert kept == page.markdown(KEPT)


def test_the_html_page_is_self_contained_and_has_the_same_figures_as_the_json():
    text = page.html(KEPT)
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)[1]
    assert json.loads(data) == KEPT
    assert not re.search(r'(src|href)="(https?:)?//', text)


def cells(text, section):
    """What sorts each cell of a section's table, row by row."""
    body = re.search(rf'<section id="{section}">.*?<tbody>(.*?)</tbody>', text, re.S)[1]
    return [re.findall(r'<td[^>]* data-v="([^"]*)"', row) for row in body.split("</tr>") if row]


def test_each_figure_of_the_html_table_is_the_one_of_the_json():
    found = {html.unescape(name): values for name, *values in cells(page.html(KEPT), "contenders")}
    assert found == {
        entry["name"]: ["" if v is None else str(v) for v in page.figures(entry).values()]
        for entry in page.visitors(KEPT).values()}
    counted = [entry["features"] for entry in page.visitors(KEPT).values() if page.part(entry, "features")]
    rows = [row for row in cells(page.html(KEPT), "features") if row]
    assert rows == [["" if v is None else str(v) for v in case] for case in zip(*counted, strict=True)]
    read = {html.unescape(name): values[:3] for name, *values in cells(page.html(KEPT), "feeds")}
    assert read == {
        f"{entry['name']} {mode}".strip(): [str(kinds["all kinds"][k]) for k in
                                            ("good_lost", "wrong", "let_through")]
        for entry, mode, kinds in page.readers(KEPT)}


class Scripted:
    """A contender whose passes take as long as the test says."""

    def __init__(self, cold, *warm):
        self.cold, self.warm, self.asked = cold, list(warm), []

    def ask(self, mode, source, passes):
        self.asked.append(int(passes))
        spent = self.warm[0] if len(self.asked) == 1 else self.warm[len(self.asked) - 2]
        return "\n".join(map(str, [self.cold] + [spent] * (int(passes) - 1))) + "\nsum 1 2 3"


def test_times_are_medians_of_processes_beside_the_least_and_the_most(tmp_path):
    document = b"[" + b"1," * 1_000_000 + b"1]"
    mine = Scripted(9 * len(document), *(n * len(document) for n in (3, 1, 2, 8, 4)))
    found = costs.times(mine, [document], [], tmp_path)
    assert found == {"cold": [9, 9, 9], "warm": [3, 1, 8]}
    assert mine.asked == [1] + [30] * 5


def test_a_slow_contender_makes_few_passes_and_a_fast_one_reads_few_bytes_often(tmp_path):
    slow = Scripted(3_000_000_000, *[3_000_000_000] * 5)
    costs.times(slow, [b"[" + b"1," * 1_000_000 + b"1]"], [], tmp_path)
    assert slow.asked == [1] + [3] * 5
    (tmp_path / "repeated").unlink()
    costs.times(Scripted(1000, *[1000] * 20), [b"[1]"], [], tmp_path)
    assert (tmp_path / "repeated").stat().st_size > 4 << 20


@pytest.mark.skipif(not shutil.which("valgrind"), reason="no valgrind here")
def test_callgrind_counts_what_a_contender_in_python_does_for_each_document(tmp_path):
    (tmp_path / "mine.py").write_text(MINE["mine.py"])
    mine = contender.Contender(tmp_path / "mine.py").make()
    small, large = costs.instructions(mine, [b"[1]", b"[" + b"1," * 9999 + b"1]"], tmp_path)
    assert 1_000 < small < 100_000
    assert 100 * small < large


@pytest.mark.parametrize("kind", costs.UNCOUNTED)
def test_a_language_that_callgrind_cannot_count_says_so(kind, tmp_path):
    (tmp_path / f"mine.{kind}").write_text(MINE[f"mine.{kind}"])
    with pytest.raises(sources.Missing, match="callgrind"):
        costs.feature_costs(contender.Contender(tmp_path / f"mine.{kind}"), tmp_path)


def test_figures_that_another_run_made_say_so():
    old, new = ["2026-11-26", "aa"], ["2026-11-27", "bb"]
    results = {"contenders": {name: {"name": name, "made": {"suite": old, "lines": old, "times": old}}
                              for name in "ABC"}}
    assert page.made(results) == "Made on 2026-11-26 at commit aa"
    results["contenders"]["B"]["made"]["suite"] = new
    assert page.made(results) == \
        "Made on 2026-11-26 at commit aa; suite of B on 2026-11-27 at commit bb"
    results["contenders"]["C"]["made"] = {"suite": new}
    assert page.made(results) == \
        "Made on 2026-11-26 at commit aa; C; suite of B on 2026-11-27 at commit bb"
    for name in "AB":
        results["contenders"][name]["made"] = {"suite": old, "lines": old, "times": new}
    results["contenders"]["C"]["made"] = {"lines": new, "times": ["2026-11-28", "cc"]}
    assert page.made(results) == ("Made on 2026-11-26 at commit aa; times on 2026-11-27 at commit bb;"
                                  " lines of C on 2026-11-27 at commit bb;"
                                  " times of C on 2026-11-28 at commit cc")
    assert page.made(results, but=["times"]) == \
        "Made on 2026-11-26 at commit aa; lines of C on 2026-11-27 at commit bb"


def test_a_figure_that_is_not_there_says_why_on_the_page_and_in_the_results():
    results = json.loads(json.dumps(KEPT))
    entry = results["contenders"]["sluice"]
    entry["features"] = {"missing": "callgrind: \"none\""}
    assert 'data-v="" title="callgrind: &quot;none&quot;">–' in page.html(results)
    assert f'No instructions per byte: {entry["name"]}' in page.markdown(results)
