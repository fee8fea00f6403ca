// name: RapidJSON master, DOM
// source: pypi python-rapidjson==1.25 rapidjson/include
// note: the branch master, which comes inside the PyPI package python-rapidjson; no release since 2016 has it
#include "score.hpp"

#include "RapidJSON.cpp"

SCORE(score::TreeVisit<DOM>, "after " RAPIDJSON_VERSION_STRING)
