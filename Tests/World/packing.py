"""What becomes of a rotated file some time after: packed by one program or two, beside itself or not."""

ENDINGS = ("", ".gz", ".zst", ".xz")


class Packer:
    def __init__(self, actions, packing):
        self.actions, self.packing = actions, packing
        self.waiting = None
        self.count = 0

    def forms(self, name):
        """The endings under which a rotated file is there."""
        return [ending for ending in ENDINGS if self.actions.exists(name + ending)]

    def finish(self):
        """Packs the file of the rotation before, whose writers have let go of it by now."""
        if self.waiting is not None and self.actions.exists(self.waiting):
            self.actions.pack(self.waiting, ".gz")
        self.waiting = None

    def after_rotation(self, name):
        actions, packing = self.actions, self.packing
        self.count += 1
        if packing in ("gz", "zst", "xz"):
            actions.pack(name, f".{packing}")
        elif packing in ("later", "partial"):
            self.waiting = name
            if packing == "partial":
                # The packer is at work: both are there, and the packed one has no end.
                actions.pack(name, ".gz", keeps=True, share=0.5)
        elif packing == "both":
            actions.pack(name, ".gz", keeps=True)
        elif packing == "twice":
            actions.pack(name, ".gz", keeps=True)
            actions.pack(name, ".xz")
        elif packing == "stale" and self.count == 1:
            # It keeps its name, which the next rotated file gets, too.
            actions.pack(name, ".gz")
