"""Feeds through Sluice's Python package, for the contenders that put its batches into a table. The package is
Sources/SluicePython, its library the one that `scripts/bench` builds and SLUICE_LIBRARY names."""


def version():
    """None: the library is not built."""
    try:
        import sluice
    except ImportError:
        return None
    return sluice.__version__


def scan(path, work):
    import sluice
    columns = [f"{name}:{kind}={path}" for name, kind, path in work.columns]
    return sluice.scan(path, columns=columns, check="full", threads=1)
