"""How rotated files are named: the name of generation k (from 1) of a log."""

from datetime import datetime, timedelta, timezone

# Over the end of a month, so that names whose day comes first are not in the order of their bytes.
START = datetime(2026, 1, 29, 12, 0, 0, tzinfo=timezone.utc)


def rotated_name(scheme, stem, k):
    """`stem` is the log's own name. Numbers that go up are moved on by each rotation."""
    time = START + timedelta(days=k)
    if scheme == "up":
        return f"{stem}.1"
    if scheme == "down":
        return f"{stem}.{k}"
    if scheme == "date":
        return f"{stem}-{time:%Y%m%d}"
    if scheme == "datetime":
        return f"{stem}-{time:%Y%m%d}-{120000 + k}"
    if scheme == "epoch":
        return f"{stem}-{int(time.timestamp())}"
    if scheme == "dayfirst":
        return f"{stem}-{time:%d%m%Y}"
    if scheme == "before":
        head, dot, ending = stem.rpartition(".")
        return f"{head}-{time:%Y%m%d}{dot}{ending}" if dot else f"{stem}-{time:%Y%m%d}"
    raise ValueError(f"no scheme {scheme}")


MIXES = (("up", "date"), ("date", "up"), ("up", "dayfirst"), ("date", "datetime"), ("down", "date"),
         ("epoch", "date"))


def scheme_at(scheme, mix, k):
    """The scheme of rotation k: where it is mixed over time, the first rotation's is another one."""
    if scheme != "mixed":
        return scheme
    return mix[0] if k == 1 else mix[1]
