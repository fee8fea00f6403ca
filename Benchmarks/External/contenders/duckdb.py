"""DuckDB: SQL over read_json with declared columns, on one thread."""

from works import tree, used

package = "duckdb"

TYPES = {"int": "BIGINT", "real": "DOUBLE", "text": "VARCHAR", "bool": "BOOLEAN"}


def start():
    global base
    import duckdb
    base = duckdb.connect()
    base.execute("SET threads=1")


def type_of(kind):
    if isinstance(kind, dict):
        return "STRUCT(" + ", ".join(f'"{k}" {type_of(v)}' for k, v in kind.items()) + ")"
    if isinstance(kind, list):
        return type_of(kind[0]) + "[]"
    return TYPES[kind]


def quoted(text):
    return "'" + str(text).replace("'", "''") + "'"


def source(path, fields, form="newline_delimited"):
    columns = ", ".join(f"{quoted(k)}: {quoted(type_of(v))}" for k, v in fields.items())
    return f"read_json({quoted(path)}, format='{form}', columns={{{columns}}})"


def values(work, before=""):
    return ", ".join(f'{before}{path} AS "{name}"' for name, _, path in work.columns)


def table(query):
    """Does the query into a table, whose rows are the answer."""
    def one_pass():
        return base.execute(f"CREATE OR REPLACE TEMP TABLE answer AS {query}").fetchone()[0]
    return one_pass


def count_of(result):
    return result


def rows(result, work):
    found = base.execute("SELECT * FROM answer").fetchall()
    return (dict(zip(work.columns, row)) for row in found) if work.kind == "typed" else found


def partial(path, work):
    fields = {"statuses": [tree(used(work))]}
    statuses = f"(SELECT unnest(statuses) AS one FROM {source(path, fields, 'unstructured')})"
    return table(f"SELECT {values(work, 'one.')} FROM {statuses}")


def extract(path, work):
    return table(f"SELECT {values(work)} FROM {source(path, tree(used(work)))}")


def columns(path, work):
    """Into a table of its own, by its own reader: as `extract` does."""
    return extract(path, work)


def typed(path, work):
    return table(f"SELECT * FROM {source(path, work.columns)}")


def count(path, work):
    key, operator, value = work.where
    value = quoted(value) if isinstance(value, str) else value
    query = (f"SELECT count(*), coalesce(sum({work.total[1]}), 0)"
             f" FROM {source(path, tree(used(work)))} WHERE {key} {operator} {value}")
    return lambda: base.execute(query).fetchone()


def select(path, work, out):
    query = (f"COPY (SELECT {values(work)} FROM {source(path, tree(used(work)))})"
             f" TO {quoted(out)} (FORMAT csv, HEADER)")
    return lambda: base.execute(query)
