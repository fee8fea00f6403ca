"""Inferred columns: their values, what they were inferred from, and what a scan says it left out."""

import ctypes
import gzip
import itertools
import json
import os
import subprocess
import sys
import threading
import warnings
from ctypes import byref, c_char_p, c_void_p

import pytest
import sluice

pa = pytest.importorskip("pyarrow")

from inferred_oracle import Feed, check  # noqa: E402


@pytest.mark.parametrize("nested", [False, True])
@pytest.mark.parametrize("seed", range(40))
def test_each_value_of_random_records_is_in_a_column(tmp_path, seed, nested):
    feed = Feed(seed, 60)
    path = tmp_path / "feed.ndjson"
    path.write_text(feed.text, encoding="utf-8")
    scan = sluice.scan(path, nested=nested, threads=1 + seed % 2)
    table = scan.to_arrow()
    table.validate(full=True)
    assert scan.examined == sluice.Examined(60, 0, (), True, scan.examined.places)
    rows = list(zip(*(column.to_pylist() for column in table.columns)))
    check(feed.records, scan.columns, table.schema.types, rows)
    assert in_c(path, nested) == (scan.columns, table)


def in_c(path, nested):
    """The columns and the rows by the functions of sluice.h alone."""
    library = ctypes.CDLL(os.environ["SLUICE_LIBRARY"])
    library.sluice_infer.restype = library.sluice_scan_new.restype = c_void_p
    library.sluice_infer.argtypes = [c_char_p, c_char_p, c_void_p]
    library.sluice_scan_new.argtypes = [c_char_p, c_void_p]
    library.sluice_scan_stream.argtypes = [c_void_p, c_char_p, c_void_p, c_void_p, c_void_p]
    library.sluice_text_free.argtypes = library.sluice_scan_free.argtypes = [c_void_p]
    job = json.dumps({"sources": [str(path)]}).encode()
    pointer = library.sluice_infer(job, json.dumps({"nested": nested}).encode(), None)
    text = ctypes.string_at(pointer)
    library.sluice_text_free(pointer)
    scan = library.sluice_scan_new(text, None)
    stream = (ctypes.c_char * 64)()
    assert library.sluice_scan_stream(scan, None, byref(stream), None, None) == 0
    table = pa.RecordBatchReader._import_from_c(ctypes.addressof(stream)).read_all()
    library.sluice_scan_free(scan)
    return json.loads(text)["columns"], table


def changing(folder, name="feed.ndjson"):
    """20,000 records whose last quarter has another type, and a field of its own."""
    path = folder / name
    lines = [
        json.dumps({"id": i, "v": i} if i < 15_000 else {"id": i, "v": f"x{i}", "new": {"k": i}})
        for i in range(20_000)
    ]
    path.write_text("\n".join(lines) + "\n")
    return path


