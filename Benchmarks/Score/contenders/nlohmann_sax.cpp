// name: nlohmann/json SAX
// package: nlohmann-json3-dev
#include "score.hpp"

#include "Nlohmann.cpp"

SCORE(score::WalkVisit<SAX>, version())
