"""Columns of nested types: against pyarrow's checks, and value by value against json.loads."""

import json
import random
import re

import pytest
import sluice

pa = pytest.importorskip("pyarrow")

TEXTS = ["", "a", "näme", "日本 and a longer text", '"\\\n', "\x00", "x" * 40, "😀"]
SCALARS = ["int", "real", "text", "bool", "json", "date", "uuid", "decimal"]


def random_type(depth):
    kind = random.randrange(8)
    if depth == 0 or kind > 4:
        return random.choice(SCALARS)
    if kind < 2:
        return ("list", random_type(depth - 1))
    if kind == 2:
        return ("map", random_type(depth - 1))
    names = random.sample(["a", "b c", "d:e", 'f"', "g=", "h", "é", ""], random.randint(1, 4))
    return ("struct", [(n, random_type(depth - 1), random.random() < 0.2) for n in names])


def nested_type(depth):
    while isinstance(found := random_type(depth), str):
        pass
    return found


def text_of(type):
    if isinstance(type, str):
        return type
    kind, inner = type
    if kind == "list":
        return f"list<{text_of(inner)}>"
    if kind == "map":
        return f"map<text, {text_of(inner)}>"
    fields = [
        json.dumps(name).replace("=", "\\u003d") + f": {text_of(type)}" + " required" * required
        for name, type, required in inner
    ]
    return f"struct<{', '.join(fields)}>"


def value_of(type, required=False):
    """A random value that fits, as JSON has it."""
    if not required and random.random() < 0.15:
        return None
    if isinstance(type, str):
        return {
            "int": lambda: random.randrange(-(2**63), 2**63),
            "real": lambda: random.choice([0.5, -1e300, 3, random.random()]),
            "text": lambda: random.choice(TEXTS),
            "bool": lambda: random.random() < 0.5,
            "json": lambda: random.choice([1, "a", [1, None], {"k": [True]}]),
            "date": lambda: f"20{random.randrange(10, 99)}-0{random.randrange(1, 9)}-11",
            "uuid": lambda: f"123e4567-e89b-12d3-a456-4266141740{random.randrange(10, 99)}",
            "decimal": lambda: random.randrange(-10**20, 10**20),
        }[type]()
    kind, inner = type
    if kind == "list":
        return [value_of(inner) for _ in range(random.randrange(5))]
    if kind == "map":
        return {key: value_of(inner) for key in random.sample(TEXTS, random.randrange(4))}
    value = {"other": [{}], **{n: value_of(t, r) for n, t, r in inner if r or random.random() < 0.8}}
    keys = list(value)
    random.shuffle(keys)
    return {key: value[key] for key in keys}


def expected(type, value):
    """What pyarrow's to_pylist gives for it."""
    if value is None:
        return None
    if isinstance(type, str):
        return value
    kind, inner = type
    if kind == "list":
        return [expected(inner, each) for each in value]
    if kind == "map":
        return [(key, expected(inner, each)) for key, each in value.items()]
    return {name: expected(each, value.get(name)) for name, each, _ in inner}


def plain(type, value):
    """A value of to_pylist in the form of JSON."""
    if value is None:
        return None
    if isinstance(type, str):
        return {
            "json": lambda: json.loads(value),
            "date": value.__str__,
            "uuid": value.__str__,
            "decimal": lambda: int(value),
        }.get(type, lambda: value)()
    kind, inner = type
    if kind == "list":
        return [plain(inner, each) for each in value]
    if kind == "map":
        return [(key, plain(inner, each)) for key, each in value]
    return {name: plain(each, value[name]) for name, each, _ in inner}


