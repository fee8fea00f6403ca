"""The simulation of a cluster, on small inputs with known answers."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import sluice

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "Benchmarks/Cluster/simulate.py"
PAGE = ROOT / "Sources/SluiceArrow/SluiceArrow.docc/PastOneMachine.md"


@pytest.fixture(scope="module")
def simulation():
    specification = importlib.util.spec_from_file_location("simulate", SCRIPT)
    module = importlib.util.module_from_spec(specification)
    sys.modules["simulate"] = module
    specification.loader.exec_module(module)
    return module


def costs(simulation, **others):
    known = {"rates": {"ndjson": 100.0, "gz": 50.0}, "ratios": {"ndjson": 1.0, "gz": 0.1}}
    free = {"task": 0.0, "plan": 0.0, "request": 0.0, "hand_out": 1e9, "network": 1e9, "first_byte": 0.0}
    return simulation.Costs(**{**known, **free, **others})


def test_work_is_divided_among_cores(simulation):
    objects = [(1_000_000_000, "ndjson")]
    one, ten = (
        simulation.simulate(objects, cores, costs(simulation), 10_000_000) for cores in (1, 10)
    )
    assert one.tasks == ten.tasks == 100
    assert one.total == pytest.approx(10) and ten.total == pytest.approx(1)


def test_a_compressed_object_is_one_task(simulation):
    result = simulation.simulate([(1_000_000_000, "gz")], 64, costs(simulation), 10_000_000)
    # 10 GB of text at 50 MB/s.
    assert result.tasks == 1 and result.total == pytest.approx(200)


def test_the_driver_lists_plans_and_hands_out(simulation):
    objects = [(1_000_000, "ndjson")] * 2001
    driver = costs(simulation, request=0.5, plan=0.001, hand_out=10.0)
    result = simulation.simulate(objects, 10_000, driver, 1_000_000)
    assert result.driver == pytest.approx(1.5 + 2.001)
    assert result.work == pytest.approx(200 + 0.01, rel=0.01)


def test_tasks_are_those_of_the_package(simulation, tmp_path):
    sizes = [10, 3000, 40, 500, 900, 80, 1000, 1001, 1]
    for number, size in enumerate(sizes):
        (tmp_path / f"{number}.ndjson").write_bytes(b'{"a": 1}\n' + b" " * (size - 10) + b"\n" * (size > 9))
    files = [(path.stat().st_size, "ndjson") for path in sorted(tmp_path.iterdir())]
    planned = [[size for size, _ in task] for task in simulation.tasks_of(files, 1000)]
    parts = sluice.split(f"{tmp_path}/*", bytes=1000)
    assert planned == [[part.size for part in reader] for reader in parts]


def test_the_table(tmp_path):
    sizes = tmp_path / "objects.txt"
    sizes.write_text("ndjson 3G\ngz 20M\nzst 20M\n")
    words = [sys.executable, str(SCRIPT), "--sizes", str(sizes), "--cores", "2", "8"]
    lines = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()
    assert lines[0].startswith("| feed | objects | tasks |") and lines[0].endswith("| 2 cores | 8 cores |")
    assert lines[2].startswith("| objects.txt | 3 | 24 |")


def page_rows():
    """The rows of the page's table: text, objects, core hours and times."""
    text = ""
    for line in PAGE.read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 7 and re.match(r"(plain|gzip), ", cells[1]):
            text = cells[0] or text
            yield text, cells[1], cells[2:]


def rounded(figure):
    """A figure of the script as the page has it: from 10 on without a fraction."""
    number, _, unit = figure.partition(" ")
    number = float(number.replace(",", ""))
    return f"{int(number + 0.5)} {unit}".strip() if number >= 10 or unit in ("s", "min") else figure


@pytest.mark.parametrize("size", ["1T", "10T", "100T"] if "SLUICE_LONG" in os.environ else ["1T", "10T"])
def test_the_figures_of_the_page_are_those_of_the_script(size):
    words = [sys.executable, str(SCRIPT), "--text", size]
    lines = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()
    found = {}
    for line in lines[2:]:
        name, _, _, hours, _, *times = (cell.strip() for cell in line.strip("|").split("|"))
        form, stored = re.search(r"(ndjson|gz) of (\d+)", name).groups()
        unit = "MB" if stored == "128" else "GB"
        objects = f"{'plain' if form == 'ndjson' else 'gzip'}, {stored} {unit}"
        found[objects] = [rounded(figure) for figure in (hours, *times)]
    wanted = {
        objects: figures for text, objects, figures in page_rows() if text == size.replace("T", " TB")
    }
    assert len(wanted) == 3 and wanted == {objects: found[objects] for objects in wanted}
