// The loops over the kinds of tokens, for each instruction set with which stage 1 provides kinds.
// Their bodies stand once, in check_loop.h, columns_loop.h, lines_loop.h, shape_loop.h and skip_loop.h,
// and are compiled for each.
#pragma once

#include "cpu.h"
#include "csj_check.h"
#include "csj_columns.h"
#include "shape.h"

namespace csj {

// csj_pick: see shape_loop.h.
bool pick_avx512(csj_picker &picker, const uint8_t *bytes, const uint32_t *tokens,
                 const uint8_t *kinds, uint32_t first, uint32_t end, uint32_t *locations);
bool pick_avx2(csj_picker &picker, const uint8_t *bytes, const uint32_t *tokens,
               const uint8_t *kinds, uint32_t first, uint32_t end, uint32_t *locations);
bool pick_neon(csj_picker &picker, const uint8_t *bytes, const uint32_t *tokens,
               const uint8_t *kinds, uint32_t first, uint32_t end, uint32_t *locations);

// csj_walk_out_kinds: see skip_loop.h.
uint32_t walk_out_avx512(const uint8_t *kinds, uint32_t token, uint32_t end);
uint32_t walk_out_avx2(const uint8_t *kinds, uint32_t token, uint32_t end);
uint32_t walk_out_neon(const uint8_t *kinds, uint32_t token, uint32_t end);

// csj_check and csj_check_linking: see check_loop.h.
bool check_avx512(const uint8_t *bytes, const uint32_t *tokens, const uint8_t *kinds,
                  const uint8_t *escapes, uint32_t first, uint32_t end, uint32_t length,
                  uint32_t depth_limit, csj_proven *proven, uint32_t *links);
bool check_avx2(const uint8_t *bytes, const uint32_t *tokens, const uint8_t *kinds,
                const uint8_t *escapes, uint32_t first, uint32_t end, uint32_t length,
                uint32_t depth_limit, csj_proven *proven, uint32_t *links);
bool check_neon(const uint8_t *bytes, const uint32_t *tokens, const uint8_t *kinds,
                const uint8_t *escapes, uint32_t first, uint32_t end, uint32_t length,
                uint32_t depth_limit, csj_proven *proven, uint32_t *links);

// csj_fill: see columns_loop.h.
uint32_t fill_avx512(csj_column *const *columns, uint32_t next, uint32_t count,
                     const uint8_t *bytes, const uint32_t *tokens, uint32_t end,
                     const uint32_t *locations, size_t row);
uint32_t fill_avx2(csj_column *const *columns, uint32_t next, uint32_t count,
                   const uint8_t *bytes, const uint32_t *tokens, uint32_t end,
                   const uint32_t *locations, size_t row);
uint32_t fill_neon(csj_column *const *columns, uint32_t next, uint32_t count,
                   const uint8_t *bytes, const uint32_t *tokens, uint32_t end,
                   const uint32_t *locations, size_t row);

// csj_fill_lines: see lines_loop.h.
uint32_t fill_lines_avx512(const csj_rows *rows, csj_lines *lines, size_t row, uint32_t most);
uint32_t fill_lines_avx2(const csj_rows *rows, csj_lines *lines, size_t row, uint32_t most);
uint32_t fill_lines_neon(const csj_rows *rows, csj_lines *lines, size_t row, uint32_t most);

/// The forms for a kernel.
struct loops {
  pick_loop pick;
  decltype(&walk_out_avx2) walk_out;
  decltype(&check_avx2) check;
  csj_fill_form fill;
  csj_fill_lines_form fill_lines;
};

/// Those of the active kernel; null where stage 1 provides no kinds.
inline const loops *active_loops() {
  static constexpr loops avx512 = {pick_avx512, walk_out_avx512, check_avx512, fill_avx512,
                                   fill_lines_avx512};
  static constexpr loops avx2 = {pick_avx2, walk_out_avx2, check_avx2, fill_avx2,
                                   fill_lines_avx2};
  static constexpr loops neon = {pick_neon, walk_out_neon, check_neon, fill_neon,
                                   fill_lines_neon};
  switch (active_simd()) {
  case simd::avx512: return &avx512;
  case simd::avx2: return &avx2;
  case simd::neon: return &neon;
  default: return nullptr;
  }
}

} // namespace csj
