# What builds the harness, the C++ contenders and the programs beside it.

# build_alone RESULT OPTIONS… SOURCES…: builds with the compiler's own command, without SwiftPM, for
# $architecture. Does nothing while the result is younger than all sources. $standard and $engine: C++17 and the
# installed simdjson unless set.
build_alone() {
  result=$1
  shift
  if [ -f "$result" ] &&
    [ -z "$(find "$contenders" "$package/Alone" "$runner" -newer "$result")" ]; then
    return 0
  fi
  # shellcheck disable=SC2086
  "$compiler" -std="${standard:-c++17}" -O3 -march="$architecture" -DBENCH_ARCHITECTURE="$architecture" -DNDEBUG \
    -DSIMDJSON_DEVELOPMENT_CHECKS=0 -I "$contenders/include" -I "$contenders/Harness" "$@" \
    ${engine:-${SLUICE_SIMDJSON:+-L"$SLUICE_SIMDJSON"} -lsimdjson} -lsqlite3 -lisal -lzstd $compared \
    -o "$result" >>"$log" 2>&1 || return 1
}

build_harness() {
  # By the variable, which goes before --scratch-path where scripts/with-simdjson has set it.
  # A run that only counts allocations needs no contenders (Package.swift).
  for product in Bench Pages; do
    SWIFTPM_BUILD_DIR="$swift_build" ${counts:+env SLUICE_BENCH_COUNTS=1} swift build -c release --package-path "$package" \
      --product $product >>"$log" 2>&1 || return 1
  done
}

# Without Allocations.cpp, which is already in the benchmark.
sources="$contenders/Harness/Registry.cpp $contenders/Harness/Libraries.cpp $contenders/Harness/Entries.cpp
  $contenders/Harness/Build.cpp $contenders/Harness/Table.cpp"
# build_library RESULT OPTIONS…
build_library() {
  # shellcheck disable=SC2086
  build_alone "$@" -fPIC -shared -fvisibility=hidden "$contenders"/Contenders/*.cpp $sources
}

# build_newest RESULT: the same over the simdjson in $newest, which is compiled into the library and visible nowhere
# else: the engine and the other contenders stay on the installed one. Its key selectors need C++20.
build_newest() {
  (standard=c++20 engine="$newest/simdjson.cpp" && build_library "$1" -DBENCH_NEWEST -I "$newest")
}
