"""What names sources: paths of every type, names of every kind, and what is no source."""

import os
from pathlib import Path

import pytest
import sluice

COLUMNS = ["id:int=id", "file:source"]
NAMES = [
    "new\nline",
    "qu?stion",
    "br[a]cket",
    "star*",
    'quo"te',
    "back\\slash",
    "ünïcode",
    " space ",
    "{x}",
    "~",
    "$HOME",
    "a:b",
    "esc\x1b[31m",
    "tab\t",
    "😀",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_of_any_characters(tmp_path, name):
    path = tmp_path / name
    path.write_text('{"id": 1}\n{"id": "bad"}\n')
    scan = sluice.scan(path, columns=COLUMNS)
    assert scan.to_arrow().to_pylist() == [{"id": 1, "file": str(path)}]
    assert [bad.source for bad in scan.rejects()] == [str(path)]
    assert len(sluice.infer(path)) == 1
    parts = [part for (part,) in sluice.split(path, bytes=10)]
    assert len(parts) == 3
    rows = [sluice.scan(part.path, columns=COLUMNS, range=part.range).read().rows for part in parts]
    assert sum(rows) == 1


def test_paths_of_every_type(small):
    text = small.path
    for sources in (text, Path(text), os.fsencode(text), [text], (Path(each) for each in [text])):
        assert sluice.scan(sources, columns=["id:int=id"]).read().rows == len(small.rows)
    with pytest.raises(TypeError, match="found an open file"), open(text) as file:
        sluice.scan(file, columns=COLUMNS)


def test_a_name_that_is_not_utf_8_is_an_error_that_says_so(tmp_path):
    """It was an error about an escape in a job file that no one wrote."""
    path = os.fsencode(tmp_path) + b"/latin\xe9"
    with open(path, "w") as file:
        file.write('{"id": 1}\n')
    for sources in (path, os.fsdecode(path), f"{tmp_path}/l*"):
        for call in (
            lambda: sluice.scan(sources, columns=COLUMNS).read(),
            lambda: sluice.split(sources, bytes=5),
            lambda: sluice.infer(sources),
        ):
            with pytest.raises(sluice.SluiceError, match="not UTF-8; rename it") as caught:
                call()
            assert caught.value.code == "source"


def test_missing_files_and_folders_are_errors_with_their_names(tmp_path):
    for sources in (tmp_path / "missing", tmp_path):
        for call in (
            lambda: sluice.scan(sources, columns=COLUMNS).read(),
            lambda: sluice.split([sources], bytes=5),
            lambda: sluice.infer(sources),
        ):
            with pytest.raises(sluice.SluiceError) as caught:
                call()
            assert caught.value.code == "io" and str(sources) in caught.value.message


def test_a_pattern_without_files_is_the_same_error_whoever_is_asked(tmp_path):
    """The code was io from split, and source from the others."""
    pattern = str(tmp_path / "none*")
    for call in (
        lambda: sluice.scan(pattern, columns=COLUMNS).read(),
        lambda: sluice.split(pattern, bytes=5),
        lambda: sluice.infer(pattern),
    ):
        with pytest.raises(sluice.SluiceError, match="none[*]: no file matches the pattern") as caught:
            call()
        assert caught.value.code == "source"


@pytest.mark.parametrize("text", ["", "\n", "no JSON\n"])
def test_columns_of_a_file_without_a_good_record_can_t_be_inferred(tmp_path, text):
    """It was a KeyError."""
    path = tmp_path / "feed.ndjson"
    path.write_text(text)
    for call in (lambda: sluice.infer(path), lambda: sluice.scan([path, path])):
        with pytest.raises(sluice.SluiceError, match="no columns can be inferred of .*feed.ndjson"):
            call()


@pytest.mark.parametrize("threads", [0, -1, 257])
def test_a_number_of_threads_that_is_none_is_refused(small, threads):
    with pytest.raises(ValueError, match=f"threads are from 1 to 256, found {threads}"):
        sluice.scan(small.path, columns=COLUMNS, threads=threads)
