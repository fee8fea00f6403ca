"""The wheel that scripts/wheel makes of the library under test."""

import base64
import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts/wheel"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    library = os.environ["SLUICE_LIBRARY"]
    subprocess.run([SCRIPT, "--library", library, "--output", folder], check=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_it_installs_and_works_alone(wheel, tmp_path):
    install = [sys.executable, "-m", "pip", "install", "--no-index", "--no-deps", "--quiet"]
    subprocess.run([*install, "--target", tmp_path / "site", wheel], check=True)
    (tmp_path / "f.ndjson").write_text('{"id": 1}\n{"id": "x"}\n')
    program = "import sluice; c = sluice.scan('f.ndjson', columns=['id:int=id']).read()"
    program += "; print(sluice.__file__, c.rows, c.rejects)"
    program += "; print(*{m.split()[-1] for m in open('/proc/self/maps') if 'simdjson' in m})"
    environment = {key: value for key, value in os.environ.items() if key != "SLUICE_LIBRARY"}
    found = subprocess.run(
        [sys.executable, "-c", program],
        env={**environment, "PYTHONPATH": str(tmp_path / "site")},
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )
    own, simdjson = found.stdout.splitlines()
    assert own == f"{tmp_path}/site/sluice/__init__.py 1 1"
    assert all(path.startswith(f"{tmp_path}/site/sluice/") for path in simdjson.split())


def test_its_record_is_true_and_licences_are_inside(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (record,) = (name for name in names if name.endswith("/RECORD"))
        licences = record.removesuffix("RECORD") + "licenses/"
        for line in archive.read(record).decode().splitlines():
            name, digest, size = line.rsplit(",", 2)
            if name == record:
                continue
            data = archive.read(name)
            expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
            assert digest == f"sha256={expected.decode()}" and int(size) == len(data)
            if name.startswith(licences):
                # Debian's copyright files name texts that other systems don't have.
                for text in re.findall(r"common-licenses/([\w.+-]*\w)", data.decode()):
                    assert f"{licences}LICENSE-{text}.txt" in names
        for word in ("LICENSE", "LICENSE-swift.txt", "LICENSE-libsimdjson.txt", "LICENSE-Apache-2.0.txt"):
            assert licences + word in names
        metadata = archive.read(record.replace("RECORD", "METADATA")).decode()
        assert set(re.findall(r"License-File: (.*)", metadata)) == {
            name.removeprefix(licences) for name in names if name.startswith(licences)
        }
        assert "sluice/py.typed" in names and "sluice/libsluice.so" in names


def test_the_same_sources_make_the_same_wheel(wheel, tmp_path):
    """Its record had the time at which it was made."""
    library = os.environ["SLUICE_LIBRARY"]
    subprocess.run([SCRIPT, "--library", library, "--output", tmp_path], check=True)
    assert (tmp_path / wheel.name).read_bytes() == wheel.read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        assert len({entry.date_time for entry in archive.infolist()}) == 1


def test_its_tag_names_a_glibc_that_has_every_symbol(wheel, tmp_path):
    major, minor = map(int, re.search(r"manylinux_(\d+)_(\d+)_", wheel.name).groups())
    with zipfile.ZipFile(wheel) as archive:
        libraries = [name for name in archive.namelist() if ".so" in name]
        archive.extractall(tmp_path, libraries)
    for name in libraries:
        text = subprocess.run(
            ["readelf", "-V", tmp_path / name], capture_output=True, text=True, check=True
        ).stdout
        for found in re.findall(r"GLIBC_(\d+)\.(\d+)", text):
            assert tuple(map(int, found)) <= (major, minor), name
