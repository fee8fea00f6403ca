"""JSON feeds as columns, at the speed of memory, with nothing lost.

    import sluice

    events = sluice.scan("events.ndjson", columns=["id:int=id", "actor:text=actor.login"])
    frame = events.to_polars()
    for bad in events.rejects():
        print(bad)

A record that is not valid JSON, or has a value of another type than its column, is a reject with its
file, offset, reason and bytes. It is never changed silently and never ends the scan.
"""

from typing import TYPE_CHECKING, Any

from ._errors import SluiceError
from ._feeds import infer, scan
from ._library import version as __version__
from ._rejects import Reject, Rejects
from ._run import Counts
from ._scan import Scan
from ._split import Part, split
from ._warnings import Examined, RejectWarning

if TYPE_CHECKING:
    from ._polars import scan_polars

__all__ = [
    "Counts",
    "Examined",
    "Part",
    "Reject",
    "RejectWarning",
    "Rejects",
    "Scan",
    "SluiceError",
    "__version__",
    "infer",
    "scan",
    "scan_polars",
    "split",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    # Polars is imported only where it is asked for.
    if name == "scan_polars":
        from ._polars import scan_polars

        return scan_polars
    raise AttributeError(f"module 'sluice' has no attribute {name!r}")
