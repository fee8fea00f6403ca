// name: nothing
// note: the harness alone; what it takes is subtracted from the others
#include "score.hpp"

struct Nothing {
  template <class Sink> void visit(std::string_view text, Sink &sink) { sink.integer(text[0]); }
};

SCORE(Nothing, "0")
