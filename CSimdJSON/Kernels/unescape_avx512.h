// Unescaping with AVX-512: see unescape_avx512.cpp.
#pragma once

#include <cstdint>

namespace csj {

/// How far a string was unescaped.
struct unescaping {
  const uint8_t *source; ///< where to continue, as if the string began there
  uint8_t *destination;  ///< after the output
  bool is_done;          ///< up to the closing quote
};

/// Unescapes the string at `source`, up to its closing quote or to 64 bytes that contain an escape
/// of a kind other than `\n`: a code unit, or an invalid escape.
unescaping unescape_avx512(const uint8_t *source, uint8_t *destination);

} // namespace csj
