// name: simdjson 5 DOM
// source: pypi fastsimdjson==0.8.0 vendor/simdjson.cpp
// note: its source comes inside the PyPI package fastsimdjson
#include "score.hpp"

#include "SimdjsonDOM.cpp"
#include "Build.cpp"

SCORE(score::TreeVisit<DOM>, bench_simdjson_version())
