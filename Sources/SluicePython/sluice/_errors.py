"""What fails."""

from __future__ import annotations


class SluiceError(Exception):
    """Why a scan failed.

    ``code`` is stable: ``bad-job``, ``bad-column``, ``bad-filter``, ``bad-options``, ``source``,
    ``mismatch``, ``unknown-key``, ``too-many-rejects``, ``stopped``, ``forked``, or a code of the
    JSON reader, such as ``io``. ``message`` says what was expected, what was found, and where.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.message} [{self.code}]"


def forked() -> SluiceError:
    """Why a child of the process that opened a reading can't use it."""
    return SluiceError(
        "forked", "this reading began before fork(), in another process: read the scan anew in this one"
    )
