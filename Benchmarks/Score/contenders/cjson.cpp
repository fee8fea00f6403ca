// name: cJSON
// package: libcjson-dev
// flags: pkg-config libcjson
#include "score.hpp"

#include "CJSON.cpp"

SCORE(score::TreeVisit<DOM>, cJSON_Version())
