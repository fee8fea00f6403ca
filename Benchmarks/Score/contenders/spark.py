# name: Spark
# package: pypi pyspark, and a Java (openjdk-17-jre-headless)
import os
import shutil

import pyspark
from contenders import spark as own
from works import tree

if not shutil.which("java") and "JAVA_HOME" not in os.environ:
    raise ImportError(name="a Java (openjdk-17-jre-headless)")
BAD = "_corrupt_record"


def version():
    return pyspark.__version__


def read(path, columns, mode):
    if not hasattr(own, "session"):
        own.start()
    fields = tree((kind, place) for _, kind, place in columns)
    names = ", ".join(f"`{name}` {own.type_of(kind)}" for name, kind in fields.items())
    frame = own.session.read.schema(f"{names}, {BAD} string").option("mode", mode).json(path).cache()
    values = [".".join(f"`{step}`" for step in place.split(".")) + f" AS `{name}`" for name, _, place in columns]
    found = [tuple(row) for row in frame.selectExpr(*values).collect()]
    told = [row[0] for row in frame.select(BAD).where(f"{BAD} IS NOT NULL").collect()]
    frame.unpersist()
    return found, told


rows = {mode: (lambda path, columns, mode=mode: read(path, columns, mode))
        for mode in ("PERMISSIVE", "DROPMALFORMED")}
