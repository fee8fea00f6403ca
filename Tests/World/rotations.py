"""How a log is rotated: by renaming, copying, switching a link, deleting or moving it away."""

import os

from packing import Packer
from schemes import rotated_name, scheme_at


class Rotations:
    def __init__(self, actions, places, world):
        self.actions, self.places = actions, places
        self.how, self.scheme, self.mix = world.values["how"], world.values["names"], world.mix
        self.packing = world.values["packing"]
        self.packer = Packer(actions, self.packing)
        self.count = 0
        # Numbered files, newest first: the names without the endings of packers.
        self.numbered = []
        # Whether the last rotation has left a copy, and the log as it was.
        self.is_copied = False
        # Objects are written packed.
        self.ending = f".{self.packing}" if self.how == "key" and self.packing != "none" else ""
        if self.how in ("link", "key"):
            places.real = self.name_of_link(1) + self.ending

    def rotate(self, late=b""):
        """`late`: what the writer still writes to the file that was renamed. True: the log begins anew."""
        actions, places = self.actions, self.places
        self.packer.finish()
        self.count += 1
        if self.how == "link":
            old = places.real
            places.point(self.name_of_link(self.count + 1))
            actions.append(places.real, b"")
            self.packer.after_rotation(old)
            return True
        if self.how == "key":
            places.real = self.name_of_link(self.count + 1) + self.ending
            return True
        if self.how == "deleted":
            actions.remove(places.real)
            actions.append(places.real, b"")
            return True
        if self.how == "moved":
            actions.move(places.real, f"old/{self.next_name()}")
            actions.append(places.real, b"")
            return True
        name = f"{places.folder}/{self.next_name()}"
        if self.how == "copy" and not self.is_copied:
            actions.copy(places.real, name)
            self.is_copied = True
            return False
        self.is_copied = False
        if self.how == "copytruncate":
            actions.copy(places.real, name)
            actions.truncate(places.real)
        else:
            actions.move(places.real, name)
            actions.append(places.real, b"")
            if late:
                actions.append(name, late)
        self.packer.after_rotation(name)
        return True

    def name_of_link(self, k):
        scheme = scheme_at(self.scheme, self.mix, k)
        # A switched link leaves its files' names: numbers can only go up with time.
        scheme = "down" if scheme == "up" else scheme
        stem = os.path.basename(self.places.log)
        if self.places.links == "none":
            return f"logs/{rotated_name(scheme, stem, k)}"
        return f"{self.places.folder}/{rotated_name(scheme, '0.log', k)}"

    def next_name(self):
        """The rotated file's name, for which numbered files make room."""
        stem = self.places.stem
        # Two rotations of one day, where the packed file of the first keeps its name.
        k = 1 if self.packing == "stale" and self.count == 2 else self.count
        scheme = scheme_at(self.scheme, self.mix, self.count)
        name = rotated_name(scheme, stem, k)
        if scheme == "up":
            folder = "old" if self.how == "moved" else self.places.folder
            for i in range(len(self.numbered), 0, -1):
                self.shift(f"{folder}/{stem}.{i}", f"{folder}/{stem}.{i + 1}")
            self.numbered.append(name)
        return name

    def shift(self, name, next_name):
        for ending in self.packer.forms(name):
            if self.packing != "stale" or not ending:
                self.actions.move(name + ending, next_name + ending)
        if self.packer.waiting == name:
            self.packer.waiting = next_name
