// Our own unescaping, for CPUs with AVX-512, AVX2 or NEON: see unescape_loop.h.
#pragma once

#include "cpu.h"

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
using unescape_form = unescaping (*)(const uint8_t *source, uint8_t *destination);

// Only for simd::avx512, simd::avx2, and 64-bit ARM.
unescaping unescape_avx512(const uint8_t *source, uint8_t *destination);
unescaping unescape_avx2(const uint8_t *source, uint8_t *destination);
unescaping unescape_neon(const uint8_t *source, uint8_t *destination);

/// The form for a kernel, or null.
inline unescape_form unescape_for(enum simd simd) {
  switch (simd) {
  case simd::avx512: return unescape_avx512;
  case simd::avx2: return unescape_avx2;
  case simd::neon: return unescape_neon;
  default: return nullptr;
  }
}

} // namespace csj
