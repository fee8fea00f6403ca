"""Spark's filters, tested while reading: the same rows with and without."""

import json
import math
import random

import pytest

pytest.importorskip("pyspark", reason="Spark's tests need pyspark 4.1 and Java 17")
datasource = pytest.importorskip("pyspark.sql.datasource")
if not hasattr(datasource, "EqualTo"):
    pytest.skip("filters need pyspark 4.1", allow_module_level=True)

import sluice  # noqa: E402
from pyspark.sql.datasource import (  # noqa: E402
    EqualNullSafe,
    EqualTo,
    GreaterThan,
    GreaterThanOrEqual,
    In,
    IsNotNull,
    IsNull,
    LessThan,
    LessThanOrEqual,
    Not,
    StringContains,
    StringEndsWith,
    StringStartsWith,
)
from sluice._job import columns_of  # noqa: E402
from sluice._spark_filters import condition_of  # noqa: E402
from spark_session import local_session  # noqa: E402

COLUMNS = ["i:int=i", "x:real=in.x", "t:text=t", "b:bool=b", "j:json=j", "n:offset"]
PUSHDOWN = "spark.sql.python.filterPushdown.enabled"
NUMBERS = ["0", "-0", "1", "1.0", "1e0", "2", "-7", "9223372036854775807", "-9223372036854775808"]
DOUBLES = [
    *NUMBERS, "0.1", "0.10000000000000001", "0.09999999999999999999", "0.1000000000000000055511",
    "0.30000000000000004", "1e-320", "5e-324", "1e308", "1.7976931348623157e308", "1e-400", "123456.75",
]
TEXTS = ["", "a", "ab", "b", "'", '"', "\\", "\u0000", "\n", "é", "e\u0301", "\U0001F600", "\uffff", "%", "`"]
OTHERS = ["null", "true", "false", '"1"', "[]", "{}", "[1]"]


def records(chance, count):
    """Records with nulls, missing fields and values of other types."""
    for _ in range(count):
        fields = {
            '"i"': chance.choice(NUMBERS),
            '"in"': '{"x": %s}' % chance.choice([*DOUBLES, "null", '"1"']),
            '"t"': json.dumps(chance.choice(TEXTS), ensure_ascii=chance.random() < 0.5),
            '"b"': chance.choice(["true", "false"]),
            '"j"': chance.choice([*OTHERS, "1"]),
        }
        for name in list(fields):
            if chance.random() < 0.1:
                del fields[name]
            elif chance.random() < 0.1:
                fields[name] = "null" if chance.random() < 0.7 else chance.choice(OTHERS)
        yield "{" + ", ".join(f"{name}: {value}" for name, value in fields.items()) + "}\n"


def filters(chance):
    """A filter of each kind, and its meaning in Spark for a value that is not null."""
    name = chance.choice("ixtb")
    if name == "b":
        value = chance.random() < 0.5
        yield EqualTo(("b",), value), lambda found: found == value
        yield Not(EqualTo(("b",), value)), lambda found: found != value
        return
    if name == "t":
        value = chance.choice(TEXTS)
        yield StringStartsWith(("t",), value), lambda found: found.startswith(value)
        yield StringEndsWith(("t",), value), lambda found: found.endswith(value)
        yield StringContains(("t",), value), lambda found: value in found
        yield Not(StringContains(("t",), value)), lambda found: value not in found
        few = tuple(chance.sample(TEXTS, 2))
    elif name == "i":
        value, few = int(float(chance.choice(NUMBERS[:7]))), (1, 9223372036854775807)
    else:
        near = float(chance.choice(DOUBLES))
        value = chance.choice([near, math.nextafter(near, -math.inf), math.nextafter(near, math.inf)])
        few = (value, 1.0)
    key = (lambda each: each.encode()) if name == "t" else (lambda each: each)
    yield EqualTo((name,), value), lambda found: found == value
    yield EqualNullSafe((name,), value), lambda found: found == value
    yield Not(EqualTo((name,), value)), lambda found: found != value
    yield LessThan((name,), value), lambda found: key(found) < key(value)
    yield LessThanOrEqual((name,), value), lambda found: key(found) <= key(value)
    yield GreaterThan((name,), value), lambda found: key(found) > key(value)
    yield GreaterThanOrEqual((name,), value), lambda found: key(found) >= key(value)
    yield In((name,), few), lambda found: found in few
    yield In((name,), (*few, None)), lambda found: found in few
    yield Not(In((name,), few)), lambda found: found not in few
    yield IsNotNull((name,)), lambda found: True


