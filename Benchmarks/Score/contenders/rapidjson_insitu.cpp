// name: RapidJSON in situ
// package: rapidjson-dev
#include "score.hpp"

#include "RapidJSON.cpp"

SCORE(score::TreeVisit<InSitu>, RAPIDJSON_VERSION_STRING)
