// Our own stage 1 for CPUs with AVX-512, AVX2 or NEON, where it does more than simdjson's: see
// stage1_avx512.cpp.
#pragma once

#include "cpu.h"

#include <cstddef>
#include <cstdint>

namespace csj {

/// Where stage 1 below writes. Set by own_index.cpp.
struct stage1_output {
  uint32_t *tokens; ///< room for the window's length + 64
  uint8_t *kinds;   ///< for as many + 64; null: not wanted
  uint8_t *escapes; ///< for each 64 bytes, whether there is a backslash; not null if kinds are not
  uint32_t *lines;  ///< room for as many as tokens; null: not wanted. Not without kinds
  size_t count;
  size_t line_count;
  bool ends_in_string;
};

/// Finds the tokens of a document or a window, the first byte of each, and its lines, as far as
/// there is room for them. Returns false if the text is not UTF-8, or has a control character in a
/// string. The output is invalid then: the engine determines which of the two it is, or asks
/// simdjson's stage 1 if the text is whole.
using stage1_form = bool (*)(const uint8_t *bytes, size_t length, stage1_output &out);

// Only for simd::avx512, simd::avx2, and 64-bit ARM.
bool stage1_avx512(const uint8_t *bytes, size_t length, stage1_output &out);
bool stage1_avx2(const uint8_t *bytes, size_t length, stage1_output &out);
bool stage1_neon(const uint8_t *bytes, size_t length, stage1_output &out);

/// The form for a kernel, or null.
inline stage1_form stage1_for(enum simd simd) {
  switch (simd) {
  case simd::avx512: return stage1_avx512;
  case simd::avx2: return stage1_avx2;
  case simd::neon: return stage1_neon;
  default: return nullptr;
  }
}

} // namespace csj
