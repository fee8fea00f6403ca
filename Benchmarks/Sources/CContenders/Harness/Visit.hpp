// What a visit passes on: brackets and literals by their codes, every key and string unescaped, every
// number as a double, which all libraries support.
#pragma once

#include "Contender.hpp"

namespace bench {

/// Tokens without text. As in Contenders/Tokens.hpp and Bench/Inputs/VisitText.swift.
enum class Code : int { begin_object = 1, end_object, begin_array, end_array, yes, no, null };

template <class Sink> void visit_code(Sink &sink, Code code) { sink.integer(int(code)); }
template <class Sink> void visit_bool(Sink &sink, bool value) {
  visit_code(sink, value ? Code::yes : Code::no);
}
template <class Sink> void visit_number(Sink &sink, double value) { sink.real(value); }

} // namespace bench
