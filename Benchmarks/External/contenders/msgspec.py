"""msgspec: bytes to structs of declared types, which skip what they do not declare."""

from readers import bytes_of, counted
from sqlite import load as load_rows

package = "msgspec"

TYPES = {"int": int, "real": float, "text": str, "bool": bool}


def start():
    global msgspec
    import msgspec


def struct_of(name, fields):
    """A struct of a tree of names; each may be missing or null."""
    declared = [(key, type_of(key, kind) | None, None) for key, kind in fields.items()]
    return msgspec.defstruct(name, declared, gc=False)


def type_of(name, kind):
    if isinstance(kind, dict):
        return struct_of(name.title(), kind)
    if isinstance(kind, list):
        return list[type_of(name, kind[0])]
    return TYPES[kind]


def decoder(work):
    from works import tree, used
    fields = work.columns if work.kind == "typed" else tree(used(work))
    return msgspec.json.Decoder(struct_of("Record", fields))


def parse(path, work):
    data, decode = bytes_of(path), msgspec.json.Decoder().decode
    return lambda: decode(data)


def partial(path, work):
    from works import tree, used
    status = struct_of("Status", tree(used(work)))
    timeline = msgspec.defstruct("Timeline", [("statuses", list[status])], gc=False)
    data, decode = bytes_of(path), msgspec.json.Decoder(timeline).decode
    return lambda: decode(data).statuses


def extract(path, work):
    data, decode = bytes_of(path), decoder(work).decode_lines
    return lambda: decode(data)


typed = extract


def rows(records, work):
    if work.kind == "typed":
        return (msgspec.to_builtins(record) for record in records)
    return (tuple(value_at(record, path) for _, _, path in work.columns) for record in records)


def value_at(record, path):
    for step in path.split("."):
        if record is None:
            return None
        record = getattr(record, step)
    return record


def count(path, work):
    data, decode = bytes_of(path), decoder(work).decode_lines
    key, operator, value = work.where
    if operator == "=":
        def read(record): return record.payload.size if record.type == value else None
    else:
        def read(record): return record.duration_ms if record.status >= value else None
    return lambda: counted(read(record) for record in decode(data))


def load(path, work, out):
    decode = decoder(work).decode

    def row(event):
        payload = event.payload
        issue = payload.issue
        return (event.id, event.type, event.actor.login, event.repo.name, payload.size,
                None if issue is None else issue.score, event.public, event.created_at)

    def one_pass():
        with open(path, "rb") as feed:
            return load_rows((row(decode(line)) for line in feed), work.columns, out)

    return one_pass
