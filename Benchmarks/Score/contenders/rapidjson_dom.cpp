// name: RapidJSON DOM
// package: rapidjson-dev
#include "score.hpp"

#include "RapidJSON.cpp"

SCORE(score::TreeVisit<DOM>, RAPIDJSON_VERSION_STRING)
