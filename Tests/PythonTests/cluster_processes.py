"""A standalone Spark cluster on loopback: its processes, and what disturbs them."""

from __future__ import annotations

import ctypes
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

#: The environment variable that all processes of a cluster inherit, and no other has.
MARK = "SLUICE_CLUSTER"
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_libc = ctypes.CDLL(None)


@dataclass(frozen=True)
class Process:
    """A process, as /proc has it."""

    pid: int
    parent: int
    command: str
    started: str

    @property
    def is_executor(self) -> bool:
        return "CoarseGrainedExecutorBackend" in self.command

    @property
    def is_python_worker(self) -> bool:
        return "pyspark.daemon" in self.command


def marked_processes(mark: str) -> dict[int, Process]:
    """The living processes that inherited a cluster's mark, without the caller."""
    found = {}
    wanted = f"{MARK}={mark}".encode()
    for name in os.listdir("/proc"):
        if not name.isdigit() or int(name) == os.getpid():
            continue
        try:
            folder = Path("/proc", name)
            if wanted not in (folder / "environ").read_bytes().split(b"\0"):
                continue
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
            # The name in parentheses may have spaces; the state and the parent follow it.
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # It ended meanwhile.
        if fields[0] not in "ZX":
            found[int(name)] = Process(int(name), int(fields[1]), command, fields[19])
    return found


def executor_of(process: Process, all: dict[int, Process]) -> Process | None:
    """The executor that a process belongs to; None for those of the driver."""
    above: Process | None = process
    while above is not None and not above.is_executor:
        above = all.get(above.parent)
    return above


def signal_process(process: Process, number: int) -> bool:
    """Signals a process unless it ended and another one has its id now."""
    try:
        descriptor = os.pidfd_open(process.pid)
    except OSError:
        return False
    try:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
        if fields[19] != process.started:
            return False
        signal.pidfd_send_signal(descriptor, number)
        return True
    except OSError:
        return False
    finally:
        os.close(descriptor)


class Cluster:
    """A master and workers on loopback, which end with the ``with`` statement, whatever happens."""

    def __init__(self, folder: Path, *, mark: str, workers: int) -> None:
        self._folder = folder
        self.mark = mark
        self._workers = workers
        self._started: list[subprocess.Popen[bytes]] = []
        self.url = ""

    def __enter__(self) -> Cluster:
        # Orphans of the cluster become children of this process, which waits for them.
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1)
        try:
            self.url = self._start_master()
            for number in range(self._workers):
                self._start_worker(number)
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def _start(self, name: str, host: str, words: str) -> Path:
        import pyspark

        home = Path(pyspark.__file__).parent
        environment = {
            **os.environ,
            MARK: self.mark,
            "SPARK_HOME": str(home),
            "SPARK_LOCAL_IP": host,
            "PYSPARK_PYTHON": sys.executable,
            # Executors that are killed are started again, however often.
            "SPARK_MASTER_OPTS": "-Dspark.deploy.maxExecutorRetries=-1",
            "SPARK_DAEMON_MEMORY": "256m",
        }
        log = self._folder / f"{name}.log"
        with log.open("wb") as file:
            self._started.append(
                subprocess.Popen(
                    [str(home / "bin/spark-class"), *words.format(host=host).split()],
                    stdin=subprocess.DEVNULL,
                    stdout=file,
                    stderr=subprocess.STDOUT,
                    env=environment,
                    start_new_session=True,
                    # They end even if this process is killed.
                    preexec_fn=lambda: _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL),
                )
            )
        return log

    def _await(self, log: Path, pattern: str) -> re.Match[str]:
        process = self._started[-1]
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline:
            found = re.search(pattern, log.read_text(errors="replace"))
            if found:
                return found
            if process.poll() is not None:
                break
            time.sleep(0.1)
        tail = "\n".join(log.read_text(errors="replace").splitlines()[-20:])
        raise RuntimeError(f"expected {pattern!r} in the log of {log.stem}, which ends in:\n{tail}")

    def _start_master(self) -> str:
        words = "org.apache.spark.deploy.master.Master --host {host} --port 0 --webui-port 0"
        log = self._start("master", "127.0.0.1", words)
        return self._await(log, r"Starting Spark master at (spark://\S+)").group(1)

    def _start_worker(self, number: int) -> None:
        name = f"worker{number}"
        words = "org.apache.spark.deploy.worker.Worker --host {host} --port 0 --webui-port 0"
        words += f" --cores 2 --memory 1g --work-dir {self._folder / name} {self.url}"
        # Spark runs a task a second time only on another host.
        log = self._start(name, f"127.0.0.{number + 2}", words)
        self._await(log, "Successfully registered with master")

    def end(self) -> None:
        """Ends all processes of the cluster, and those of drivers that have its mark."""
        for attempt in range(100):
            left = marked_processes(self.mark)
            if not left:
                break
            for process in left.values():
                signal_process(process, signal.SIGTERM if attempt < 20 else signal.SIGKILL)
                signal_process(process, signal.SIGCONT)
            time.sleep(0.1)
        else:
            raise RuntimeError(f"processes of the cluster are left: {list(left.values())}")
        for process in self._started:
            process.wait()
        self._started = []
        _reap()


