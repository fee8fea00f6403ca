"""Makes a failing world small: values become defaults, and events go, as long as it fails in the same way."""

import time
from dataclasses import replace

from dimensions import DEFAULTS, conflicts
from world import World

# Numbers of events, the plainest first.
PLAINER = ([0], [1, 0], [2, 1])


class Reducer:
    def __init__(self, tool, plan, verdict, seconds):
        self.tool, self.plan, self.verdict = tool, plan, verdict
        self.kind = verdict.kinds[0]
        self.deadline = time.monotonic() + seconds
        self.plays = 0

    def reduce(self):
        """The smallest world found, and its verdict."""
        before = None
        while before != self.plan and time.monotonic() < self.deadline:
            before = self.plan
            self.shrink(self.values_left, self.without_values)
            self.shrink(lambda: range(len(self.plan.events)), self.without_events)
            self.make_numbers_plainer()
        return self.plan, self.verdict

    def shrink(self, items, without):
        """Leaves out as many of the items as possible at once, then fewer and fewer, then each."""
        size = len(items())
        while size:
            start = 0
            while start < len(items()):
                chosen = list(items())[start:start + size]
                if not self.is_failing(without(chosen)):
                    start += size
            size //= 2

    def values_left(self):
        return [name for name, value in self.plan.values.items() if value != DEFAULTS[name]]

    def without_values(self, names):
        values = {**self.plan.values, **{name: DEFAULTS[name] for name in names}}
        return replace(self.plan, values=values)

    def without_events(self, indices):
        events = [each for i, each in enumerate(self.plan.events) if i not in set(indices)]
        return replace(self.plan, events=events)

    def make_numbers_plainer(self):
        for i, (name, *numbers) in enumerate(self.plan.events):
            for plain in PLAINER:
                if len(plain) == len(numbers) and sum(plain) < sum(numbers):
                    events = list(self.plan.events)
                    events[i] = [name, *plain]
                    if self.is_failing(replace(self.plan, events=events)):
                        break

    def is_failing(self, plan):
        """Takes the plan over if it fails as the first one did."""
        if time.monotonic() > self.deadline or conflicts(plan.values):
            return False
        self.plays += 1
        verdict = World(plan, self.tool).play()
        if self.kind not in verdict.kinds:
            return False
        self.plan, self.verdict = plan, verdict
        return True
