"""Reads batches of every type through the C interface with pyarrow, which validates them in full.

usage: check_pyarrow.py LIBRARY FOLDER
"""

import ctypes
import datetime
import decimal
import json
import sys
import uuid

import pyarrow as pa

library = ctypes.CDLL(sys.argv[1])
folder = sys.argv[2]
library.sluice_scan_new.restype = ctypes.c_void_p
library.sluice_error_message.restype = ctypes.c_char_p
for name in ("sluice_scan_free", "sluice_run_free"):
    getattr(library, name).argtypes = [ctypes.c_void_p]

TYPES = {
    "id": "int", "ms": "real", "name": "text", "ok": "bool", "tags": "json", "price": "decimal",
    "day": "date", "at": "timestamp", "sent": "epochms", "key": "uuid", "body": "blob",
}


def record(i):
    """A record and its values, each fifth of which is missing or null."""
    values = {
        "id": i, "ms": i / 8, "name": ["", "é", "twelve bytes", "more than twelve bytes \\n日本"][i % 4] * (i % 3),
        "ok": i % 2 == 0, "tags": [1, {"a": i}], "price": f"{i}.25", "day": f"2024-05-{1 + i % 28:02}",
        "at": f"2024-05-31T12:30:{i % 60:02}.25Z", "sent": 1717158600000 + i,
        "key": str(uuid.UUID(int=i * 7919)), "body": ["", "aGVsbG8=", "AAEC"][i % 3],
    }
    for number, name in enumerate(list(values)):
        if (i + number) % 5 == 0:
            if i % 2:
                values[name] = None
            else:
                del values[name]
    return values


def expected(name, value):
    if value is None:
        return None
    utc = datetime.timezone.utc
    match TYPES[name]:
        case "json":
            return json.dumps(value, separators=(",", ":"))
        case "decimal":
            return decimal.Decimal(value)
        case "date":
            return datetime.date.fromisoformat(value)
        case "timestamp":
            return datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
        case "epochms":
            return datetime.datetime(1970, 1, 1, tzinfo=utc) + datetime.timedelta(milliseconds=value)
        case "uuid":
            return uuid.UUID(value)
        case "blob":
            import base64

            return base64.b64decode(value)
    return value


records = [record(i) for i in range(3001)]
path = folder + "/types.ndjson"
with open(path, "w") as file:
    for number, values in enumerate(records):
        file.write(json.dumps(values, separators=(",", ":"), ensure_ascii=number % 2 == 0) + "\n")
        if number % 100 == 0:
            file.write("no record\n")
job = {"sources": [path], "jobs": 2,
       "columns": [{"name": n, "type": t, "path": n} for n, t in TYPES.items()]}


def read(address):
    reader = pa.RecordBatchReader._import_from_c(address)
    table = reader.read_all()
    for batch in table.to_batches():
        batch.validate(full=True)
    table.validate(full=True)
    return table


for strings, text in (("large_utf8", pa.large_string()), ("utf8", pa.string()), ("utf8_view", pa.string_view())):
    error = ctypes.c_void_p()
    scan = library.sluice_scan_new(json.dumps(job).encode(), ctypes.byref(error))
    assert scan, library.sluice_error_message(error)
    options = {"strings": strings, "batch_rows": 700, "decimals": {"price": [12, 2]}}
    rows, rejects = (ctypes.create_string_buffer(40) for _ in range(2))
    run = ctypes.c_void_p()
    code = library.sluice_scan_stream(
        ctypes.c_void_p(scan), json.dumps(options).encode(), rows, ctypes.byref(run), None)
    assert code == 0, code
    table = read(ctypes.addressof(rows))
    assert table.num_rows == len(records), table.num_rows
    field = table.schema.field
    assert field("name").type == text, field("name").type
    assert field("price").type == pa.decimal128(12, 2)
    assert field("at").type == pa.timestamp("us", "UTC") == field("sent").type
    assert field("day").type == pa.date32() and field("ok").type == pa.bool_()
    assert field("key").type == pa.uuid(), field("key").type
    assert getattr(field("tags").type, "extension_name", None) == "arrow.json", field("tags").type
    assert field("tags").type.storage_type == text
    for name in TYPES:
        found = table.column(name).to_pylist()
        wanted = [expected(name, values.get(name)) for values in records]
        if found != wanted:
            first = next(i for i in range(len(found)) if found[i] != wanted[i])
            raise SystemExit(f"{strings}, {name}, row {first}: {found[first]!r}, expected {wanted[first]!r}")
        assert table.column(name).null_count == wanted.count(None)
    assert library.sluice_run_rejects(run, json.dumps({"strings": strings}).encode(), rejects, None) == 0
    bad = read(ctypes.addressof(rejects))
    assert bad.num_rows == 31 and set(bad.column("raw").to_pylist()) == {b"no record"}
    assert bad.column("line").to_pylist()[:2] == [2, 103], bad.column("line").to_pylist()[:2]
    assert bad.column("column").null_count == 31
    library.sluice_run_free(run)
    library.sluice_scan_free(scan)
print("pyarrow", pa.__version__, "agrees")
