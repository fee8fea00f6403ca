"""jq: a program, started anew each time; its numbers are doubles."""

import json
import shutil
import subprocess

package = None

JQ = shutil.which("jq")


def version():
    if JQ is None:
        return None
    return subprocess.run([JQ, "--version"], capture_output=True, text=True).stdout.strip()[3:]


def start():
    pass


def command(path, work):
    """The words of the command line."""
    fields = ", ".join(f".{path}" for _, _, path in work.columns)
    if work.kind == "parse":
        return [JQ, "empty", path]
    if work.kind == "partial":
        return [JQ, "-c", f".statuses[] | [{fields}]", path]
    if work.kind == "extract":
        return [JQ, "-c", f"[{fields}]", path]
    key, operator, value = work.where
    operator = "==" if operator == "=" else operator
    return [JQ, "-n", "-r", f"reduce (inputs | select(.{key} {operator} {json.dumps(value)})) as $r"
            f" ([0, 0]; [.[0] + 1, .[1] + $r.{work.total[1]}]) | @tsv", path]


def run(words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"jq ended with {done.returncode}: {done.stderr.decode().strip()}")
    return done.stdout


def parse(path, work):
    def one_pass():
        run(command(path, work))
        return path
    return one_pass


def tree(path):
    # `empty` prints nothing; what jq read is seen only when it writes it.
    return json.loads(run([JQ, "-c", ".", path]))


def partial(path, work):
    words = command(path, work)
    return lambda: run(words)


extract = partial


def count_of(lines):
    return lines.count(b"\n")


def rows(lines, work):
    return (json.loads(line) for line in lines.splitlines())


def count(path, work):
    words = command(path, work)

    def one_pass():
        count, total = run(words).split()
        return int(count), float(total)

    return one_pass
