# What takes part: the kernel and its compiler flags, and the libraries and programs that are compared.
# Sets architecture, suffix, missing and compared.

# The CPU that the C++ contenders are compiled for, and the kernel that simdjson and Sluice use.
case "$kernel" in
  '') [ "$previous" != --kernel ] || fail "--kernel needs a name, see --help" ;;
  icelake) architecture=icelake-server needs=avx512_vbmi2 ;;
  haswell) architecture=haswell needs=avx2 ;;
  westmere) architecture=westmere needs=sse4_2 ;;
  fallback) architecture=x86-64 needs=sse2 ;;
  *) fail "no kernel is named $kernel: haswell, westmere, icelake or fallback" ;;
esac
if [ -n "$kernel" ]; then
  twice=
  grep -qw "$needs" /proc/cpuinfo 2>/dev/null || fail "this CPU can't run the kernel $kernel"
  export SIMDJSON_FORCE_IMPLEMENTATION="$kernel"
  # No C++ contender takes part in counting, so nothing is rebuilt for that.
  [ -n "$counts" ] || export SLUICE_BENCH_ARCHITECTURE="$architecture"
fi
architecture=${architecture:-native}
suffix=${kernel:+-$kernel}

# The Debian packages of the missing compared libraries.
missing_packages() {
  while read -r header package; do
    echo "#include <$header>" | "$compiler" -E -x c++ - >/dev/null 2>&1 || printf ' %s' "$package"
  done <<'END'
rapidjson/document.h rapidjson-dev
nlohmann/json.hpp nlohmann-json3-dev
jansson.h libjansson-dev
json-c/json.h libjson-c-dev
cjson/cJSON.h libcjson-dev
yajl/yajl_parse.h libyajl-dev
END
  # Programs that take part; pip installs the others.
  command -v jq >/dev/null || printf ' jq'
  command -v java >/dev/null || printf ' openjdk-17-jre-headless'
  command -v python3 >/dev/null || printf ' python3'
  python3 -m pip --version >/dev/null 2>&1 || printf ' python3-pip'
}

# The libraries of Python that take part are in a folder of their own.
libraries="$build/python"
export PYTHONPATH="$libraries${PYTHONPATH:+:$PYTHONPATH}" PYTHONDONTWRITEBYTECODE=1
# Those that are Sluice's own package are not on PyPI.
missing_libraries() {
  python3 "$package/External/worker.py" --list 2>/dev/null |
    awk '$2 == "missing" && $1 !~ /^sluice_/ { printf " %s", $1 }'
}
# Sluice's own package, from its sources.
export PYTHONPATH="$PYTHONPATH:$root/Sources/SluicePython"
export SLUICE_LIBRARY="${SLUICE_LIBRARY:-$build/library/libsluice.so}"

mkdir -p "$results"
missing=$(missing_packages)
if [ -n "$missing" ] && [ -n "$install" ]; then
  # shellcheck disable=SC2046
  "$root/scripts/setup" $(printf -- '--package %s ' $missing) || exit 2
  missing=$(missing_packages)
fi
[ -z "$missing" ] ||
  echo "bench: contenders are missing: --install installs them (Debian: apt-get install$missing)" >&2
if [ "$mode" = measure ] || [ -n "$install" ]; then
  if [ -n "$install" ] && [ -n "$(missing_libraries)" ]; then
    "$package/External/install" >"$results/pip.log" 2>&1 ||
      echo "bench: pip could not install the libraries of Python, see $results/pip.log" >&2
  fi
  absent=$(missing_libraries)
  [ -z "$absent" ] || echo "bench: contenders are missing: --install installs them:$absent" >&2
fi
# Neither build notices that a library's header was added or removed.
if [ "$missing" != "$(cat "$results/missing" 2>/dev/null)" ]; then
  touch "$contenders"/Contenders/*.cpp
  printf '%s' "$missing" >"$results/missing"
fi
# The options that link those present, from pkg-config, as in Package.swift.
compared=
for library in jansson json-c libcjson yajl; do
  compared="$compared $(pkg-config --cflags --libs "$library" 2>/dev/null || true)"
done
