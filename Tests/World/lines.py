"""Lines of a log in each form, good and bad, and the truth about them."""

import json
from dataclasses import dataclass


@dataclass
class Line:
    number: int
    is_good: bool
    text: str
    data: bytes
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


class LineMaker:
    def __init__(self, form, framing, records, first=0):
        self.form, self.framing, self.records = form, framing, records
        self.count = first

    def make(self, is_good=True):
        number = self.count
        self.count += 1
        line = Line(number, is_good or self.records == "good", f"t{number:05d} é✓{number}", b"")
        if line.is_good:
            record = {"id": number, "text": line.text}
            line.data = self.dressed(json.dumps(record, ensure_ascii=False), record)
        elif self.records == "type":
            record = {"id": f"b{number}", "text": line.text}
            line.data = self.dressed(json.dumps(record, ensure_ascii=False), record)
        else:
            line.data = self.malformed(line.text)
        return line

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
        return (start + text + "\n").encode()

    @property
    def flags(self):
        form = {"cri": ["--prefix", "cri"], "inside": ["--inside", "log"],
                "logfmt": ["--lines", "logfmt"]}.get(self.form, [])
        return form + ["--framing", self.framing]
