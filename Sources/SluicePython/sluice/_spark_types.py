"""Types: of columns, of Arrow, and of Spark."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    BooleanType,
    DataType,
    DateType,
    DecimalType,
    DoubleType,
    LongType,
    MapType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

#: Spark's types without types inside, decimals apart: a column's type, and Arrow's.
_SCALARS: dict[type[DataType], tuple[str, pa.DataType]] = {
    LongType: ("int", pa.int64()),
    DoubleType: ("real", pa.float64()),
    StringType: ("text", pa.string()),
    BooleanType: ("bool", pa.bool_()),
    DateType: ("date", pa.date32()),
    TimestampType: ("timestamp", pa.timestamp("us", "UTC")),
    BinaryType: ("blob", pa.binary()),
}


def spark_type(type: pa.DataType) -> DataType:
    """Spark's type for columns of an Arrow type that sluice has. Recursive, as types are."""
    if isinstance(type, pa.BaseExtensionType):
        is_text = isinstance(type, pa.UuidType)
        return StringType() if is_text else spark_type(type.storage_type)
    if pa.types.is_decimal(type):
        return DecimalType(type.precision, type.scale)
    if pa.types.is_map(type):
        return MapType(spark_type(type.key_type), spark_type(type.item_type), type.item_field.nullable)
    if pa.types.is_list(type):
        return ArrayType(spark_type(type.value_type), type.value_field.nullable)
    if pa.types.is_struct(type):
        return StructType([StructField(each.name, spark_type(each.type), each.nullable) for each in type])
    for own, (_, arrow) in _SCALARS.items():
        if arrow == type:
            return own()
    raise TypeError(f"sluice has no column of Arrow's type {type}")


def arrow_type(type: DataType) -> pa.DataType:
    """The Arrow type in which Spark takes values of a type, nulls and names of fields included."""
    if isinstance(type, DecimalType):
        return pa.decimal128(type.precision, type.scale)
    if isinstance(type, ArrayType):
        return pa.list_(pa.field("element", arrow_type(type.elementType), type.containsNull))
    if isinstance(type, MapType):
        return pa.map_(
            pa.field("key", arrow_type(type.keyType), False),
            pa.field("value", arrow_type(type.valueType), type.valueContainsNull),
        )
    if isinstance(type, StructType):
        return pa.struct([arrow_field(field) for field in type])
    return _SCALARS[type.__class__][1]


def arrow_field(field: StructField) -> pa.Field:
    """A field in the form in which Spark takes it."""
    return pa.field(field.name, arrow_type(field.dataType), field.nullable)


def column_type(type: DataType, place: str) -> str:
    """The text of a column's type for one of Spark; ``place`` is its name for errors.

    Raises ValueError for types that sluice does not read, and for elements and values that can't be null:
    JSON's can.
    """
    if type.__class__ in _SCALARS:
        return _SCALARS[type.__class__][0]
    if isinstance(type, DecimalType):
        return "decimal"
    if isinstance(type, ArrayType):
        _check_nulls(type.containsNull, f"elements of {place}", "containsNull")
        return f"list<{column_type(type.elementType, f'{place}[]')}>"
    if isinstance(type, MapType):
        if type.keyType.__class__ is not StringType:
            raise ValueError(
                f"the map {place} has keys of the type {type.keyType.simpleString()}: keys of JSON are"
                " strings, so expected map<string, …>"
            )
        _check_nulls(type.valueContainsNull, f"values of {place}", "valueContainsNull")
        return f"map<text, {column_type(type.valueType, f'{place}[]')}>"
    if isinstance(type, StructType):
        return f"struct<{', '.join(_field(field, place) for field in type)}>"
    raise ValueError(
        f"the column {place} has the type {type.simpleString()}: sluice reads bigint, double, string,"
        " boolean, date, timestamp, binary, decimal, and arrays, structs and maps of them; or give the"
        ' option "columns"'
    )


def _field(field: StructField, place: str) -> str:
    # A column's text has its only "=" after its type.
    name = json.dumps(field.name).replace("=", "\\u003d")
    required = "" if field.nullable else " required"
    return f"{name}: {column_type(field.dataType, f'{place}.{field.name}')}{required}"


