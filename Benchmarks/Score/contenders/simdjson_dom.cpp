// name: simdjson DOM
// package: libsimdjson-dev
// flags: -lsimdjson
#include "score.hpp"

#include "SimdjsonDOM.cpp"
#include "Build.cpp"

SCORE(score::TreeVisit<DOM>, bench_simdjson_version())
