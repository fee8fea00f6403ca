// The loops over the kinds of tokens, for each instruction set that stage 1 provides kinds with.
// Their bodies stand once, in shape_loop.h and skip_loop.h, and are compiled for each.
#pragma once

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

} // namespace csj
