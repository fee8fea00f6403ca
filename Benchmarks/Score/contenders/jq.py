# name: jq
# package: jq
import json
import shutil
import subprocess

JQ = shutil.which("jq")
if JQ is None:
    raise ImportError(name="jq")


def version():
    return run("--version").stdout.decode().strip()[3:]


def run(*words):
    return subprocess.run([JQ, *words], capture_output=True, check=False)


def values(columns):
    return "[" + ", ".join("." + ".".join(map(json.dumps, path.split("."))) for _, _, path in columns) + "]"


def read(path, columns):
    """Ends at the first error, with what it printed before."""
    done = run("-c", values(columns), path)
    return map(json.loads, done.stdout.splitlines()), [done.stderr.decode()] if done.stderr else []


def tolerant(path, columns):
    done = run("-c", "-R", f"fromjson? | {values(columns)}", path)
    return map(json.loads, done.stdout.splitlines()), []


rows = {"": read, "-R, fromjson?": tolerant}
