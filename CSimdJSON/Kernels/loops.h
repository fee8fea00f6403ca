// The loops over the kinds of tokens, for each instruction set with which stage 1 provides kinds.
// Their bodies stand once, in check_loop.h, shape_loop.h and skip_loop.h, and are compiled for
// each.
#pragma once

#include "csj_check.h"
#include "shape.h"

namespace csj {

// csj_pick: see shape_loop.h.
bool pick_avx512(csj_picker &picker, const uint8_t *bytes, const uint32_t *tokens,
                 const uint8_t *kinds, uint32_t first, uint32_t end, uint32_t *locations);
bool pick_avx2(csj_picker &picker, const uint8_t *bytes, const uint32_t *tokens,
               const uint8_t *kinds, uint32_t first, uint32_t end, uint32_t *locations);

// csj_walk_out_kinds: see skip_loop.h.
uint32_t walk_out_avx512(const uint8_t *kinds, uint32_t token, uint32_t end);
uint32_t walk_out_avx2(const uint8_t *kinds, uint32_t token, uint32_t end);

// csj_check: see check_loop.h.
bool check_avx512(const uint8_t *bytes, const uint32_t *tokens, const uint8_t *kinds,
                  const uint8_t *escapes, uint32_t first, uint32_t end, uint32_t length,
                  uint32_t depth_limit, csj_proven *proven);
bool check_avx2(const uint8_t *bytes, const uint32_t *tokens, const uint8_t *kinds,
                const uint8_t *escapes, uint32_t first, uint32_t end, uint32_t length,
                uint32_t depth_limit, csj_proven *proven);

} // namespace csj
