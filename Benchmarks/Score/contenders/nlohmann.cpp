// name: nlohmann/json
// package: nlohmann-json3-dev
#include "score.hpp"

#include "Nlohmann.cpp"

SCORE(score::TreeVisit<DOM>, version())
