"""The options of Spark's data source: their names, and what they may be."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

#: Options that are a scan's settings, and their keys in a job.
SETTINGS = {
    "where": "where",
    "check": "check",
    "framing": "framing",
    "members": "members",
    "explode": "explode",
    "duplicates": "duplicates",
    "maxRecord": "max-record",
    "maxDepth": "max-depth",
    "maxRatio": "max-ratio",
    "maxDecompressed": "max-decompressed",
}
_OWN = [
    "columns", "nested", "job", "partitionBytes", "rejects", "maxErrors", "threads", "pushFilters",
    "maxBytesPerTrigger", *SETTINGS,
]
#: What Spark makes of the arguments of ``load``.
_OF_SPARK = ["path", "paths"]


def check_names(options: Iterable[str]) -> None:
    """Raises ValueError for an option that there is not: it would be ignored, and a misspelled condition
    with it. Names have any case; those with a dot are Spark's, as of tables in its catalog."""
    known = {name.lower(): name for name in [*_OWN, *_OF_SPARK]}
    for option in options:
        if option.lower() in known or "." in option:
            continue
        near = difflib.get_close_matches(option.lower(), known, 1, 0.7)
        hint = f"did you mean {known[near[0]]}?" if near else f"there are {', '.join(_OWN)}"
        raise ValueError(f"sluice has no option {option}: {hint}")


def flag(option: str, word: str) -> bool:
    if word not in ("true", "false"):
        raise ValueError(f"the option {option} is true or false, found {word!r}")
    return word == "true"


def positive(option: str, text: str, unit: str = "a number of bytes") -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ValueError(f"the option {option} is {unit}, at least 1, found {text!r}")
    return int(text)


def limit(option: str, text: str, unit: str = "a number of bytes") -> int | str:
    """A limit that may be off."""
    return text if text == "off" else positive(option, text, unit)


def most_errors(text: str) -> int | str:
    """A number of records, or a share of them."""
    if text.endswith("%"):
        return text
    if not text.isdecimal():
        raise ValueError(
            f"the option maxErrors is a number of records or a share such as 0.5%, found {text!r}"
        )
    return int(text)
