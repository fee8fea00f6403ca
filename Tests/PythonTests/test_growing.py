"""Files that grow: each line once, and none before its end."""

import json
import os
import random

import pytest
import sluice
from sluice._errors import SluiceError
from sluice._growing import GrowingFiles, growth, offset_json, offset_of


def latest(folder, start=None, **options):
    """The latest offset, by a reader that knows only the checkpoint."""
    files = GrowingFiles([str(folder)], "lines")
    before = None if start is None else offset_of(json.loads(json.dumps(start)))
    return offset_json(files.latest(before, **options))


def read_growth(start, end):
    """The bytes between two offsets, by file."""
    read = {}
    for each in growth(offset_of(start), offset_of(end)):
        each.check()
        with open(each.path, "rb") as file:
            file.seek(each.start.end)
            read[os.path.basename(each.path)] = file.read(each.size)
    return read


@pytest.mark.parametrize("seed", range(20))
def test_each_line_is_read_once(tmp_path, seed):
    chance = random.Random(seed)
    written = {name: b"" for name in "abc"}
    read = {name: b"" for name in "abc"}
    offset = offset_json({})
    keeps_reader = GrowingFiles([str(tmp_path)], "lines")
    for _ in range(40):
        for name in written:
            new = b"".join(
                chance.choice([b'{"a": 1}', b"x" * chance.randrange(300), b"", b"\n", b"\r\n"])
                for _ in range(chance.randrange(4))
            )
            written[name] += new
            with open(tmp_path / name, "ab") as file:
                file.write(new)
        limit = chance.choice([None, 1, 50, 1000])
        if chance.random() < 0.5:
            end = latest(tmp_path, offset, limit=limit)
        else:
            end = offset_json(keeps_reader.latest(offset_of(offset), limit=limit))
        for name, new in read_growth(offset, end).items():
            assert new.endswith(b"\n")
            read[name] += new
        offset = end
    for name, new in read_growth(offset, latest(tmp_path, offset)).items():
        read[name] += new
    for name, text in written.items():
        assert read[name] == text[: text.rfind(b"\n") + 1]


def test_an_unfinished_line_waits(tmp_path):
    path = tmp_path / "a.ndjson"
    path.write_bytes(b'{"a": 1}\n{"a"')
    first = latest(tmp_path)
    assert first["files"][str(path)]["end"] == 9
    assert latest(tmp_path, first) == first
    with path.open("ab") as file:
        file.write(b": 2}\n")
    assert read_growth(first, latest(tmp_path, first)) == {"a.ndjson": b'{"a": 2}\n'}


def test_a_limit_takes_at_least_a_line(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"x" * 3_000_000 + b"\n" + b"y\n")
    first = latest(tmp_path, limit=10)
    assert first["files"][str(path)]["end"] == 3_000_001
    assert latest(tmp_path, first, limit=10)["files"][str(path)]["end"] == 3_000_003


def test_hidden_files_and_folders_are_left_out(tmp_path):
    for name in (".a", "_b", "c"):
        (tmp_path / name).write_text("{}\n")
    (tmp_path / "d").mkdir()
    assert list(latest(tmp_path)["files"]) == [str(tmp_path / "c")]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (b'{"a": 1}\n', "has 9 bytes now"),
        (b'{"a": 3}\n{"a": 4}\n{"a": 5}\n', "bytes before it are others"),
    ],
)
def test_a_replaced_file_is_an_error_that_names_it(tmp_path, text, what):
    path = tmp_path / "a.ndjson"
    path.write_bytes(b'{"a": 1}\n{"a": 2}\n')
    first = latest(tmp_path)
    grown = growth(offset_of(offset_json({})), offset_of(first))[0]
    path.write_bytes(text)
    with pytest.raises(SluiceError, match=what) as caught:
        latest(tmp_path, first)
    assert str(path) in str(caught.value)
    # And so it is where the start is unknown, and while a batch is read.
    with pytest.raises(SluiceError, match="was read up to byte 18"):
        for each in growth(offset_of(first), offset_of(latest(tmp_path))):
            each.check()
    with pytest.raises(SluiceError, match="was read up to byte 18"):
        grown.check()


def test_a_removed_file_is_forgotten(tmp_path):
    for name in "ab":
        (tmp_path / name).write_text("{}\n")
    first = latest(tmp_path)
    (tmp_path / "a").unlink()
    second = latest(tmp_path, first)
    assert list(second["files"]) == [str(tmp_path / "b")]
    assert not growth(offset_of(first), offset_of(second))


def test_a_compressed_file_is_read_whole_and_must_be_complete(tmp_path):
    import gzip

    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(b'{"a": 1}\n{"a": 2}'))
    first = latest(tmp_path, limit=1)
    assert first["files"][str(path)]["whole"] and latest(tmp_path, first) == first
    assert sluice.scan(str(path), columns=["a:int"]).read().rows == 2
    with path.open("ab") as file:
        file.write(gzip.compress(b"{}\n"))
    with pytest.raises(SluiceError, match="must be complete when it appears"):
        latest(tmp_path, first)


def test_a_source_that_is_not_there(tmp_path):
    assert latest(tmp_path / "*.ndjson") == offset_json({})
    with pytest.raises(SluiceError, match="expected a folder, a file or a pattern"):
        latest(tmp_path / "nothing")


def test_offsets_of_another_version_are_refused():
    with pytest.raises(SluiceError, match="version 2"):
        offset_of({"version": 2, "files": {}})
