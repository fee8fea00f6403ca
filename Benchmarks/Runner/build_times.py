"""CPU seconds of building each library for a client: the body of scripts/client-check --times.

Modules are built one after another in the order of their dependencies, each by a command of its own, so that what a
command takes, less what it takes when there is nothing to do, is that module's. A library's figure is the sum of the
modules that a client of it compiles.
"""

import json
import os
import pathlib
import resource
import subprocess
import sys

root, folder = map(pathlib.Path, sys.argv[1:3])
keeps = sys.argv[3] == "yes"
kept_file = root / "Benchmarks/kept-builds.tsv"
TOLERANCE = 1.03


def cpu_seconds(*command):
    """Runs a command. Returns the user and system seconds of it and of the processes that it waited for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        sys.exit(f"scripts/client-check: {' '.join(map(str, command))} failed:\n{done.stdout[-4000:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def manifest():
    text = subprocess.run(
        ["swift", "package", "--package-path", root, "dump-package"], stdout=subprocess.PIPE, check=True, text=True
    ).stdout
    described = json.loads(text)
    dependencies = {
        target["name"]: [next(iter(each.values()))[0] for each in target["dependencies"]]
        for target in described["targets"]
    }
    compiled = {target["name"] for target in described["targets"] if target["type"] != "system"}
    libraries = {
        product["name"]: product["targets"] for product in described["products"] if "library" in product["type"]
    }
    return dependencies, compiled, {name: made for name, made in libraries.items() if name != "SluiceArrowC"}


def closure(targets, dependencies):
    """The targets and what they depend on, dependencies first."""
    order = []

    def add(name):
        if name in order:
            return
        for other in dependencies[name]:
            add(other)
        order.append(name)

    for each in targets:
        add(each)
    return order


def yardstick():
    """CPU seconds of compiling a fixed source; the better of two."""
    source = folder / "yardstick.swift"
    source.write_text(
        "".join(
            f"struct S{i}: Codable, Hashable {{ var a: Int; var b: [String]; var c: Double?; var d: [String: Int] }}\n"
            f"func f{i}(_ values: [S{i}]) -> Int {{ values.filter {{ $0.a > {i} }}.map {{ $0.b.count + $0.d.count }}"
            f".reduce(0, +) }}\n"
            for i in range(150)
        )
    )
    command = ["swiftc", "-O", "-wmo", "-parse-as-library", "-emit-object", "-o", folder / "yardstick.o", source]
    return min(cpu_seconds(*command) for _ in range(2))


def measure(configuration, order, compiled):
    scratch = folder / f"build-{configuration}"

    def build(name):
        return cpu_seconds(
            "swift", "build", "-c", configuration, "--package-path", root, "--scratch-path", scratch, "--target", name,
            "-j", "1",
        )

    seconds = {}
    for name in order:
        if name in compiled:
            seconds[name] = build(name)
            seconds[name] = max(0.0, seconds[name] - build(name))
    return seconds


def kept_figures():
    figures = {}
    if kept_file.exists():
        for line in kept_file.read_text().splitlines()[1:]:
            toolchain, cpu, configuration, library, value = line.split("\t")
            figures[toolchain, cpu, configuration, library] = float(value)
    return figures


def main():
    text = subprocess.run(["swift", "--version"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    toolchain = text.split("Swift version ")[1].split(" ")[0]
    models = [line for line in open("/proc/cpuinfo") if line.startswith(("model name", "model\t"))][:2]
    cpu = " ".join(line.split(":")[1].strip() for line in reversed(models)) or os.uname().machine
    dependencies, compiled, libraries = manifest()
    order = closure([target for made in libraries.values() for target in made], dependencies)
    kept, found, worse = kept_figures(), {}, 0
    before = yardstick()
    measured = {each: measure(each, order, compiled) for each in ("debug", "release")}
    after = yardstick()
    unit = min(before, after)
    print(f"Swift {toolchain}, CPU {cpu}; a yardstick is {unit:.2f} CPU seconds ({before:.2f} before, {after:.2f} after)")
    print(f"{'':24}{'CPU s':>9}{'yardsticks':>12}{'kept':>9}")
    for configuration, seconds in measured.items():
        for library, made in libraries.items():
            total = sum(seconds[each] for each in closure(made, dependencies) if each in compiled)
            key = (toolchain, cpu, configuration, library)
            found[key] = total / unit
            is_worse = not keeps and key in kept and found[key] > kept[key] * TOLERANCE
            worse += is_worse
            print(
                f"{library:16}{configuration:8}{total:9.1f}{found[key]:12.2f}"
                f"{format(kept[key], '9.2f') if key in kept else '        -'}{'  WORSE' if is_worse else ''}"
            )
    if keeps:
        kept.update(found)
        lines = ["swift\tcpu\tbuild\tlibrary\tyardsticks"]
        lines += ["\t".join(key) + f"\t{value:.2f}" for key, value in sorted(kept.items())]
        kept_file.write_text("\n".join(lines) + "\n")
        print(f"kept in {kept_file.relative_to(root)}")
        return
    if not any(key in kept for key in found):
        sys.exit("nothing is kept for this compiler and CPU: scripts/client-check --times --keep")
    print(f"{len(found)} figures, {worse} worse")
    sys.exit(1 if worse else 0)


main()