@pytest.mark.parametrize("strings", ["large_utf8", "utf8", "utf8_view"])
@pytest.mark.parametrize("seed", range(8))
def test_random_values(tmp_path, strings, seed):
    random.seed(seed)
    types = [nested_type(4) for _ in range(3)]
    rows, bad = [], 0
    path = tmp_path / "feed.ndjson"
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for number in range(2000):
            row = {f"c{i}": value_of(type) for i, type in enumerate(types)}
            if number % 97 == 5:
                file.write('{"c0": 1, "c1": true, "c2": "x"}\n')
                bad += 1
                continue
            if random.random() < 0.1:
                del row[random.choice(list(row))]
            rows.append(row)
            file.write(json.dumps(row, ensure_ascii=random.random() < 0.5) + "\n")
    columns = [f"c{i}:{text_of(type)}=c{i}" for i, type in enumerate(types)]
    options = {"strings": strings, "batch_rows": random.choice([7, 500, 65536])}
    scan = sluice.scan(path, columns=columns, threads=random.choice([1, 2]), **options)
    assert [column["type"] for column in scan.columns] == [
        column["type"] for column in sluice.scan(path, columns=scan.columns).columns
    ]
    found = [[] for _ in types]
    for batch in scan.batches():
        batch = pa.record_batch(batch)
        batch.validate(full=True)
        for i, type in enumerate(types):
            found[i] += [plain(type, value) for value in batch.column(i).to_pylist()]
    for i, type in enumerate(types):
        assert found[i] == [expected(type, row.get(f"c{i}")) for row in rows], columns[i]
    assert scan.counts.rejects == bad


def feed(tmp_path, *values):
    path = tmp_path / "values.ndjson"
    path.write_text("".join(f'{{"v": {value}}}\n' for value in values))
    return path


@pytest.mark.parametrize(
    ("type", "value", "code", "place"),
    [
        ("list<int>", "[1, 2, \"3\"]", "type-mismatch", "$.v[2]"),
        ("list<int>", "[1, 1.5]", "number-out-of-range", "$.v[1]"),
        ("list<int>", "[9223372036854775808]", "number-out-of-range", "$.v[0]"),
        ("list<int>", "{}", "type-mismatch", "$.v"),
        ("list<list<bool>>", "[[], [true, 0]]", "type-mismatch", "$.v[1][1]"),
        ("struct<a: text>", "{\"a\": 1}", "type-mismatch", "$.v.a"),
        ("struct<a: text>", "[]", "type-mismatch", "$.v"),
        ("list<struct<a: text required>>", "[{\"b\": 1}]", "missing-field", "$.v[0]"),
        ("list<struct<a: text required>>", "[{\"a\": null}]", "missing-field", "$.v[0]"),
        ("map<text, date>", "{\"k\": \"2024-02-30\"}", "invalid-value", "$.v.k"),
        ("list<decimal>", "[1.25, 1.255]", "invalid-value", "$.v[1]"),
    ],
)
def test_what_does_not_fit_is_a_reject_with_its_path(tmp_path, type, value, code, place):
    path = feed(tmp_path, value, "null")
    scan = sluice.scan(path, columns=[f"v:{type}=v"], decimals={"v": (5, 2)} if "dec" in type else None)
    assert scan.to_arrow().to_pylist() == [{"v": None}]
    (reject,) = scan.rejects()
    assert (reject.code, reject.column, reject.path) == (code, "v", place)


def test_contracts(tmp_path):
    path = feed(tmp_path, "[1]", "[\"x\"]", "null", "[2, 3]")

    def values(**contract):
        column = {"name": "v", "type": "list<int>", "path": "v", **contract}
        scan = sluice.scan(path, columns=[column])
        table = scan.to_arrow()
        table.validate(full=True)
        return table.column("v").to_pylist(), scan.counts

    rows, counts = values(mismatch="null")
    assert rows == [[1], None, None, [2, 3]] and counts.nulled == {"v": 1}
    rows, counts = values(required=True)
    assert rows == [[1], [2, 3]]
    assert counts.reasons == {"type-mismatch": 1, "missing-field": 1}
    with pytest.raises(sluice.SluiceError, match="type list<int>"):
        values(default=[1])


