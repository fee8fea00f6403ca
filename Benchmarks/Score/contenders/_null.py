# name: nothing
# note: the harness in Python alone
def version():
    return "0"


def visit(data):
    return None
