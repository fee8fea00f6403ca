// The loops over the kinds of tokens for CPUs with AVX2: see loops.h.
//
// Bounds: those of lines_loop.h and skip_loop.h.
#include "loops.h"
#include "target_avx2.h"

#if defined(__x86_64__)
#include "plain_text_loop.h"

#include "lines_loop.h"
#include "skip_loop.h"

bool csj::pick_avx2(csj_picker &picker, const uint8_t *bytes, const uint32_t *tokens,
                   const uint8_t *kinds, uint32_t first, uint32_t end, uint32_t *locations) {
  return pick(picker, bytes, tokens, kinds, first, end, locations);
}

uint32_t csj::walk_out_avx2(const uint8_t *kinds, uint32_t token, uint32_t end) {
  return walk_out(kinds, token, end);
}

bool csj::check_avx2(const uint8_t *bytes, const uint32_t *tokens, const uint8_t *kinds,
                    const uint8_t *escapes, uint32_t first, uint32_t end, uint32_t length,
                    uint32_t depth_limit, csj_proven *proven, uint32_t *links) {
  return check(bytes, tokens, kinds, escapes, first, end, length, depth_limit, proven, links);
}

uint32_t csj::fill_avx2(csj_column *const *columns, uint32_t next, uint32_t count,
                        const uint8_t *bytes, const uint32_t *tokens, uint32_t end,
                        const uint32_t *locations, size_t row) {
  return fill(columns, next, count, bytes, tokens, end, locations, row);
}

uint32_t csj::fill_lines_avx2(const csj_rows *rows, csj_lines *lines, size_t row, uint32_t most) {
  return fill_lines(rows, lines, row, most);
}

#else

bool csj::pick_avx2(csj_picker &, const uint8_t *, const uint32_t *, const uint8_t *, uint32_t,
                   uint32_t, uint32_t *) {
  return false;
}

uint32_t csj::walk_out_avx2(const uint8_t *, uint32_t, uint32_t) { return UINT32_MAX; }

bool csj::check_avx2(const uint8_t *, const uint32_t *, const uint8_t *, const uint8_t *,
                     uint32_t, uint32_t, uint32_t, uint32_t, csj_proven *, uint32_t *) {
  return false;
}

uint32_t csj::fill_avx2(csj_column *const *, uint32_t next, uint32_t, const uint8_t *,
                        const uint32_t *, uint32_t, const uint32_t *, size_t) {
  return next;
}

uint32_t csj::fill_lines_avx2(const csj_rows *, csj_lines *, size_t, uint32_t) { return 0; }

#endif
