// name: simdjson 4 On-Demand
// source: folder SLUICE_SIMDJSON_4 ../shared/simdjson-4 src/simdjson.cpp
#include "score.hpp"

#include "SimdjsonOnDemand.cpp"
#include "Build.cpp"

SCORE(score::WalkVisit<VisitAll>, bench_simdjson_version())
