// Stage 1 for one kernel of simdjson's, icelake, in which it does more than simdjson's own: see
// stage1_avx512.cpp.
#pragma once

#include "csj.h"

namespace csj {

/// Where the stage below writes. Filled by the engine.
struct stage1_output {
  uint32_t *tokens; ///< room for the window's length + 64
  uint8_t *kinds;   ///< for as many + 64; null: not wanted
  uint32_t *lines;  ///< for as many; null: not wanted. Not without kinds
  size_t count;
  size_t line_count;
  bool ends_in_string;
};

/// Whether `stage1_avx512` can run: where simdjson's kernel of the same instructions is active.
bool has_stage1_avx512();

/// The tokens of a document or a window, the first byte of each, and its lines, as long as there is room for
/// them. False: it is no UTF-8, or has a control character in a string. Nothing that was written counts then:
/// the engine says which of the two it is, or asks simdjson's stage 1, where all is whole.
bool stage1_avx512(const uint8_t *bytes, size_t length, stage1_output &out);

} // namespace csj
