// name: simdjson On-Demand
// package: libsimdjson-dev
// flags: -lsimdjson
#include "score.hpp"

#include "SimdjsonOnDemand.cpp"
#include "Build.cpp"

SCORE(score::WalkVisit<VisitAll>, bench_simdjson_version())
