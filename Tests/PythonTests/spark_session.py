"""A Spark session on this machine, for tests."""

import os
import sys


def local_session():
    """Makes the session of this process, or takes the one that it has."""
    from pyspark.sql import SparkSession
    from sluice.spark import SluiceDataSource

    # Spark's workers are of the same environment.
    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        # A busy machine takes longer than 15 s to start a worker.
        .config("spark.python.authenticate.socketTimeout", "10m")
        .getOrCreate()
    )
    session.dataSource.register(SluiceDataSource)
    return session
