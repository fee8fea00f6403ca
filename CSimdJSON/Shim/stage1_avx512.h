// Stage 1 for one kernel of simdjson's, icelake, in which it does more than simdjson's own: see
// stage1_avx512.cpp.
#pragma once

#include "csj.h"

namespace csj {

/// Where the stage below writes. Filled by the engine.
struct stage1_output {
  uint32_t *tokens; ///< room for the window's length + 64
  uint8_t *kinds;   ///< as much
  uint32_t *lines;  ///< as much
  size_t count;
  size_t line_count;
};

/// Whether `stage1_avx512` can run: where simdjson's kernel of the same instructions is active.
bool has_stage1_avx512();

/// The tokens of a whole document, the first byte of each, and its lines, as long as there is room for
/// them. False: something is wrong with it. Nothing that was written counts then, and simdjson's stage 1
/// is to say what it is.
bool stage1_avx512(const uint8_t *bytes, size_t length, stage1_output &out);

} // namespace csj
