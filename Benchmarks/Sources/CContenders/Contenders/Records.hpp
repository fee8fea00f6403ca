// The parser used by the functions that pass records to Swift.
#pragma once

#include "records.h"

#include <simdjson.h>
#include <string>

struct bench_parser {
  simdjson::ondemand::parser parser;
  std::string error;

  template <class Body> bool guarded(Body body) {
    try {
      body();
      return true;
    } catch (const std::exception &thrown) {
      error = thrown.what();
      return false;
    }
  }
};

namespace bench {

inline bench_view view(std::string_view text) { return {text.data(), text.size()}; }

inline simdjson::padded_string_view padded(const bench_document &document) {
  const size_t length = document.length;
  return simdjson::padded_string_view(document.bytes, length, length + simdjson::SIMDJSON_PADDING);
}

} // namespace bench
