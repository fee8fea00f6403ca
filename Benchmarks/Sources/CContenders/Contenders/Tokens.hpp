// How each token of a document is passed to a sink: the same for every contender of `tokenizer.*`.
#pragma once

#include "Contender.hpp"

namespace bench {

/// Kinds of tokens that have no text.
enum TokenCode : int {
  begin_object = 1, end_object, begin_array, end_array, literal_true, literal_false, literal_null
};

/// The last bits of RapidJSON's doubles are wrong: values are compared, and added up, as floats.
template <class Sink> void real_value(Sink &sink, double value) { sink.real(double(float(value))); }

} // namespace bench
