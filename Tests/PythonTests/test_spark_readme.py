"""The READMEs' lines of Spark, as they are there."""

import json

import pytest

pytest.importorskip("pyspark", reason="Spark's tests need pyspark 4 and Java 17")

import pyarrow.parquet as pq  # noqa: E402
from spark_session import local_session  # noqa: E402
from test_readme import LINES, PACKAGE, README, is_of_spark, programs, run  # noqa: E402


def test_the_five_lines(tmp_path):
    _, program = programs(README)
    lines = [line for line in program.splitlines() if line]
    assert len(lines) <= 5
    (tmp_path / "events.ndjson").write_text("\n".join(LINES) + "\n")
    # Spark's working directory is that of its JVM.
    for name in ("events.ndjson", "events.parquet"):
        program = program.replace(f'"{name}"', repr(str(tmp_path / name)))
    run(program, README, {"spark": local_session()})
    rows = sorted(pq.read_table(tmp_path / "events.parquet").to_pylist(), key=str)
    assert [(row["id"], row["actor"]) for row in rows if row["_reject"] is None] == [
        (1, "ann"),
        (2, "bob"),
        (3, "ann"),
    ]
    (reject,) = [row["_reject"] for row in rows if row["_reject"]]
    assert (reject["code"], reject["column"]) == ("number-out-of-range", "id")
    assert reject["raw"] == LINES[2].encode()


def test_the_programs_of_the_package_s_page(tmp_path):
    path = tmp_path / "users.ndjson"
    user = {"id": 1, "tags": ["a", None], "user": {"name": "Ann", "age": 7}, "counts": {"k": 1}}
    path.write_text(json.dumps({**user, "actor": {"login": "ann"}}) + "\n")
    names = {"spark": local_session(), "path": str(path)}
    for program in programs(PACKAGE):
        if is_of_spark(program):
            run(program, PACKAGE, names)
    assert [row.asDict() for row in names["events"].collect()] == [{"id": 1, "actor": "ann"}]
    assert names["users"].first().asDict(recursive=True) == user
