"""Feeds as a data source of Spark 4.

    from sluice.spark import SluiceDataSource
    spark.dataSource.register(SluiceDataSource)
    events = (spark.read.format("sluice")
        .option("columns", "id:int=id, actor:text=actor.login").load("events/*.ndjson"))

Options:

``columns``
    As for :func:`sluice.scan`, separated by commas, or as JSON. Without them, the columns of the schema
    given to the reader, each at the path of its name; without a schema, inferred from 10,000 records. An
    inferred schema knows the path of each column, also where it is given to another reader
    (``.schema(events.schema)``). A key that was in none of these records has no column, and is left out:
    see :func:`sluice.infer`.
``nested``
    ``true``: of inferred columns, arrays, and objects in them or with keys that are data, become arrays,
    structs and maps; otherwise (the default) texts of JSON.
``job``
    A job file's path or text, with columns and settings.
``partitionBytes``
    The size of partitions, 128 MiB unless given: byte ranges of large files, and small files together.
    Of compressed files, those of ``bgzip`` and of several Zstandard frames with sizes are divided.
``rejects``
    ``fail`` (default): a bad record ends the job. ``column``: it is a row of its own, whose other columns
    are null, with ``_reject STRUCT<code, column, path, message, source, offset, length, raw>``. So Spark's
    own commit stores each reject exactly once, whatever is retried or run twice.
``maxErrors``
    With ``rejects`` ``column``: a partition with more bad records, or a larger share such as ``0.5%``,
    ends the job.
``where``, ``check``, ``framing``, ``members``, ``explode``, ``duplicates``, ``maxRecord``, ``maxDepth``,
``maxRatio``, ``maxDecompressed``, ``threads``
    As for :func:`sluice.scan`. A task reads on one thread unless ``threads`` says otherwise.

Another option is an error, because a misspelled one would be ignored.

``pushFilters``
    ``true``: Spark's filters on columns are tested while reading, from Spark 4.1 where
    ``spark.sql.python.filterPushdown.enabled`` is on; without that setting, Spark ends the query. A record
    that they leave out is not examined further, and so it is no reject. Comparisons, ``IN`` and ``LIKE``
    with a prefix, suffix or part are taken for ``int``, ``real``, ``text`` and ``bool``, ``IS NOT NULL``
    for any column with a path, unless it has a default or another contract; nothing with ``explode``.
    Spark applies all filters again, so rows are the same with and without.

Paths must be readable on each worker.

Types: ``int`` is Spark's ``bigint``, ``real`` ``double``, ``bool`` ``boolean``, ``date`` ``date``, ``blob``
``binary``, ``decimal`` ``decimal(38,9)`` or that of the schema, ``timestamp`` and epochs ``timestamp``;
``text``, ``json`` and ``uuid`` are ``string``. ``list<int>`` is ``array<bigint>``, ``map<text, int>``
``map<string,bigint>``, and ``struct<a: int required, b: text>`` ``struct<a:bigint NOT NULL,b:string>``, and
so it is in a schema given to the reader. Elements and values of maps may be null. The decimals of one
column have one precision and scale.

``spark.readStream.format("sluice")`` reads files that grow and appear, in whole lines:

* ``load`` takes a folder (without its folders, and without names that begin with ``.`` or ``_``), a file, or
  a pattern. Without ``columns``, ``job`` and a schema, columns are inferred from the files that are
  there when the query is made.
* A line is read once its newline is there. A file that is compressed, in UTF-16 or of another framing
  than lines is read whole: it must be complete when it appears, as by renaming it into the folder.
  ``framing`` is ``lines`` unless given, or ``auto``.
* ``maxBytesPerTrigger`` limits a batch, to at least one line (Spark 4.2 or later); files that were changed
  longest ago come first.
* A file that was read and is shorter now, or has other bytes before the place, ends the query by an
  error with its name. A file that was removed is forgotten; one that is renamed is a new file.
* The checkpoint has an entry of about 100 bytes for each file that is there: remove those that are done,
  where there are many thousands.
"""

