"""A tool for the auditor's own test: it imports a file of lines into NDJSON, and does what its fault says.

usage: faketool.py FAULT import FEED … --into FILE … --rejects FILE … --summary FILE …
"""

import json
import os
import sys


def main():
    fault, _, feed, *flags = sys.argv[1:]
    value = dict(zip(flags, flags[1:]))
    if os.path.exists(value["--into"]):
        # All of it was read by the first run.
        rows, rejects = [], []
    else:
        rows, rejects = read(feed)
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
    write(value["--into"], rows)
    write(value["--rejects"], [{"raw": raw} for raw in rejects])
    notes = [{"kind": "possible-loss", "message": "records may be lost"}] if fault == "notes" else []
    with open(value["--summary"], "w") as file:
        json.dump({"notes": notes}, file)
    if fault == "refuses":
        sys.exit(2)
    sys.exit(4 if fault == "notes" else 0)


def read(feed):
    rows, rejects = [], []
    with open(feed, encoding="utf-8") as file:
        for line in file.read().splitlines():
            try:
                record = json.loads(line)
                rows.append({"id": int(record["id"]), "text": record["text"]})
            except (ValueError, KeyError):
                rejects.append(line)
    return rows, rejects


def write(path, items):
    with open(path, "a", encoding="utf-8") as file:
        file.writelines(json.dumps(item, ensure_ascii=False) + "\n" for item in items)


if __name__ == "__main__":
    main()
