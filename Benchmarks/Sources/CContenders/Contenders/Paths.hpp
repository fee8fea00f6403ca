// The fields at the user's JSON Pointers, of each line or of one document.
#pragma once

#include "Contender.hpp"

namespace bench {

/// The pointers of the contenders that are made from now on.
extern std::vector<std::string> paths;

/// Calls `read` with each document: the lines that are not blank, or each document as a whole.
template <bool lines, class Read> void for_each_text(const Documents &documents, Read read) {
  for (const simdjson::padded_string_view &document : documents) {
    const char *start = document.data();
    const char *const end = start + document.size();
    if (!lines) {
      read(start, size_t(end - start), document.capacity());
      continue;
    }
    while (start < end) {
      const void *const newline = std::memchr(start, '\n', size_t(end - start));
      const char *const stop = newline ? static_cast<const char *>(newline) : end;
      const char *text = start;
      while (text < stop && uint8_t(*text) <= 0x20) { ++text; }
      if (text < stop) {
        read(text, size_t(stop - text), size_t(end - text) + simdjson::SIMDJSON_PADDING);
      }
      start = stop + 1;
    }
  }
}

} // namespace bench
