// Records whose values were located, before columns are filled from them: see lines_loop.h.
//
// Bounds: a token is read at a location below `last`, and the one after it.
#pragma once

#include "columns_loop.h"

namespace csj {
namespace {

/// A record whose values were located.
struct known_record {
  const uint32_t *tokens;    ///< from its first on
  const uint32_t *locations; ///< counted from there
  uint32_t last;             ///< its last token

  /// The value at a location. Returns false if it is missing, or the last token.
  CSJ_TARGET_INLINE_METHOD bool find(uint32_t location, const uint8_t *bytes,
                                     value_text &value) const {
    const uint32_t token = locations[location];
    if (token >= last) { return false; }
    value = {bytes + tokens[token], bytes + tokens[token + 1]};
    return true;
  }
};

/// The most records that are located before a column is filled.
constexpr uint32_t most_records = 64;

} // namespace
} // namespace csj
