"""What is said, once, of records that are not among the rows."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._rejects import Rejects

if TYPE_CHECKING:
    from ._capsules import Stream
    from ._run import Counts


class RejectWarning(UserWarning):
    """Records, or keys that no column has, are not among the rows of a scan."""


@dataclass(frozen=True)
class Examined:
    """What columns were inferred from."""

    #: Good records, and bad ones among them.
    records: int
    bad_records: int
    #: The first bad ones, as text.
    first_bad_records: tuple[str, ...]
    #: Whether these are all records of the sources.
    complete: bool
    #: The number of places they come from; 1: the start.
    places: int

    @classmethod
    def of(cls, report: Mapping[str, Any]) -> Examined:
        known = {key: report[key] for key in cls.__dataclass_fields__}
        return cls(**{**known, "first_bad_records": tuple(known["first_bad_records"])})

    def __str__(self) -> str:
        if self.complete:
            return f"all {self.records:,} records"
        place = f" of {self.places} places" if self.places > 1 else ""
        return f"{'' if place else 'the first '}{self.records:,} records{place}"


class Remark:
    """What a run may have to say at its end. Shared by the runs of a scan."""

    def __init__(self, examined: Examined | None, *, rejects_are_told: bool = False) -> None:
        self._examined = examined
        #: Whether the caller gets the rejects themselves.
        self._rejects_are_told = rejects_are_told

    def warn(self, counts: Counts, rejects: Callable[[Mapping[str, Any]], Stream]) -> None:
        if text := self._text(counts, rejects):
            warnings.warn(text, RejectWarning, stacklevel=_level())

    def _text(self, counts: Counts, rejects: Callable[[Mapping[str, Any]], Stream]) -> str:
        parts = []
        if counts.rejects and not self._rejects_are_told:
            first = next(iter(Rejects(rejects)))
            are = "is" if counts.rejects == 1 else "are"
            parts.append(
                f"{counts.rejects:,} of {_count(counts.records, 'record')} {are} not among the rows; the first is"
                f" {first} [{first.code}]. rejects() of the scan has all of them, and max_errors=0 ends a"
                " scan at the first"
            )
        if counts.unknown_keys:
            parts.append(f"No column has {_keys(counts)}")
        if parts and self._examined and not self._examined.complete:
            parts.append(
                f"The columns were inferred from {self._examined}: name columns, or examine all records"
                " by columns=sluice.infer(sources, records=0)"
            )
        return ". ".join(parts)


def _keys(counts: Counts) -> str:
    """The keys that are left out: the most frequent ones, and how many others there are."""
    most = sorted(counts.unknown_keys.items(), key=lambda each: (-each[1], each[0]))
    named = ", ".join(f"{path} ({_count(count, 'time')})" for path, count in most[:3])
    others = len(most) - 3
    more = f" and {_count(others, 'other key')}" if others > 0 else ""
    # Beyond a thousand keys, only how often there were others is counted.
    rest = f" and more, {counts.other_unknown_keys:,} times" if counts.other_unknown_keys else ""
    return f"the key{'s' if len(most) > 1 else ''} {named}{more}{rest}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _level() -> int:
    """How far up the caller is that is not of this package."""
    folder = os.path.dirname(__file__) + os.sep
    frame, level = sys._getframe(1), 1
    while frame.f_back and frame.f_code.co_filename.startswith(folder):
        frame, level = frame.f_back, level + 1
    return level
