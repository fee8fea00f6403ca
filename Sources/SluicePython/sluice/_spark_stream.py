"""The streaming reader of Spark 4: files that grow, with an offset for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSourceStreamReader, InputPartition

from ._growing import GrowingFiles, Growth, growth, offset_json, offset_of
from ._split import Part

if TYPE_CHECKING:
    import pyarrow as pa

    from ._spark_reader import SluiceReader

try:
    from pyspark.sql.streaming.datasource import (
        ReadAllAvailable,
        ReadLimit,
        ReadMaxBytes,
        SupportsTriggerAvailableNow,
    )

    _HAS_LIMITS = True
except ImportError:  # Spark 4.0 and 4.1
    _HAS_LIMITS = False

    class SupportsTriggerAvailableNow:  # type: ignore[no-redef]
        """Its counterpart is in Spark 4.2."""


@dataclass
class StreamPartition(InputPartition):
    """What one task reads of a batch: parts, each with its file's growth."""

    parts: list[tuple[Part, Growth]]


class SluiceStreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Reads the lines that files have grown by, as the batch reader reads parts."""

    def __init__(
        self,
        paths: list[str],
        reader: SluiceReader,
        *,
        framing: str,
        partition_bytes: int,
        limit: int | None,
    ) -> None:
        if limit is not None and not _HAS_LIMITS:
            raise ValueError(
                "the option maxBytesPerTrigger needs Spark 4.2 or later: before, Spark does not tell a"
                " source where a batch begins"
            )
        self._files = GrowingFiles(paths, framing)
        self._reader = reader
        self._partition_bytes = partition_bytes
        self._limit = limit
        self._bounds: Mapping[str, int] | None = None

    def initialOffset(self) -> dict[str, Any]:
        return offset_json({})

    def getDefaultReadLimit(self) -> ReadLimit:
        return ReadAllAvailable() if self._limit is None else ReadMaxBytes(self._limit)

    def latestOffset(
        self, start: dict[str, Any] | None = None, limit: ReadLimit | None = None
    ) -> dict[str, Any]:
        # Spark 4.0 and 4.1 give neither.
        most = limit.max_bytes if _HAS_LIMITS and isinstance(limit, ReadMaxBytes) else None
        begin = None if start is None else offset_of(start)
        return offset_json(self._files.latest(begin, limit=most, bounds=self._bounds))

    def prepareForTriggerAvailableNow(self) -> None:
        self._bounds = self._files.sizes()

    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> Sequence[InputPartition]:
        """Divides large growths, and gathers small ones: the same each time for the same offsets."""
        partitions: list[StreamPartition] = []
        gathered: list[tuple[Part, Growth]] = []
        size = 0
        for each in growth(offset_of(start), offset_of(end)):
            if size + each.size > self._partition_bytes and gathered:
                partitions.append(StreamPartition(gathered))
                gathered, size = [], 0
            if each.end.whole:
                gathered.append((Part(each.path, None, each.size), each))
                size += each.size
                continue
            first, length = each.start.end, each.size
            count = -(-length // self._partition_bytes)
            cuts = [first + length * i // count for i in range(count + 1)]
            pieces = [
                (Part(each.path, (begin, end), end - begin), each)
                for begin, end in zip(cuts, cuts[1:])
            ]
            if count > 1:
                partitions += [StreamPartition([piece]) for piece in pieces]
            else:
                gathered += pieces
                size += length
        if gathered:
            partitions.append(StreamPartition(gathered))
        return partitions

    def read(self, partition: StreamPartition) -> Iterator[pa.RecordBatch]:  # type: ignore[override]
        for part, grown in partition.parts:
            # A file that is replaced while it is read fails the task, whose rows Spark then drops.
            grown.check()
            yield from self._reader.batches_of(part)
            grown.check()