def _check_nulls(may_be: bool, what: str, setting: str) -> None:
    if not may_be:
        raise ValueError(
            f"the {what} can't be NOT NULL, because JSON's may be null: set {setting} to True"
        )


def decimal_form(field: StructField) -> list[int] | None:
    """Precision and scale of the decimals in a column; None: it has none.

    Raises ValueError for two forms: a column's decimals have one.
    """
    forms = sorted({(type.precision, type.scale) for type in _decimals(field.dataType)})
    if len(forms) > 1:
        texts = " and ".join(f"decimal({precision},{scale})" for precision, scale in forms[:2])
        raise ValueError(
            f"the column {field.name} has {texts}: the decimals of a column have one precision and scale;"
            " give all of them those of the widest, and cast what was read"
        )
    return list(forms[0]) if forms else None


def _decimals(type: DataType) -> Iterator[DecimalType]:
    if isinstance(type, DecimalType):
        yield type
    elif isinstance(type, ArrayType):
        yield from _decimals(type.elementType)
    elif isinstance(type, MapType):
        yield from _decimals(type.valueType)
    elif isinstance(type, StructType):
        for field in type:
            yield from _decimals(field.dataType)


def check_column(found: pa.Field, field: StructField) -> None:
    """Raises ValueError for a column that does not fit what a schema says of it: in the form of nested types,
    or in what may be null."""
    problem = _difference(found, arrow_field(field), field.name)
    if problem:
        raise ValueError(
            f"the columns and the schema are not alike: {problem}; give only one of them, or change one"
        )


def _difference(found: pa.Field, wanted: pa.Field, place: str) -> str | None:
    if found.nullable and not wanted.nullable:
        return f"{place} may be null, and is NOT NULL in the schema"
    one, other = found.type, wanted.type
    tests = (pa.types.is_list, pa.types.is_map, pa.types.is_struct)
    if [test(one) for test in tests] != [test(other) for test in tests]:
        return f"{place} is {_simple(one)}, and {_simple(other)} in the schema"
    if pa.types.is_list(one):
        return _difference(one.value_field, other.value_field, f"{place}[]")
    if pa.types.is_map(one):
        return _difference(one.item_field, other.item_field, f"{place}[]")
    if not pa.types.is_struct(one):
        return None
    names = [[each.name for each in type] for type in (one, other)]
    if names[0] != names[1]:
        return f"{place} has the fields {', '.join(names[0])}, and {', '.join(names[1])} in the schema"
    for first, second in zip(one, other):
        problem = _difference(first, second, f"{place}.{first.name}")
        if problem:
            return problem
    return None


def _simple(type: pa.DataType) -> str:
    return spark_type(type).simpleString()


def plain(array: pa.Array, type: pa.DataType) -> pa.Array:
    """An array in the type that Spark expects: without extension types, also inside nested ones. Values are
    shared where they can be. Recursive, as types are."""
    if isinstance(array, pa.ExtensionArray):
        if isinstance(array.type, pa.UuidType):
            return pa.array([None if v is None else str(v) for v in array.to_pylist()], type)
        array = array.storage
    if array.type == type:
        return array
    if pa.types.is_struct(type):
        children = [plain(array.field(i), field.type) for i, field in enumerate(type)]
        mask = array.is_null() if array.null_count else None
        return pa.StructArray.from_arrays(children, fields=list(type), mask=mask)
    if pa.types.is_map(type):
        entries = plain(array.values, pa.struct([type.key_field, type.item_field]))
        return _lists(array, type, entries)
    if pa.types.is_list(type):
        return _lists(array, type, plain(array.values, type.value_type))
    return array.cast(type)


def _lists(array: pa.Array, type: pa.DataType, inner: pa.Array) -> pa.Array:
    """The lists or maps of an array, over other elements."""
    return pa.Array.from_buffers(
        type, len(array), array.buffers()[:2], array.null_count, array.offset, [inner]
    )
