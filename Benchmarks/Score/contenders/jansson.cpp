// name: Jansson
// package: libjansson-dev
// flags: pkg-config jansson -ldl
#include "score.hpp"

#include "Jansson.cpp"

SCORE(score::TreeVisit<DOM>, jansson_version_str())
