"""PyArrow: its JSON reader with an explicit schema, on one thread."""

from works import tree, used

package = "pyarrow"


def start():
    global pa, compute, csv, json, TYPES
    import pyarrow as pa
    from pyarrow import compute, csv, json
    pa.set_cpu_count(1)
    TYPES = {"int": pa.int64(), "real": pa.float64(), "text": pa.string(), "bool": pa.bool_()}


def type_of(kind):
    if isinstance(kind, dict):
        return pa.struct([(k, type_of(v)) for k, v in kind.items()])
    if isinstance(kind, list):
        return pa.list_(type_of(kind[0]))
    return TYPES[kind]


def read(path, fields, whole=False):
    schema = pa.schema([(k, type_of(v)) for k, v in fields.items()])
    parsing = json.ParseOptions(
        explicit_schema=schema, unexpected_field_behavior="ignore", newlines_in_values=whole)
    # A block must be at least as long as the longest record.
    reading = json.ReadOptions(use_threads=False, block_size=(16 if whole else 1) << 20)
    return json.read_json(path, read_options=reading, parse_options=parsing)


def field(table, path):
    first, *rest = path.split(".")
    found = table[first]
    return compute.struct_field(found, rest) if rest else found


def taken(table, work):
    return pa.table({name: field(table, path) for name, _, path in work.columns})


def rows(table, work):
    if work.kind == "typed":
        return table.to_pylist()
    return zip(*(column.to_pylist() for column in table.columns))


def partial(path, work):
    fields = {"statuses": [tree(used(work))]}

    def one_pass():
        statuses = compute.list_flatten(read(path, fields, whole=True)["statuses"])
        # A struct's fields as columns.
        parts = [pa.Table.from_batches([pa.RecordBatch.from_struct_array(chunk)])
                 for chunk in statuses.chunks]
        return taken(pa.concat_tables(parts), work)

    return one_pass


def extract(path, work):
    return lambda: taken(read(path, tree(used(work))), work)


def columns(path, work):
    """Into a table of its own, by its own reader: as `extract` does."""
    return extract(path, work)


def typed(path, work):
    return lambda: read(path, work.columns)


def count(path, work):
    key, operator, value = work.where
    compare = compute.equal if operator == "=" else compute.greater_equal

    def one_pass():
        table = read(path, tree(used(work)))
        numbers = field(table, work.total[1]).filter(compare(table[key], value))
        return len(numbers), compute.sum(numbers, min_count=0).as_py()

    return one_pass


def select(path, work, out):
    options = csv.WriteOptions(quoting_style="needed")

    def one_pass():
        table = taken(read(path, tree(used(work))), work)
        with open(out, "wb") as file:
            csv.write_csv(table, file, options)

    return one_pass