def test_duplicate_keys(tmp_path):
    path = feed(tmp_path, '{"a": 1, "b": 2, "a": 3}')

    def value(type, duplicates):
        scan = sluice.scan(path, columns=[f"v:{type}=v"], duplicates=duplicates)
        return scan.to_arrow().column("v").to_pylist()

    assert value("map<text, int>", "first") == [[("a", 1), ("b", 2)]]
    assert value("map<text, int>", "last") == [[("b", 2), ("a", 3)]]
    assert value("struct<a: int>", "first") == [{"a": 1}]
    assert value("struct<a: int>", "last") == [{"a": 3}]
    assert value("map<text, int>", "reject") == value("struct<a: int>", "reject") == []


@pytest.mark.parametrize(
    ("type", "message"),
    [
        ("list<>", "expected a type"),
        ("list<int", "expected '>'"),
        ("list<itn>", "expected a type: int, real"),
        ("list<int>>", "expected the end of the type"),
        ("map<int, text>", "the type of a map's keys"),
        ("struct<>", "expected a field's name"),
        ("struct<a: int, a: text>", "two fields"),
        ("struct<a>", "expected ':'"),
        ("struct<a: int always>", "expected 'required'"),
        ("list<" * 17 + "int" + ">" * 17, "at most 16 levels"),
    ],
)
def test_types_that_are_none(tmp_path, type, message):
    with pytest.raises(sluice.SluiceError, match=re.escape(message)):
        sluice.scan(tmp_path / "none", columns=[{"name": "v", "type": type, "path": "v"}])


def test_consumers(tmp_path):
    pl, duckdb = pytest.importorskip("polars"), pytest.importorskip("duckdb")
    path = feed(tmp_path, '{"a": [1, 2], "m": {"k": "a text of some length"}}', "null", '{"a": null}')
    scan = sluice.scan(path, columns=["v:struct<a: list<int>, m: map<text, text>>=v", "n:list<int>=v.a"])
    frame = scan.to_polars()
    assert frame["n"].to_list() == [[1, 2], None, None]
    assert frame["v"].struct.field("a").to_list() == [[1, 2], None, None]
    connection = duckdb.connect()
    found = scan.duckdb(connection, "t").project("v.a[2], v.m['k'], len(n)").fetchall()
    assert found == [(2, "a text of some length", 2), (None, None, None), (None, None, None)]
    scan.to_parquet(tmp_path / "t.parquet")
    import pyarrow.parquet as pq

    assert pq.read_table(tmp_path / "t.parquet").column("n").to_pylist() == [[1, 2], None, None]


def test_inference(tmp_path):
    path = feed(
        tmp_path,
        '{"tags": ["a"], "at": [{"x": 1, "y": [0.5]}], "mixed": [1, "a"], "none": []}',
        '{"tags": [null], "at": [{"x": 2}], "mixed": [], "none": []}',
    )
    types = {column["name"]: column["type"] for column in sluice.infer(path, nested=True)}
    assert types == {
        "v_tags": "list<text>",
        "v_at": "list<struct<x: int, y: list<real>>>",
        "v_mixed": "list<json>",
        "v_none": "list<json>",
    }
    assert {column["type"] for column in sluice.infer(path)} == {"json"}
    scan = sluice.scan(path, nested=True)
    assert scan.to_arrow().column("v_at").to_pylist() == [
        [{"x": 1, "y": [0.5]}],
        [{"x": 2, "y": None}],
    ]


@pytest.mark.parametrize(
    ("numbers", "kind"),
    [
        (["0.123456789", "12345678901234567890"], "decimal"),
        (["0.1234567891", "12345678901234567890"], "json"),
        (["12345678901234567890123456789"], "decimal"),
        (["123456789012345678901234567890"], "json"),
        (["1e300", "12345678901234567890"], "json"),
        (["0.1234567891", "1e300"], "real"),
    ],
)
def test_inferred_columns_take_every_number(tmp_path, numbers, kind):
    lines = [f'{{"x": {number}, "l": [{number}]}}' for number in numbers]
    path = feed(tmp_path, *lines)
    for nested, other in ((False, "json"), (True, f"list<{kind}>")):
        types = [column["type"] for column in sluice.infer(path, nested=nested)]
        assert types == [kind, other]
        counts = sluice.scan(path, nested=nested).read()
        assert (counts.rows, counts.rejects) == (len(numbers), 0)
