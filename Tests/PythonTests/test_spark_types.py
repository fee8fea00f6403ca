"""Types of columns, Arrow and Spark, without a session of Spark."""

import json
import random

import pytest

pytest.importorskip("pyspark", reason="Spark's types need pyspark 4")
pa = pytest.importorskip("pyarrow")

import sluice  # noqa: E402
from pyspark.sql.types import (  # noqa: E402
    ArrayType,
    DecimalType,
    IntegerType,
    LongType,
    MapType,
    StringType,
    StructField,
    StructType,
)
from sluice._spark_types import (  # noqa: E402
    arrow_field,
    arrow_type,
    check_column,
    column_type,
    decimal_form,
    plain,
    spark_type,
)
from test_nested import nested_type, text_of, value_of  # noqa: E402


def field_of(path, type):
    (field,) = pa.schema(sluice.scan(path, columns=[{"name": "v", "type": type, "path": "v"}], strings="utf8"))
    return field


@pytest.mark.parametrize(
    ("column", "spark"),
    [
        ("int", "bigint"), ("real", "double"), ("text", "string"), ("bool", "boolean"), ("json", "string"),
        ("decimal", "decimal(38,9)"), ("date", "date"), ("timestamp", "timestamp"), ("epochms", "timestamp"),
        ("uuid", "string"), ("blob", "binary"),
    ],
)
def test_each_type_alone_and_inside(tmp_path, column, spark):
    for form, expected in [
        ("{}", "{}"),
        ("list<{}>", "array<{}>"),
        ("map<text, {}>", "map<string,{}>"),
        ("struct<a: {}, b: list<{}>>", "struct<a:{},b:array<{}>>"),
    ]:
        count = form.count("{}")
        found = spark_type(field_of(tmp_path, form.format(*[column] * count)).type)
        assert found.simpleString() == expected.format(*[spark] * count)


def test_what_may_be_null(tmp_path):
    found = spark_type(field_of(tmp_path, "list<struct<a: int required, b: map<text, int>>>").type)
    assert found == ArrayType(
        StructType([StructField("a", LongType(), False), StructField("b", MapType(StringType(), LongType()))])
    )
    assert column_type(found, "v") == 'list<struct<"a": int required, "b": map<text, int>>>'


@pytest.mark.parametrize("seed", range(20))
def test_types_there_and_back(tmp_path, seed):
    random.seed(seed)
    found = spark_type(field_of(tmp_path, text_of(nested_type(4))).type)
    # Texts, JSON and UUIDs are all strings of Spark, so the second way gives the same again.
    assert spark_type(field_of(tmp_path, column_type(found, "v")).type) == found
    wanted = arrow_type(found)
    pyspark_types = pytest.importorskip("pyspark.sql.pandas.types")
    assert wanted == pyspark_types.to_arrow_type(found, **utc(pyspark_types.to_arrow_type))


def utc(function):
    """The argument for times in UTC, which has another name in Spark 4.0 and 4.1."""
    names = function.__code__.co_varnames
    return {"timezone": "UTC"} if "timezone" in names else {"timestamp_utc": True}


@pytest.mark.parametrize("seed", range(12))
def test_arrays_in_the_type_of_spark(tmp_path, seed):
    random.seed(seed)
    type = nested_type(4)
    path = tmp_path / "feed.ndjson"
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        for _ in range(300):
            file.write(json.dumps({"v": value_of(type)}) + "\n")
    scan = sluice.scan(path, columns=[f"v:{text_of(type)}=v"], strings="utf8")
    array = scan.to_arrow().column("v").combine_chunks()
    wanted = arrow_type(spark_type(array.type))
    for piece in (array, array.slice(17, 200), array.slice(300), pa.nulls(5, array.type)):
        found = plain(piece, wanted)
        found.validate(full=True)
        assert found.type == wanted
        assert found.to_pylist() == texts(piece.type, piece.to_pylist())


