// name: simdjson 4 DOM
// source: folder SLUICE_SIMDJSON_4 ../shared/simdjson-4 src/simdjson.cpp
#include "score.hpp"

#include "SimdjsonDOM.cpp"
#include "Build.cpp"

SCORE(score::TreeVisit<DOM>, bench_simdjson_version())
