// name: YAJL tree
// package: libyajl-dev
// flags: pkg-config yajl
#include "score.hpp"

#include "YAJL.cpp"

SCORE(score::TreeVisit<DOM>, version())
