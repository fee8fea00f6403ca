"""What a world does to files, each thing done and written down as a line of a shell script."""

import os
import shutil
import subprocess

# Times of files, where the clock is not right: 2026-01-31 12:00:00 UTC.
EPOCH = 1769860800

PLAIN = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=+,@%-")


def quoted(text):
    """A word of a bash script; names that are no UTF-8 are surrogates here."""
    if text and set(text) <= PLAIN:
        return text
    data = os.fsencode(text)
    if all(32 <= byte < 127 and byte != 39 for byte in data):
        return f"'{text}'"
    return "$'" + "".join(
        {10: "\\n", 39: "\\'", 92: "\\\\"}.get(byte, chr(byte) if 32 <= byte < 127 else f"\\x{byte:02x}")
        for byte in data) + "'"


def printf(data):
    """A printf of bytes, NULs too."""
    words = {10: "\\n", 37: "%%", 39: "\\047", 92: "\\\\"}
    text = "".join(words.get(b, chr(b) if 32 <= b < 127 else f"\\{b:03o}") for b in data)
    return f"printf '{text}'"


class Actions:
    """Names are relative to the root, which is the working folder of the script."""

    def __init__(self, root, clock):
        self.root = root
        self.clock = clock
        self.ticks = 0
        self.script = []

    def say(self, line):
        self.script.append(line)

    def path(self, name):
        return os.path.join(self.root, name)

    def exists(self, name):
        return os.path.lexists(self.path(name))

    def size(self, name):
        return os.stat(self.path(name)).st_size if os.path.exists(self.path(name)) else 0

    def folder(self, name):
        os.makedirs(self.path(name), exist_ok=True)
        self.say(f"mkdir -p {quoted(name)}")

    def append(self, name, data):
        with open(self.path(name), "ab") as file:
            file.write(data)
        self.say(f"{printf(data)} >> {quoted(name)}" if data else f": >> {quoted(name)}")
        self.stamp(name)

    def write_at(self, name, offset, data):
        with open(os.open(self.path(name), os.O_WRONLY | os.O_CREAT, 0o644), "wb") as file:
            file.seek(offset)
            file.write(data)
        self.say(f"{printf(data)} | dd of={quoted(name)} bs=1 seek={offset} conv=notrunc status=none")
        self.stamp(name)

    def truncate(self, name):
        os.truncate(self.path(name), 0)
        self.say(f": > {quoted(name)}")
        self.stamp(name)

    def move(self, name, other):
        os.rename(self.path(name), self.path(other))
        self.say(f"mv {quoted(name)} {quoted(other)}")

    def copy(self, name, other):
        shutil.copyfile(self.path(name), self.path(other))
        self.say(f"cp {quoted(name)} {quoted(other)}")
        self.stamp(other)

    def remove(self, name):
        os.unlink(self.path(name))
        self.say(f"rm {quoted(name)}")

    def link(self, target, name):
        """Makes a link, or switches one in one step."""
        new = self.path(name) + ".new-link"
        os.symlink(target, new)
        os.rename(new, self.path(name))
        self.say(f"ln -sfn {quoted(target)} {quoted(name)}")


    def pack(self, name, ending, keeps=False, share=1.0):
        """As the packing programs do: a new file, then the old one's removal. `share`: how much is written yet."""
        program = {".gz": "gzip", ".zst": "zstd", ".xz": "xz"}[ending]
        with open(self.path(name), "rb") as source:
            data = subprocess.run([program, "-q", "-c"], stdin=source, capture_output=True, check=True).stdout
        size = int(len(data) * share)
        with open(self.path(name + ending), "wb") as target:
            target.write(data[:size])
        part = f" | head -c {size}" if share < 1 else ""
        self.say(f"{program} -q -c < {quoted(name)}{part} > {quoted(name + ending)}")
        self.stamp(name + ending)
        if not keeps:
            self.remove(name)

    def stamp(self, name):
        """Sets a file's time as the world's clock has it."""
        if self.clock == "right":
            return
        self.ticks += 1
        time = EPOCH - 60 * self.ticks if self.clock == "back" else EPOCH
        os.utime(self.path(name), (time, time))
        self.say(f"touch -d @{time} {quoted(name)}")
