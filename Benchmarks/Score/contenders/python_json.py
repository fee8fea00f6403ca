# name: Python's json
import json
import platform


def version():
    return platform.python_version()


def visit(data):
    return json.loads(data)