from __future__ import annotations

import json
import os
from typing import Any

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader
from pyspark.sql.types import (
    BinaryType,
    DataType,
    LongType,
    StringType,
    StructField,
    StructType,
)

from ._feeds import infer
from ._growing import GrowingFiles
from ._job import columns_of, job_of, listed, read_job
from ._scan import Scan
from ._spark_options import SETTINGS, check_names, flag, limit, most_errors, positive
from ._spark_reader import (
    REJECT,
    REJECT_NAME,
    FilteringSluiceReader,
    SluicePartition,  # noqa: F401
    SluiceReader,
)
from ._spark_stream import SluiceStreamReader
from ._spark_types import check_column, column_type, decimal_form, spark_type

_ORIGINS: dict[str, DataType] = {
    "source": StringType(),
    "offset": LongType(),
    "line": LongType(),
    "record": LongType(),
    "raw": BinaryType(),
    "element": LongType(),
}
#: The key of a field's metadata under which an inferred schema has its column, so that it also means the
#: same where it is given to another reader.
_COLUMN = "sluice"


class SluiceDataSource(DataSource):
    """``spark.read.format("sluice")``: see this module."""

    @classmethod
    def name(cls) -> str:
        return "sluice"

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        check_names(options)

    # Options' names have any case.
    def _option(self, name: str, default: str | None = None) -> str | None:
        return {key.lower(): value for key, value in self.options.items()}.get(name.lower(), default)

    def _paths(self) -> list[str]:
        several = self._option("paths")
        if several:
            return list(json.loads(several))
        path = self._option("path")
        if path:
            return [path]
        job = self._option("job")
        return list(read_job(job).get("sources", [])) if job else []

    def _rejects(self) -> str:
        choice = self._option("rejects", "fail")
        if choice not in ("fail", "column"):
            raise ValueError(f"the option rejects is fail or column, found {choice!r}")
        return choice

    def _job_columns(self) -> list[dict[str, Any]]:
        job = self._option("job")
        return read_job(job).get("columns", []) if job else []

    def _columns(self) -> list[dict[str, Any]]:
        text = self._option("columns")
        if text:
            if text.lstrip().startswith("["):
                return columns_of(json.loads(text))
            return columns_of(listed(text))
        if own := self._job_columns():
            return own
        chosen = {"framing": self._option("framing"), "explode": self._exploded()}
        nested = flag("nested", self._option("nested", "false"))
        settings = {key: value for key, value in chosen.items() if value is not None}
        return infer(self._files(), nested=nested, **settings)

    def _files(self) -> list[str]:
        """The files of the paths: of a folder, those that a stream reads."""
        paths = self._paths()
        if not any(os.path.isdir(path) for path in paths):
            return paths
        files = list(GrowingFiles(paths, "auto").sizes())
        if not files:
            raise ValueError(
                f"columns are inferred from files, and there are none in {', '.join(paths)} yet: give"
                " the option columns, a job, or a schema"
            )
        return sorted(files)

    def _exploded(self) -> str | None:
        own = self._option("job")
        return self._option("explode") or (read_job(own).get("explode") if own else None)

    def schema(self) -> StructType:
        columns = self._columns()
        is_inferred = not (self._option("columns") or self._job_columns())
        fields = [
            _spark_field(*each, is_inferred) for each in zip(columns, self._arrow_fields(columns))
        ]
        if self._rejects() == "column":
            fields.append(StructField(REJECT_NAME, REJECT))
        return StructType(fields)

    def _arrow_fields(self, columns: list[dict[str, Any]]) -> list[pa.Field]:
        """The columns as a scan has them. Reads nothing."""
        job: dict[str, Any] = {"sources": ["-"], "columns": columns}
        if (explode := self._exploded()) is not None:
            job["explode"] = explode
        return list(pa.schema(Scan(job, options={"strings": "utf8"})))

    def reader(self, schema: StructType) -> DataSourceReader:
        return self._reader(schema, {})

    def streamReader(self, schema: StructType) -> SluiceStreamReader:
        job = self._option("job")
        framing = self._option("framing") or (read_job(job).get("framing") if job else None)
        if framing in (None, "auto"):
            framing = "lines"
        limit = self._option("maxBytesPerTrigger")
        return SluiceStreamReader(
            self._paths(),
            self._reader(schema, {"framing": framing}),
            framing=framing,
            partition_bytes=self._partition_bytes(),
            limit=None if limit is None else positive("maxBytesPerTrigger", limit),
        )

    def _partition_bytes(self) -> int:
        return positive("partitionBytes", self._option("partitionBytes", str(128 << 20)))

    def _reader(self, schema: StructType, own: dict[str, Any]) -> SluiceReader:
        paths = self._paths()
        if not paths:
            raise ValueError('sluice needs paths: load("events.ndjson"), or a job with sources')
        is_own = not (self._option("columns") or self._job_columns())
        if is_own:
            columns = [self._own_column(field) for field in schema if field.name != REJECT_NAME]
        else:
            columns = self._columns()
            found = {field.name: field for field in self._arrow_fields(columns)}
            for field in schema:
                if field.name in found:
                    check_column(found[field.name], field)
        for field in schema:
            decimal_form(field)  # Before a task does.
        if self._rejects() == "column" and REJECT_NAME not in schema.names:
            raise ValueError(
                f"with the option rejects=column, the schema needs the column {REJECT_NAME}"
                f" {REJECT.simpleString()}: without it, rejects would be rows of nulls"
            )
        if REJECT_NAME in schema.names:
            for field in schema:
                if not field.nullable:
                    raise ValueError(
                        f"the column {field.name} can't be NOT NULL beside {REJECT_NAME}: it is null in"
                        " the rows of rejects"
                    )
        settings: dict[str, Any] = {
            key: self._option(option) for option, key in SETTINGS.items()
        }
        settings.update(own)
        if settings["max-record"] is not None:
            settings["max-record"] = positive("maxRecord", settings["max-record"])
        if settings["max-depth"] is not None:
            settings["max-depth"] = positive("maxDepth", settings["max-depth"], "a number of levels")
        if settings["max-ratio"] is not None:
            settings["max-ratio"] = limit("maxRatio", settings["max-ratio"], "a number or off")
        if settings["max-decompressed"] is not None:
            settings["max-decompressed"] = limit("maxDecompressed", settings["max-decompressed"])
        errors = self._option("maxErrors")
        if self._rejects() == "fail":
            errors = "0"
        settings["max-errors"] = None if errors is None else most_errors(errors)
        job = job_of(
            None,
            columns=columns,
            job=self._option("job"),
            settings=settings,
            threads=positive("threads", self._option("threads", "1"), "a number of threads"),
        )
        job.pop("sources", None)
        # Spark refuses a reader with pushFilters() unless its own setting is on.
        is_pushed = flag("pushFilters", self._option("pushFilters", "false"))
        kind = FilteringSluiceReader if is_pushed else SluiceReader
        return kind(
            paths,
            job,
            schema,
            REJECT_NAME in schema.names,
            self._partition_bytes(),
            any(_COLUMN in field.metadata for field in schema),
        )

    def _own_column(self, field: StructField) -> dict[str, Any]:
        """The column of a schema's field: the one it was inferred as, or the one at the path of its name."""
        if inferred := field.metadata.get(_COLUMN):
            column = {**json.loads(inferred), "name": field.name}
            if spark_type(self._arrow_fields([column])[0].type) != field.dataType:
                column["type"] = column_type(field.dataType, field.name)
        else:
            type = column_type(field.dataType, field.name)
            column = {"name": field.name, "type": type, "path": field.name}
        if not field.nullable:
            column["required"] = True
        return column


def _spark_field(column: dict[str, Any], found: pa.Field, is_inferred: bool) -> StructField:
    origin = column.get("from")
    type = spark_type(found.type) if origin is None else _ORIGINS[origin]
    metadata = {_COLUMN: json.dumps(column)} if is_inferred else {}
    return StructField(column["name"], type, True, metadata)
