// name: YAJL callbacks
// package: libyajl-dev
// flags: pkg-config yajl
#include "score.hpp"

#include "YAJL.cpp"

SCORE(score::WalkVisit<VisitAll>, version())