def said(body):
    """The warnings about rejects while a body runs."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        body()
        # What comes from a thread of the library is said by the interpreter's next instructions.
        for _ in range(1000):
            pass
    return [str(each.message) for each in caught if each.category is sluice.RejectWarning]


def test_a_type_that_changes_late_is_found(tmp_path):
    path = changing(tmp_path)
    scan = sluice.scan(path)
    assert scan.examined == sluice.Examined(10_000, 0, (), False, 10)
    assert [(each["name"], each["type"]) for each in scan.columns] == [
        ("id", "int"), ("v", "json"), ("new_k", "int")
    ]
    assert said(scan.read) == [] and scan.counts.rows == 20_000
    assert sluice.infer(path).examined == scan.examined
    assert sluice.infer(path, records=0).examined == sluice.Examined(20_000, 0, (), True, 1)


@pytest.mark.parametrize("spread", [[1, 7], [3, 250]])
def test_the_files_of_a_pattern_are_examined_from_the_first_to_the_last(tmp_path, spread):
    least, count = spread
    for number in range(count):
        lines = [json.dumps({"id": i, **({"last": 1} if number == count - 1 else {})}) for i in range(2000)]
        data = ("\n".join(lines) + "\n").encode()
        name, data = (f"{number:04}.gz", gzip.compress(data)) if number % least else (f"{number:04}", data)
        (tmp_path / name).write_bytes(data)
    found = sluice.infer(f"{tmp_path}/*")
    assert [each["name"] for each in found] == ["id", "last"]
    assert found.examined.records == 10_000 and not found.examined.complete
    assert found.examined.places == {7: 70, 250: 100}[count]


def test_the_start_is_examined_where_there_are_no_places(tmp_path):
    path = changing(tmp_path)
    packed = tmp_path / "feed.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    array = tmp_path / "array.json"
    array.write_text("[" + ",\n".join(path.read_text().split("\n")[:-1]) + "]")
    for source, framing in [(packed, None), (array, None), (path, "concatenated")]:
        scan = sluice.scan(source, framing=framing)
        assert scan.examined == sluice.Examined(10_000, 0, (), False, 1)
        [text] = said(scan.read)
        assert text.startswith("5,000 of 20,000 records are not among the rows; the first is ")
        assert str(next(iter(scan.rejects()))) in text and "[type-mismatch]" in text
        assert "rejects() of the scan" in text and "the first 10,000 records" in text
        assert scan.counts.rejects == 5_000


def test_keys_without_a_column_are_in_the_warning(tmp_path):
    lines = [json.dumps({"id": i, **({"new": 1} if i >= 15_000 else {})}) for i in range(20_000)]
    lines[19_999] = lines[19_999].replace("new", "other")
    path = tmp_path / "feed.gz"
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    scan = sluice.scan(path)
    [text] = said(scan.read)
    assert text.startswith("No column has the keys new (4,999 times), other (1 time). The columns were inferred")
    assert scan.counts.unknown_keys == {"new": 4_999, "other": 1} and scan.counts.rows == 20_000
    # Columns that were given say themselves what is wanted, unless they are asked.
    assert said(sluice.scan(path, columns=["id:int=id"]).read) == []
    assert len(said(sluice.scan(path, columns=["id:int=id"], unknown_keys="report").read)) == 1
    # Keys of columns that a consumer does not choose are no unknown ones.
    given = sluice.scan(path, columns=["id:int=id", "new:int=new"], unknown_keys="report")
    [text] = said(lambda: pa.table(Requested(given, ["id"])))
    assert text == "No column has the key other (1 time)"


class Requested:
    """A scan as a consumer reads it that wants only some columns."""

    def __init__(self, scan, names):
        self._scan, self._schema = scan, pa.schema([(name, pa.int64()) for name in names])

    def __arrow_c_stream__(self, requested_schema=None):
        return self._scan.__arrow_c_stream__(self._schema.__arrow_c_schema__())


def consumers():
    def duckdb(scan):
        import duckdb

        return duckdb.connect().sql("select count(*) from scan").fetchall()[0][0]

    def polars(scan):
        import polars

        return polars.DataFrame(scan).height

    def lazy(scan):
        return sluice.scan_polars(job=scan._job).collect().height

    def threaded(scan):
        found = []
        thread = threading.Thread(target=lambda: found.append(pa.table(scan).num_rows))
        thread.start()
        thread.join()
        return found[0]

    return [
        lambda scan: scan.read().rows,
        lambda scan: scan.to_arrow().num_rows,
        lambda scan: scan.to_polars().height,
        lambda scan: len(scan.to_pandas()),
        lambda scan: sum(batch.num_rows for batch in scan.batches()),
        lambda scan: pa.table(scan).num_rows,
        lambda scan: pa.RecordBatchReader.from_stream(scan).read_all().num_rows,
        duckdb, polars, lazy, threaded,
    ]


@pytest.mark.parametrize("consumer", range(len(consumers())))
def test_each_consumer_is_told_once_of_rejects(feed, tmp_path, consumer):
    read = consumers()[consumer]
    scan = sluice.scan(feed.path, columns=["id:int=id", "name:text=name"])
    rows = []
    for _ in range(2):
        [text] = said(lambda: rows.append(read(scan)))
        assert text.startswith(f"{len(feed.rejects)} of 20,000 records are not among the rows; the first is {feed.path}")
    assert rows == [len(feed.rows)] * 2
    path = tmp_path / "good.ndjson"
    path.write_text('{"id":1,"name":"a"}\n' * 5)
    good = sluice.scan(path, columns=["id:int=id"])
    assert said(lambda: rows.append(read(good))) == [] and rows[-1] == 5


def test_a_reading_that_ends_early_tells_of_what_it_has_met(small, tmp_path):
    scan = sluice.scan(small.path, columns=["id:int=id"], batch_rows=50)
    [text] = said(lambda: list(itertools.islice(scan.batches(), 2)))
    assert "not among the rows" in text
    # One that fails has its error, and one that is not read has nothing to say.
    failing = sluice.scan(small.path, columns=["id:int=id"], max_errors=0)

    def fail():
        with pytest.raises(sluice.SluiceError):
            failing.read()

    assert said(fail) == []
    assert said(lambda: pa.schema(scan)) == []
    assert said(lambda: scan.__arrow_c_stream__()) == []


def test_a_process_that_ends_while_a_consumer_reads_ends_well(small):
    program = (
        "import sluice, sys, pyarrow as pa\n"
        f"scan = sluice.scan({small.path!r}, columns=['id:int=id'], batch_rows=10)\n"
        "reader = pa.RecordBatchReader.from_stream(scan)\n"
        "reader.read_next_batch()\n"
        "keep = scan.__arrow_c_stream__()\n"
        "sys.modules['kept'] = (reader, keep, scan)\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (result.returncode, result.stderr) == (0, "")


def test_columns_of_an_exploded_array_are_those_of_its_elements_and_not_the_array_in_each_row(tmp_path):
    path = tmp_path / "orders.ndjson"
    records = [
        {"id": 1, "items": [{"sku": "a", "n": 2, "tags": ["x"]}, {"sku": "b", "n": 1}], "by": {"x": 1}},
        {"id": 2, "items": []},
        {"id": 3, "items": [{"sku": "c", "a.b": True}]},
    ]
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    scan = sluice.scan(path, explode="items")
    assert [(column["name"], column["type"], column["path"]) for column in scan.columns] == [
        ("id", "int", "id"),
        ("items_sku", "text", "items[].sku"),
        ("items_n", "int", "items[].n"),
        ("items_tags", "json", "items[].tags"),
        ("items_a_b", "bool", "/items[]/a.b"),
        ("by_x", "int", "by.x"),
    ]
    rows = scan.to_arrow().to_pylist()
    assert [(row["id"], row["items_sku"], row["items_n"], row["items_a_b"]) for row in rows] == [
        (1, "a", 2, None),
        (1, "b", 1, None),
        (3, "c", None, True),
    ]
    assert [column["path"] for column in sluice.infer(path, explode="items[]")] == [
        column["path"] for column in scan.columns
    ]


@pytest.mark.parametrize(
    "records, explode, columns",
    [
        # Elements that are no objects, arrays in objects, records that are arrays.
        ([{"a": [1, 2]}, {"a": [3]}], "a", {"a": ("a[]", [1, 2, 3])}),
        ([{"p": {"c": [{"s": "x"}]}}], "p.c", {"p_c_s": ("p.c[].s", ["x"])}),
        ([[{"s": 1}, {"s": 2}], [{"s": 3}]], "$", {"s": ("[].s", [1, 2, 3])}),
        ([[1, 2], [3]], "$", {"record": ("[]", [1, 2, 3])}),
    ],
)
def test_an_exploded_array_may_be_anywhere(tmp_path, records, explode, columns):
    path = tmp_path / "feed.ndjson"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    scan = sluice.scan(path, explode=explode, framing="lines")
    assert {column["name"]: column["path"] for column in scan.columns} == {
        name: place for name, (place, _) in columns.items()
    }
    assert scan.to_arrow().to_pydict() == {name: values for name, (_, values) in columns.items()}