@pytest.mark.parametrize("seed", range(15))
def test_a_condition_takes_all_rows_for_which_its_filter_is_true(tmp_path, seed):
    chance = random.Random(seed)
    path = tmp_path / "feed.ndjson"
    path.write_text("".join(records(chance, 300)), encoding="utf-8")
    columns = columns_of(COLUMNS)
    rows = sluice.scan(str(path), columns=columns, progress=False).to_arrow().to_pylist()
    translated = 0
    for filter, is_true in filters(chance):
        condition = condition_of([filter], columns)
        if condition is None:
            continue
        translated += 1
        attribute = (filter.child if isinstance(filter, Not) else filter).attribute[0]
        wanted = {
            row["n"] for row in rows if row[attribute] is not None and is_true(row[attribute])
        }
        scan = sluice.scan(str(path), columns=columns, where=condition, progress=False)
        found = {row["n"] for row in scan.to_arrow().to_pylist()}
        assert wanted <= found, condition
        if isinstance(filter, EqualTo) and attribute != "x":
            assert wanted == found, condition
    assert translated


@pytest.mark.parametrize(
    "filter",
    [
        IsNull(("i",)),  # Rows of rejects have null there too.
        EqualNullSafe(("i",), None),
        EqualTo(("j",), "1"),
        EqualTo(("n",), 5),
        EqualTo(("none",), 5),
        EqualTo(("i", "a"), 5),
        EqualTo(("i",), "5"),
        EqualTo(("x",), math.inf),
        Not(In(("i",), (1, None))),
        Not(EqualTo(("x",), 1.0)),
        In(("i",), ()),
        StringContains(("t",), "x" * 70_000),
    ],
)
def test_others_are_left_to_spark(filter):
    assert condition_of([filter], columns_of(COLUMNS)) is None


def test_a_column_with_a_contract_is_left_to_spark():
    columns = [{"name": "i", "type": "int", "path": "i", "default": 0}]
    assert condition_of([EqualTo(("i",), 0)], columns) is None


def test_the_same_rows_with_and_without(tmp_path):
    spark = local_session()
    path = tmp_path / "feed.ndjson"
    path.write_text("".join(records(random.Random(1), 400)), encoding="utf-8")
    conditions = [
        "i > 0 and t like 'a%'",
        "x = 0.1 or i = 1",
        "x >= 0.1 and x < 0.3",
        "not b",
        "b and i <> 1 and t in ('a', 'b', '')",
        "i is null",
        "t is not null and t <> 'a'",
        "_reject is not null",
        "i = 1 and _reject is null",
        "j is not null",
    ]
    columns = ", ".join(COLUMNS)

    def rows(pushed, condition):
        spark.conf.set(PUSHDOWN, pushed)
        reader = spark.read.format("sluice").option("columns", columns).option("rejects", "column")
        frame = reader.option("pushFilters", pushed).load(str(path)).where(condition)
        return sorted(map(str, frame.collect()))

    try:
        for condition in conditions:
            assert rows("true", condition) == rows("false", condition), condition
    finally:
        spark.conf.unset(PUSHDOWN)


def test_filters_are_tested_while_reading(tmp_path):
    spark = local_session()
    path = tmp_path / "feed.ndjson"
    # A record that the filter leaves out is no reject; without the filter, it ends the job.
    path.write_text('{"i": 1, "t": "a"}\n{"i": 2, "t": 3}\n')
    reader = spark.read.format("sluice").option("columns", "i:int, t:text").option("where", "i < 3")
    with pytest.raises(Exception, match="too-many-rejects"):
        reader.load(str(path)).where("i = 1").collect()
    reader = reader.option("pushFilters", "true")
    with pytest.raises(Exception, match=PUSHDOWN):
        reader.load(str(path)).where("i = 1").collect()
    spark.conf.set(PUSHDOWN, "true")
    try:
        assert [row.t for row in reader.load(str(path)).where("i = 1").collect()] == ["a"]
        with pytest.raises(Exception, match="too-many-rejects"):
            reader.load(str(path)).where("i > 0").collect()
        with pytest.raises(Exception, match="pushFilters is true or false"):
            reader.option("pushFilters", "yes").load(str(path)).collect()
    finally:
        spark.conf.unset(PUSHDOWN)
