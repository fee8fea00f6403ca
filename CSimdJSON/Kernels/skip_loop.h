// Skips a container by the kinds of its tokens, 64 at a time: one form of csj_walk_out_kinds for
// each instruction set.
//
// Bounds: kinds are readable 64 bytes after the last token, and those from `end` on are masked out.
#pragma once

namespace csj {
namespace {

CSJ_TARGET uint32_t walk_out(const uint8_t *kinds, uint32_t token, uint32_t end) {
  int64_t depth = 1;
  for (; token < end; token += 64) {
    const block lower = with_bits(load(kinds + token), 0x20);
    uint64_t opens = equal(lower, '{');
    uint64_t closes = equal(lower, '}');
    if (end - token < 64) {
      opens = low_bits(opens, end - token);
      closes = low_bits(closes, end - token);
    }
    const int64_t closing = number_of(closes);
    if (closing >= depth) {
      // The container may close here: at the first bracket where as many have closed as are open.
      int64_t closed = 0;
      for (uint64_t rest = closes; rest != 0; rest &= rest - 1) {
        const uint64_t up_to = through_lowest(rest);
        if (++closed == depth + int64_t(number_of(opens & up_to))) {
          return token + uint32_t(lowest(rest)) + 1;
        }
      }
    }
    depth += int64_t(number_of(opens)) - closing;
  }
  return UINT32_MAX;
}

} // namespace
} // namespace csj
