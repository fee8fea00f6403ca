"""Feeds for the tests of the Python package."""

import json
from pathlib import Path

import pytest

COLUMNS = ["id:int=id", "name:text=name", "x:real=x", "ok:bool=ok", "at:offset"]


def record(number: int) -> dict:
    return {"id": number, "name": f"näme {number}", "x": number / 4, "ok": number % 3 == 0}


class Feed:
    """A feed with a bad record in each hundred, and what a reader must find in it."""

    def __init__(self, path: Path, count: int) -> None:
        self.path = str(path)
        self.rows: list[dict] = []
        self.rejects: list[tuple[int, bytes]] = []
        offset = 0
        with open(path, "wb") as file:
            for number in range(count):
                row = record(number)
                line = json.dumps(row, ensure_ascii=number % 2 == 0).encode()
                if number % 100 == 7:
                    line = [b'{"id": 1.5}', b'{"id": 1', b'{"id": "1"}', b'{"id": 7, "name": "\xff"}'][
                        number // 100 % 4
                    ]
                    self.rejects.append((offset, line))
                else:
                    self.rows.append({**row, "at": offset})
                file.write(line + b"\n")
                offset += len(line) + 1
        self.size = offset


@pytest.fixture(scope="session")
def feed(tmp_path_factory) -> Feed:
    return Feed(tmp_path_factory.mktemp("feed") / "feed.ndjson", 20_000)


@pytest.fixture
def small(tmp_path) -> Feed:
    return Feed(tmp_path / "small.ndjson", 350)
