"""A tool for the auditor's own test: it imports a file of lines, or an object, and does what its fault says.

usage: faketool.py FAULT import FEED … --into FILE … --rejects FILE … --summary FILE …
"""

import json
import os
import sqlite3
import sys
from urllib.request import urlopen


def main():
    fault, _, feed, *flags = sys.argv[1:]
    value = dict(zip(flags, flags[1:]))
    data = contents(feed)
    start = progress(value["--into"])
    part = data[start:]
    # A line without its end waits.
    whole = part[:part.rfind(b"\n") + 1]
    rows, rejects = read(whole)
    if fault == "loses" and rows:
        rows.pop(1)
    if fault == "doubles" and rows:
        rows.append(rows[0])
    if fault == "invents" and rows:
        rows.append({"id": 77777, "text": "t77777"})
    if fault == "changes" and rows:
        rows[0]["text"] += "."
    if fault == "loses-rejects" and rejects:
        rejects.pop()
    if fault == "rejects-good" and rows:
        rejects.append(json.dumps(rows.pop(), ensure_ascii=False))
    if fault == "restores":
        rows = read(data)[0]
    end = start + len(whole)
    if fault == "skips-halves":
        end, rejects = len(data), []
    if fault == "rereads" and whole and len(part) > len(whole):
        end = start + whole[:-1].rfind(b"\n") + 1
    write_rows(value["--into"], rows, fault == "restores")
    write(value["--rejects"], [{"raw": raw} for raw in rejects])
    with open(value["--into"] + ".sluice", "w") as file:
        file.write(str(end))
    notes = [{"kind": "possible-loss", "message": "records may be lost"}] if fault == "notes" else []
    with open(value["--summary"], "w") as file:
        json.dump({"notes": notes}, file)
    if fault == "refuses":
        sys.exit(2)
    sys.exit(4 if fault == "notes" else 0)


def contents(feed):
    with urlopen(feed) if feed.startswith("http") else open(feed, "rb") as file:
        return file.read()


def progress(path):
    """How much of the feed earlier runs have read."""
    if not os.path.exists(path + ".sluice"):
        return 0
    with open(path + ".sluice") as file:
        return int(file.read())


def read(data):
    rows, rejects = [], []
    for line in data.decode(errors="replace").splitlines():
        try:
            record = json.loads(line)
            rows.append({"id": int(record["id"]), "text": record["text"]})
        except (ValueError, KeyError, TypeError):
            rejects.append(line)
    return rows, rejects


def write_rows(path, rows, only_missing):
    if not path.endswith(".db"):
        return write(path, rows)
    database = sqlite3.connect(path, timeout=20)
    database.execute("create table if not exists t (id integer, text text)")
    there = {number for (number,) in database.execute("select id from t")} if only_missing else set()
    database.executemany("insert into t values (:id, :text)", [row for row in rows if row["id"] not in there])
    database.commit()
    database.close()


def write(path, items):
    with open(path, "a", encoding="utf-8") as file:
        file.writelines(json.dumps(item, ensure_ascii=False) + "\n" for item in items)


if __name__ == "__main__":
    main()
