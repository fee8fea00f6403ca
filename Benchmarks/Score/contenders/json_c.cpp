// name: json-c
// package: libjson-c-dev
// flags: pkg-config json-c
#include "score.hpp"

#include "JSONC.cpp"

SCORE(score::TreeVisit<DOM>, json_c_version())
