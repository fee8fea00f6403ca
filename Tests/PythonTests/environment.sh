# The environment of scripts/python-test and scripts/spark-cluster, which source this file.

# make_environment SCRIPT ARGUMENT...: takes --no-install, --library, --no-spark and --sanitize, makes the
# virtual environment and the library, and sets venv, spark, sanitizer and rest, the arguments that are left.
make_environment() {
  local script="$1" install=yes library=
  shift
  spark=yes sanitizer= rest=()
  while [ $# -gt 0 ]; do
    case "$1" in
      --no-install) install=no ;;
      --no-spark) spark=no ;;
      --library) library=${2:?--library needs a file}; shift ;;
      --sanitize) sanitizer=${2:?--sanitize needs a sanitizer}; spark=no; shift ;;
      *) rest+=("$1") ;;
    esac
    shift
  done

  venv="${SLUICE_VENV:-${XDG_CACHE_HOME:-$HOME/.cache}/sluice-python}"
  if [ "$install" = yes ]; then
    local packages=(pytest pyarrow polars duckdb pandas nanoarrow dask)
    # Of the tests under a sanitizer, none uses another library than ours.
    [ -z "$sanitizer" ] || packages=(pytest)
    [ "$spark" = no ] || packages+=('pyspark>=4')
    echo "$script: installing ${packages[*]} into $venv" >&2
    if ! { [ -x "$venv/bin/pip" ] || python3 -m venv "$venv"; } ||
      ! "$venv/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"; then
      echo "$script: can't make the environment $venv (Debian: apt-get install python3-venv)" >&2
      exit 3
    fi
  fi
  if [ -z "$library" ]; then
    local folder=".build-library${sanitizer:+-$sanitizer}"
    scripts/library --output "$folder" ${sanitizer:+--sanitize "$sanitizer"}
    library="$folder/libsluice.so"
  fi
  [ -f "$library" ] || { echo "$script: there is no $library" >&2; exit 2; }
  SLUICE_LIBRARY="$(cd "$(dirname "$library")" && pwd)/$(basename "$library")"
  export SLUICE_LIBRARY PYTHONDONTWRITEBYTECODE=1
  export PYTHONPATH="$PWD/Sources/SluicePython${PYTHONPATH:+:$PYTHONPATH}"
}
