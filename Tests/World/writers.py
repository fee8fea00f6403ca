"""How a program writes its log: whole lines, in halves, out of order, or behind NUL bytes."""


class Writer:
    def __init__(self, actions, places, style):
        self.actions, self.places, self.style = actions, places, style
        # The rest of a line that was begun, and where a hole is and what belongs into it.
        self.rest = None
        self.hole = None

    def write(self, lines):
        """Returns the lines whose ends are written now."""
        done = self.finish()
        data = b"".join(line.data for line in lines)
        if self.style == "halves" and lines:
            # After a byte in the middle: of é, where the text has one.
            last = lines[-1]
            cut = last.data.find("é".encode())
            cut = cut + 1 if cut >= 0 else len(last.data) // 2
            keep = len(last.data) - cut
            self.actions.append(self.places.real, data[:-keep])
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
        self.actions.append(self.places.real, data)
        return done + lines

    def finish(self):
        """Writes what is missing of the last line, or fills the hole."""
        done = []
        if self.rest:
            line, data = self.rest
            self.actions.append(self.places.real, data)
            done.append(line)
        if self.hole:
            line, offset = self.hole
            self.actions.write_at(self.places.real, offset, line.data)
            done.append(line)
        self.rest = self.hole = None
        return done