def texts(type, values):
    """Values as Spark gets them: UUIDs as texts."""
    if isinstance(type, pa.UuidType):
        return [None if value is None else str(value) for value in values]
    if pa.types.is_list(type):
        return [None if value is None else texts(type.value_type, value) for value in values]
    if pa.types.is_map(type):
        return [
            None if value is None
            else [(key, texts(type.item_type, [each])[0]) for key, each in value]
            for value in values
        ]
    if pa.types.is_struct(type):
        return [
            None if value is None
            else {each.name: texts(each.type, [value[each.name]])[0] for each in type}
            for value in values
        ]
    return values


def test_values_are_shared(tmp_path):
    array = pa.array([[1, 2], None, [3]], arrow_type(ArrayType(LongType())))
    assert plain(array, array.type) is array
    (tmp_path / "feed.ndjson").write_text('{"v": ["a", {"b": 1}]}\n')
    scan = sluice.scan(tmp_path / "feed.ndjson", columns=["v:list<json>=v"], strings="utf8")
    array = scan.to_arrow().column("v").chunk(0)
    found = plain(array, arrow_type(ArrayType(StringType())))
    assert found.to_pylist() == [['"a"', '{"b": 1}']]
    assert found.values.buffers()[2].address == array.values.storage.buffers()[2].address


@pytest.mark.parametrize(
    ("type", "message"),
    [
        (IntegerType(), "the column v has the type int: sluice reads bigint, double"),
        (ArrayType(IntegerType()), r"the column v\[\] has the type int"),
        (StructType([StructField("a", ArrayType(IntegerType()))]), r"the column v\.a\[\] has the type int"),
        (MapType(LongType(), LongType()), "the map v has keys of the type bigint"),
        (ArrayType(LongType(), False), "the elements of v can't be NOT NULL"),
        (MapType(StringType(), LongType(), False), "the values of v can't be NOT NULL"),
    ],
)
def test_types_that_are_not_read(type, message):
    with pytest.raises(ValueError, match=message):
        column_type(type, "v")


def test_decimals_of_a_column_have_one_form():
    def form(*types):
        return decimal_form(
            StructField("v", StructType([StructField(str(i), type) for i, type in enumerate(types)]))
        )

    one, other = DecimalType(10, 2), DecimalType(12, 2)
    assert form(LongType()) is None
    assert form(one, ArrayType(MapType(StringType(), one))) == [10, 2]
    with pytest.raises(ValueError, match=r"has decimal\(10,2\) and decimal\(12,2\)"):
        form(one, ArrayType(other))


@pytest.mark.parametrize(
    ("column", "schema", "message"),
    [
        ("list<int>", StringType(), "v is array<bigint>, and string in the schema"),
        ("json", ArrayType(LongType()), "v is string, and array<bigint> in the schema"),
        ("list<list<int>>", ArrayType(LongType()), r"v\[\] is array<bigint>, and bigint in the schema"),
        ("list<int>", ArrayType(LongType(), False), r"v\[\] may be null"),
        ("struct<a: int>", StructType([StructField("a", LongType(), False)]), "v.a may be null"),
        ("struct<a: int>", StructType([StructField("b", LongType())]), "v has the fields a, and b"),
        ("map<text, bool>", MapType(StringType(), StructType([])), r"v\[\] is boolean"),
    ],
)
def test_columns_that_are_unlike_the_schema(tmp_path, column, schema, message):
    with pytest.raises(ValueError, match=message):
        check_column(field_of(tmp_path, column), StructField("v", schema))


def test_columns_that_are_like_the_schema(tmp_path):
    type = "struct<a: int required, b: list<decimal>, c: map<text, uuid>>"
    found = field_of(tmp_path, type)
    own = StructField("v", spark_type(found.type))
    check_column(found, own)
    assert arrow_field(own).type == arrow_type(own.dataType)
    # What is never null may be nullable in the schema; scalars are converted.
    check_column(found, StructField("v", StructType(
        [
            StructField("a", StringType()),
            StructField("b", ArrayType(DecimalType(9, 2))),
            StructField("c", MapType(StringType(), StringType())),
        ]
    )))
