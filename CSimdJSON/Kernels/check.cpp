// The full check by kinds of tokens: see csj_check and check_loop.h.
//
// Bounds: those of check_loop.h.
#include "csj_check.h"

#include "loops.h"
#include "proven.h"

#include <new>

extern "C" csj_proven *csj_proven_create(void) { return new (std::nothrow) csj_proven; }

extern "C" void csj_proven_destroy(csj_proven *proven) { delete proven; }

extern "C" bool csj_check(const uint8_t *bytes, const uint32_t *tokens, const uint8_t *kinds,
                          const uint8_t *escapes, uint32_t first, uint32_t end, uint32_t length,
                          uint32_t depth_limit, csj_proven *proven) {
  static const auto check = csj::active_loops()->check;
  return check(bytes, tokens, kinds, escapes, first, end, length, depth_limit, proven, nullptr);
}

extern "C" bool csj_check_linking(const uint8_t *bytes, const uint32_t *tokens,
                                  const uint8_t *kinds, const uint8_t *escapes, uint32_t end,
                                  uint32_t length, uint32_t depth_limit, uint32_t *links) {
  static const auto check = csj::active_loops()->check;
  return check(bytes, tokens, kinds, escapes, 0, end, length, depth_limit, nullptr, links);
}