def _reap() -> None:
    """Waits for the children that ended, such as adopted ones."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass  # There is none.


@dataclass
class Disturber:
    """Kills executors and their Python workers, and stalls executors, a limited number of times."""

    mark: str
    random: random.Random
    #: The first disturbance: ``executor``, ``python`` or ``stall``.
    first: str
    #: The number of disturbances at most.
    limit: int
    log: list[str] = field(default_factory=list)
    failure: BaseException | None = None

    def __enter__(self) -> Disturber:
        self._over = threading.Event()
        self._begin = time.monotonic()
        self._stalled: list[tuple[float, Process]] = []
        self._thread = threading.Thread(target=self._run, name="disturber", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def count(self, kind: str) -> int:
        return sum(line.split(maxsplit=2)[1] == kind for line in self.log)

    def _run(self) -> None:
        try:
            for kind in self._kinds():
                while not self._disturb(kind):
                    if self._wait(0.05):
                        return
                if self._wait(self.random.uniform(0.3, 2.0)):
                    return
            while self._stalled:
                if self._wait(0.1):
                    return
        except BaseException as error:  # The caller raises it after the job.
            self.failure = error
        finally:
            self._resume(float("inf"))

    def _kinds(self) -> Iterator[str]:
        """The first kind, the others, then any."""
        kinds = ["executor", "python", "stall"]
        others = [kind for kind in kinds if kind != self.first]
        yield from [self.first, *self.random.sample(others, 2)][: self.limit]
        for _ in range(self.limit - 3):
            yield self.random.choice(kinds)

    def _wait(self, length: float) -> bool:
        """Waits, and resumes what has been stalled for long enough. Returns whether the job ended."""
        end = time.monotonic() + length
        while time.monotonic() < end:
            if self._over.wait(min(0.1, length)):
                return True
            self._resume(time.monotonic())
        return False

    def _resume(self, now: float) -> None:
        for at, process in self._stalled:
            if at <= now:
                signal_process(process, signal.SIGCONT)
        self._stalled = [each for each in self._stalled if each[0] > now]

    def _disturb(self, kind: str) -> bool:
        all = marked_processes(self.mark)
        stalled = {process.pid for _, process in self._stalled}
        if kind == "stall" and stalled:
            kind = "python"  # Otherwise nothing goes on.
        # Each executor that has run a task has a daemon, and its workers are the daemon's children.
        workers = [
            (each, executor)
            for each in all.values()
            if each.is_python_worker
            and each.parent in all
            and all[each.parent].is_python_worker
            and (executor := executor_of(each, all)) is not None
        ]
        if kind == "python":
            victims = {worker for worker, _ in workers}
        else:
            victims = {executor for _, executor in workers}
        victims = [each for each in victims if each.pid not in stalled]
        # An executor is disturbed only while another one works, so that the job goes on.
        if len(victims) < (1 if kind == "python" else 2):
            return False
        victim = self.random.choice(sorted(victims, key=lambda each: each.pid))
        at = f"{time.monotonic() - self._begin:6.2f}s {kind} {victim.pid}"
        if kind != "stall":
            if not signal_process(victim, signal.SIGKILL):
                return False
            self.log.append(f"{at} killed")
            return True
        if not signal_process(victim, signal.SIGSTOP):
            return False
        # The first one until the others run out of tasks, and Spark starts these a second time.
        length = 120.0 if not self.log else self.random.uniform(5.0, 40.0)
        self._stalled.append((time.monotonic() + length, victim))
        self.log.append(f"{at} stopped for {length:.2f}s")
        return True
