"""What a world's auditor knows: each line that was ever written, and which of them no one can ask for."""


class Truth:
    """`stored` is what a target has: rows and rejects."""

    def __init__(self):
        self.lines = []
        # How often the log has begun anew at its path.
        self.generation = 0
        # The generation in which a job has begun anew for the last time.
        self.anew = 0

    def add(self, lines, generation=None, event=-1):
        for line in lines:
            line.begun = event
            line.generation = self.generation if generation is None else generation
        self.lines += lines

    @staticmethod
    def ended(lines, event):
        """Their last bytes are written: from now on a reader can see them."""
        for line in lines:
            line.event = event

    @property
    def written(self):
        return [line for line in self.lines if line.event >= 0]

    def left(self, stored):
        """Lines that are not stored, and ought to be."""
        rows, rejects = stored
        numbers, refused = {number for number, _ in rows}, "\n".join(rejects)
        return [line for line in self.written if not line.is_optional
                and not (line.number in numbers or line.token in refused)]

    def is_unseen(self, stored):
        """Whether nothing of the log is stored: its job may not have begun yet."""
        rows, rejects = stored
        numbers, refused = {number for number, _ in rows}, "\n".join(rejects)
        return not any(line.number in numbers or line.token in refused
                       for line in self.lines if line.generation >= 0)

    def excuse_earlier(self):
        """What was rotated away before a followed log's job had begun does not concern it."""
        for line in self.lines:
            line.is_optional |= 0 <= line.generation < self.generation

    def excuse(self, tokens):
        """What is gone before anyone has read it concerns no job."""
        for line in self.lines:
            line.is_optional |= line.token in tokens

    def begin_anew(self, stored, takes_all):
        """A job forgets its progress: it reads what is at its path (`takes_all`: all files) once more, and
        nothing else that it had not read."""
        rows = {number for number, _ in stored[0]}
        self.anew = self.generation
        for line in self.lines:
            is_current = takes_all or line.generation == self.generation
            line.restarts += is_current
            # Rejects of earlier files go with the progress.
            if not is_current and line.number not in rows:
                line.is_optional = True

    def excuse_restarts(self):
        """Nothing is in a new target."""
        for line in self.lines:
            line.restarts = 0

    def restored(self, generations):
        """Files are put back that a job which has begun anew may not know."""
        for line in self.lines:
            line.restarts += line.generation in generations and line.generation < self.anew
