"""Makes a world from a number: its values, and the events that happen in it."""

import random
from dataclasses import dataclass, field

from covering import random_row
from faults import some_fault
from schemes import MIXES


@dataclass
class Plan:
    seed: int
    number: int
    values: dict
    mix: list
    events: list = field(default_factory=list)

    @property
    def title(self):
        return f"world {self.number} of seed {self.seed}"


def plan(seed, number, row=None):
    """The world of that number; `row`: its values, otherwise random ones."""
    chance = random.Random(f"{seed}/{number}")
    values = row or random_row(chance)
    made = Plan(seed, number, values, list(chance.choice(MIXES)))
    made.events = Script(values, chance).events()
    return made


class Script:
    """Each event is a list: its name, and numbers. Each can be left out without another losing its sense."""

    def __init__(self, values, chance):
        self.values, self.chance = values, chance
        self.is_calm = values["weather"] == "calm"

    def odds(self, share):
        return self.chance.random() < share

    def append(self, least=1):
        count = self.chance.randint(least, 5)
        bad = self.chance.randint(0, min(2, count - 1)) if self.values["records"] != "good" else 0
        return ["append", count, bad]

    def start(self):
        # What is wrong with the run: a limit in KiB for each file that it writes, beyond what the target has;
        # or the call that fails.
        trouble = 0
        if self.values["ending"] == "full" and self.odds(0.7):
            trouble = self.chance.randint(1, 24)
        elif self.values["ending"] == "fault" and self.odds(0.7):
            trouble = some_fault(self.chance)
        return ["start", trouble]

    def events(self):
        found = [self.append(2), ["start", 0], ["settle"]]
        rounds = self.chance.randint(1, 3)
        special = self.chance.randrange(rounds)
        for i in range(rounds):
            found += self.round()
            if i == special:
                found += self.specials()
            if self.odds(1 if self.values["ending"] in ("full", "fault") else 0.2):
                found += [["stop"], self.start(), *self.maybe(), ["settle"]]
        if self.odds(0.7):
            found += [self.append()]
        return found + [["settle"], ["stop"]]

    def rotate(self):
        late = self.values["how"] == "create" and self.values["packing"] in ("none", "later")
        late = late and self.values["framing"] not in ("elements", "pointer")
        return ["rotate", self.chance.randint(1, 2) if late and not self.is_calm and self.odds(0.3) else 0]

    def settle(self):
        return [["settle"]] if self.is_calm or self.odds(0.7) else []

    def maybe(self):
        return [self.append()] if self.odds(0.75) else []

    def round(self):
        rounds = {"alive": self.alive, "stopped": self.stopped, "start": self.starting, "two": self.two}
        return rounds[self.values["timing"]]()

    def alive(self):
        return [self.start(), self.append(), *self.settle(), self.rotate(), *self.maybe(), *self.settle()]

    def stopped(self):
        return [self.append(), *self.settle(), ["stop"], *self.maybe(), self.rotate(), *self.maybe(),
                self.start(), *self.settle()]

    def starting(self):
        return [["stop"], *self.maybe(), self.start(), self.rotate(), *self.maybe(), *self.settle()]

    def two(self):
        """Two rotations between two looks of a job that is paused, or was stopped."""
        begin, end = (["pause"], ["resume"]) if self.odds(0.6) else (["stop"], self.start())
        return [self.append(), *self.settle(), begin, *self.maybe(), self.rotate(), self.append(),
                self.rotate(), *self.maybe(), end, *self.settle()]

    def specials(self):
        found = []
        if self.values["links"] == "repointed":
            found += [["stop"]] if self.odds(0.5) else []
            found += [["repoint"], *self.maybe()]
        operator = self.values["operator"]
        if operator == "second":
            found += [["start", 0], ["second"], *self.maybe(), *self.settle()]
        if operator == "restart":
            found += [["settle"], ["restart"], ["start", 0], *self.maybe(), *self.settle()]
        if operator == "twin":
            for _ in range(2):
                found += [["twin", self.chance.randint(1, 4)], ["start", 0], *self.maybe(), *self.settle()]
        if self.values["cut"] != "none":
            found += self.cut()
        if self.values["server"] in ("replaced", "deleted"):
            found += [*self.settle(), ["exchange", self.chance.randrange(4), self.chance.randint(1, 6)], *self.maybe(),
                      ["start", 0], *self.settle()]
        if self.values["client"] != "none":
            found += self.client()
        if self.values["rejects"] == "foreign" and self.odds(0.6):
            found += [["stop"], ["foreign"], self.append(), ["start", 0], *self.settle()]
        return found

    def cut(self):
        """The job is stopped while a record is half written, and perhaps once more before its rest comes."""
        again = [["start", 0], *self.settle(), ["stop"]] if self.odds(0.4) else []
        return [["start", 0], *self.maybe(), ["begin"], *self.settle(), ["stop"], *again, self.append(), ["start", 0],
                *self.settle()]

    def client(self):
        """It comes between two runs, while one waits, or in the middle of its work; and goes before the end or not."""
        come, go = ["disturb", self.chance.randrange(100)], [["undo"]] if self.odds(0.7) else []
        phases = ([["stop"], come, self.append(), ["start", 0], *self.settle(), *go, ["start", 0], *self.maybe()],
                  [["start", 0], ["settle"], come, self.append(), *self.settle(), *go, self.append()],
                  [["stop"], self.append(3), ["start", 0], come, *self.maybe(), *self.settle(), *go])
        return self.chance.choice(phases) + self.settle()
