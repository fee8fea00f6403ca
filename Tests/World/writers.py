"""How a program writes its log: whole lines, in halves, out of order, or behind NUL bytes; as elements, or packed."""

import gzip
import lzma
import subprocess

from lines import place_of

# What opens an array of records, and what closes it.
ARRAYS = {"elements": (b"[\n", b"]\n"), "pointer": (b'{"of": "rows", "rows": [\n', b"]}\n")}
PACKERS = {".gz": gzip.compress, ".xz": lzma.compress,
           ".zst": lambda data: subprocess.run(["zstd", "-qc"], input=data, capture_output=True, check=True).stdout}


class Writer:
    def __init__(self, actions, places, values):
        self.actions, self.places, self.style = actions, places, values["writer"]
        self.array, self.cut = ARRAYS.get(values["framing"]), values["cut"]
        # The last element of an array, until a comma or the array's end follows it.
        self.open = []
        # The rest of a line that was begun, and where a hole is and what belongs into it.
        self.rest = None
        self.hole = None

    def write(self, lines):
        """Returns the lines whose ends are written now."""
        done = self.finish() + self.separate(lines)
        data = b"".join(line.data for line in lines)
        if self.style == "halves" and lines:
            # After a byte in the middle: of é, where the text has one.
            last = lines[-1]
            cut = last.data.find("é".encode())
            cut = cut + 1 if cut >= 0 else len(last.data) // 2
            keep = len(last.data) - cut
            self.append(data[:-keep])
            self.rest = (last, last.data[cut:])
            return done + lines[:-1]
        if self.style == "hole" and len(lines) > 1:
            first, others = lines[0], lines[1:]
            offset = self.actions.size(self.places.real)
            self.actions.write_at(self.places.real, offset + len(first.data), data[len(first.data):])
            self.hole = (first, offset)
            first.is_late = True
            return done + others
        if self.style == "nul" and lines and not self.actions.size(self.places.real):
            # As after a cut by another program, if this one keeps its place.
            data = b"\0" * 24 + data
        self.append(data)
        return done + self.ended(lines)

    def append(self, data):
        ending = self.places.real[self.places.real.rfind("."):]
        self.actions.append(self.places.real, PACKERS.get(ending, bytes)(data))

    def separate(self, lines):
        """Elements of an array have commas before them, and the array's beginning before the first. Returns the element
        that ends by that."""
        for i, line in enumerate(lines if self.array else []):
            line.data = (b"," if i or self.actions.size(self.places.real) else self.array[0]) + line.data
        done, self.open = (self.open, []) if lines else ([], self.open)
        return done

    def ended(self, lines):
        """Which of these lines a reader knows to have ended."""
        if not self.array or not lines:
            return lines
        self.open = lines[-1:]
        return lines[:-1]

    def close(self):
        """The end of an array, which its file gets before another one takes its place. Returns what it ends."""
        if self.array and self.actions.size(self.places.real):
            self.append(self.array[1])
        done, self.open = self.open, []
        return done

    def begin(self, line):
        """Writes a record up to the place where this world cuts records. Returns lines that have ended before."""
        done = self.finish() + self.separate([line])
        place = place_of(self.cut, line.data)
        self.append(line.data[:place])
        self.rest = (line, line.data[place:])
        return done

    def finish(self):
        """Writes what is missing of the last line, or fills the hole."""
        done = []
        if self.rest:
            line, data = self.rest
            self.append(data)
            done += self.ended([line])
        if self.hole:
            line, offset = self.hole
            self.actions.write_at(self.places.real, offset, line.data)
            done.append(line)
        self.rest = self.hole = None
        return done
