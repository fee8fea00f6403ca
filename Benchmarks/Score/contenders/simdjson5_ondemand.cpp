// name: simdjson 5 On-Demand
// source: pypi fastsimdjson==0.8.0 vendor/simdjson.cpp
// note: its source comes inside the PyPI package fastsimdjson
#include "score.hpp"

#include "SimdjsonOnDemand.cpp"
#include "Build.cpp"

SCORE(score::WalkVisit<VisitAll>, bench_simdjson_version())
