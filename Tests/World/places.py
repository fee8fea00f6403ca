"""Where a world's log is: its folders, the links that lead to it, and what else lies beside it."""

import os
import unicodedata

NAMES = {
    "ascii": "app.log",
    "nfc": unicodedata.normalize("NFC", "café.log"),
    "nfd": unicodedata.normalize("NFD", "café.log"),
    "blank": "my app.log",
    "newline": "a\nb.log",
    # Arguments must be UTF-8, and the tool says so: here it is the neighbours' names that are none.
    "bytes": "app.log",
    "dash": "-app.log",
}


class Places:
    def __init__(self, actions, values):
        self.actions, self.values = actions, values
        self.name = NAMES[values["spelling"]]
        self.links = values["links"]
        # The path that the tool is given, relative to the root.
        self.log = f"logs/{self.name}"
        # The file itself, while no link is switched.
        self.real = f"pods/x/0.log" if self.links in ("file", "chain", "repointed") else self.log
        if self.links == "folder":
            self.real = f"real/{self.name}"
        self.moves = 0

    @property
    def folder(self):
        return os.path.dirname(self.real)

    @property
    def stem(self):
        return os.path.basename(self.real)

    @property
    def twin(self):
        """A name that looks the same and has other bytes."""
        form = "NFD" if self.values["spelling"] == "nfc" else "NFC"
        return f"logs/{unicodedata.normalize(form, self.name)}"

    def searched(self):
        """Folders in which rotated files are looked for: the name's, and those of what it points to."""
        found = ["logs", "real", "var", "pods/x"] + [f"pods/y{i + 1}" for i in range(self.moves)]
        return [name for name in found if os.path.isdir(self.actions.path(name))]

    def make(self):
        actions = self.actions
        for name in ("out", "old"):
            actions.folder(name)
        if self.links == "folder":
            actions.folder("real")
            actions.link("real", "logs")
        else:
            actions.folder("logs")
        if self.links in ("file", "chain", "repointed"):
            actions.folder("pods/x")
        if self.links == "chain":
            actions.folder("var")
        self.point(self.real)
        self.make_neighbours()

    def point(self, real):
        """Lets the log's path lead to that file, which may not exist yet."""
        self.real = real
        if self.values["how"] == "key":
            return
        if self.links == "chain":
            self.actions.link(f"../{real}", f"var/{self.name}")
            if not self.actions.exists(self.log):
                self.actions.link(f"../var/{self.name}", self.log)
        elif os.path.dirname(real) == "logs" and real != self.log:
            self.actions.link(os.path.basename(real), self.log)
        elif self.links in ("file", "repointed"):
            self.actions.link(f"../{real}", self.log)

    def repoint(self):
        """The folder that the link leads to moves, with all that is in it."""
        self.moves += 1
        new = f"pods/y{self.moves}"
        self.actions.move(self.folder, new)
        self.point(f"{new}/{self.stem}")

    def move_circle_away(self):
        for folder in self.searched():
            for name in os.listdir(self.actions.path(folder)):
                path = self.actions.path(f"{folder}/{name}")
                if os.path.islink(path) and os.readlink(path) == name:
                    self.actions.remove(f"{folder}/{name}")

    def make_neighbours(self):
        """Other programs' files, none of which is the log's. Their records would be noticed as invented."""
        actions, beside = self.actions, self.folder
        foreign = b'{"id":900001,"text":"not of this log"}\n'
        pattern = self.values["feed"] != "follow"
        if self.values["neighbours"] != "none":
            actions.append(f"{beside}/other.log", foreign)
            actions.append(f"{beside}/notes", b"do not read\n")
        if self.values["neighbours"] != "none" and not pattern:
            actions.append(f"{beside}/{self.stem}.lock", b"")
            actions.append(f"{beside}/app2.log", foreign)
            actions.append(f"{beside}/app2.log.1", foreign)
            actions.append(f"{beside}/.{self.stem}.swp", b"\x00b0VIM 9.0\x00" + foreign)
        if self.values["neighbours"] == "odd":
            actions.folder(f"{beside}/{self.stem}.8")
            actions.link("nowhere", f"{beside}/{self.stem}.9")
        if self.values["neighbours"] == "circle":
            actions.link(f"{self.stem}.7", f"{beside}/{self.stem}.7")
        if self.values["spelling"] == "bytes":
            for name in (b"other-\xff.log", b"\xfe\xff") + (() if pattern else (b"app.log.\xff",)):
                actions.append(f"{beside}/{os.fsdecode(name)}", foreign)
        if self.values["spelling"] in ("nfc", "nfd") and self.values["operator"] != "twin":
            actions.append(self.twin, foreign)
            if not pattern:
                actions.append(f"{self.twin}.1", foreign)
