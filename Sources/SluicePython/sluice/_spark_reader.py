"""The batch readers of Spark 4: partitions as Arrow batches, with a row for each reject."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql.datasource import DataSourceReader, InputPartition
from pyspark.sql.types import BinaryType, LongType, StringType, StructField, StructType

from ._errors import SluiceError
from ._job import range_text
from ._scan import Scan
from ._spark_types import arrow_field, decimal_form, plain
from ._split import Part, split

if TYPE_CHECKING:
    from pyspark.sql.datasource import Filter  # Spark 4.1 or later

#: The type of the column of rejects, and its name.
REJECT = StructType(
    [
        StructField("code", StringType()),
        StructField("column", StringType()),
        StructField("path", StringType()),
        StructField("message", StringType()),
        StructField("source", StringType()),
        StructField("offset", LongType()),
        StructField("length", LongType()),
        StructField("raw", BinaryType()),
    ]
)
REJECT_NAME = "_reject"
#: What may help where columns were inferred.
INFERRED = (
    "The columns were inferred from 10,000 records: give the option columns, a schema, or rejects=column"
)


@dataclass
class SluicePartition(InputPartition):
    """What one task reads."""

    parts: list[Part]


class SluiceReader(DataSourceReader):
    """Reads partitions as Arrow batches."""

    def __init__(
        self,
        paths: list[str],
        job: dict[str, Any],
        schema: StructType,
        takes_rejects: bool,
        partition_bytes: int,
        is_inferred: bool = False,
    ) -> None:
        self._paths = paths
        self._job = job
        self._schema = schema
        self._takes_rejects = takes_rejects
        self._partition_bytes = partition_bytes
        self._is_inferred = is_inferred

    def partitions(self) -> list[SluicePartition]:
        parts = split(
            self._paths, bytes=self._partition_bytes, framing=self._job.get("framing", "auto")
        )
        return [SluicePartition(each) for each in parts] or [SluicePartition([])]

    def read(self, partition: SluicePartition) -> Iterator[pa.RecordBatch]:
        for part in partition.parts:
            yield from self.batches_of(part)

    def batches_of(self, part: Part) -> Iterator[pa.RecordBatch]:
        """The rows of a part, and then its rejects, if they are to be rows."""
        schema = pa.schema(arrow_field(field) for field in self._schema)
        names = [name for name in schema.names if name != REJECT_NAME]
        forms = {field.name: decimal_form(field) for field in self._schema}
        decimals = {name: form for name, form in forms.items() if form}
        options: dict[str, Any] = {"strings": "utf8", "columns": names}
        if decimals:
            options["decimals"] = decimals
        job = {**self._job, "sources": [part.path]}
        if part.range is not None:
            job["range"] = range_text(part.range)
        # Rejects are rows, or end the job.
        source = Scan(job, options=options, progress=False, warns=False)
        try:
            for batch in source.batches():
                yield self._row_batch(pa.record_batch(batch), schema)
        except SluiceError as error:
            if error.code == "too-many-rejects" and self._is_inferred:
                raise SluiceError(error.code, f"{error.message}. {INFERRED}") from None
            raise
        if self._takes_rejects:
            for batch in source.rejects().to_arrow().to_batches():
                yield _reject_batch(batch, schema)

    def _row_batch(self, batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
        columns = []
        for field in schema:
            if field.name == REJECT_NAME:
                columns.append(pa.nulls(batch.num_rows, field.type))
            else:
                columns.append(plain(batch.column(field.name), field.type))
        return pa.RecordBatch.from_arrays(columns, schema=schema)


class FilteringSluiceReader(SluiceReader):
    """Reads partitions, without the records that Spark's filters leave out."""

    def pushFilters(self, filters: list[Filter]) -> list[Filter]:
        """Takes what filters say of records. Spark applies all of them again."""
        from ._spark_filters import condition_of

        pushed = None if self._job.get("explode") else condition_of(filters, self._job["columns"])
        if pushed:
            own = self._job.get("where")
            self._job = {**self._job, "where": f"({own}) and {pushed}" if own else pushed}
        return filters


def _reject_batch(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    columns = []
    for field in schema:
        if field.name != REJECT_NAME:
            columns.append(pa.nulls(batch.num_rows, field.type))
            continue
        fields = [batch.column(child.name).cast(child.type) for child in field.type]
        columns.append(pa.StructArray.from_arrays(fields, fields=list(field.type)))
    return pa.RecordBatch.from_arrays(columns, schema=schema)
