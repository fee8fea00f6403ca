"""Lines of a log in each form, good and bad, and the truth about them."""

import json
import re
from dataclasses import dataclass


@dataclass
class Line:
    number: int
    is_good: bool
    text: str
    data: bytes
    # The event in which it was begun.
    begun: int = -1
    # The event that wrote its end, and the generation of the log that it was written to.
    event: int = -1
    generation: int = -1
    # Whether no one is to blame when it is missing: it had gone before the job could see it.
    is_optional: bool = False
    # Whether it was written late, into a hole before others.
    is_late: bool = False
    # Runs that were told to begin anew while it was in the log.
    restarts: int = 0

    @property
    def token(self):
        """What is in its bytes, and in no other line's."""
        return f"t{self.number:05d}"


def place_of(cut, data):
    """Where a record's bytes are cut."""
    places = {
        "record": len(data) // 2,
        "character": data.find("✓".encode()) + 1,
        "escape": data.find(b"u00e9") + 2,
        # After the first digit of the number, and between CR and LF.
        "number": re.search(rb"id\W+\d", data).end(),
        "cr": len(data) - 1,
    }
    return places[cut]


class LineMaker:
    def __init__(self, values, first=0):
        self.form, self.framing, self.records = values["form"], values["framing"], values["records"]
        self.cut = values["cut"]
        # A number of one digit has no inside.
        self.count = first or (10000 if self.cut == "number" else 0)

    def make(self, is_good=True):
        number = self.count
        self.count += 1
        line = Line(number, is_good or self.records == "good", f"t{number:05d} é✓{number}", b"")
        if line.is_good:
            record = {"id": number, "text": line.text}
            line.data = self.dressed(self.json(record), record)
        elif self.records == "type":
            record = {"id": f"b{number}", "text": line.text}
            line.data = self.dressed(self.json(record), record)
        else:
            line.data = self.malformed(line.text)
        return line

    def json(self, record):
        return json.dumps(record, ensure_ascii=self.cut == "escape")

    def dressed(self, record, fields):
        if self.form == "cri":
            return self.ended(f"2026-01-31T12:10:00.123456789Z stdout F {record}")
        if self.form == "inside":
            return self.ended(json.dumps({"log": record + "\n", "stream": "stdout"}, ensure_ascii=False))
        if self.form == "logfmt":
            return self.ended(f'id={fields["id"]} text="{fields["text"]}"')
        return self.ended(record)

    def malformed(self, text):
        if self.form == "cri":
            return self.ended(f"{text} without a prefix")
        if self.form == "inside":
            return self.ended('{"log":"' + text + ' is no JSON\\n","stream":"stdout"}')
        if self.form == "logfmt":
            return self.ended(f'id="{text}')
        return self.ended('{"id":0 ' + text)

    def ended(self, text):
        start = "\x1e" if self.framing == "sequence" else ""
        return (start + text + ("\r\n" if self.cut == "cr" else "\n")).encode()

    @property
    def flags(self):
        form = {"cri": ["--prefix", "cri"], "inside": ["--inside", "log"],
                "logfmt": ["--lines", "logfmt"]}.get(self.form, [])
        return form + ["--framing", {"pointer": "elements:/rows"}.get(self.framing, self.framing)]
