// Writes tokens and their kinds one by one: for CPUs where no instruction picks the bytes that a mask
// names out of a block, other than those with AVX2 (token_writer_avx2.h).
//
// Bounds: writes eight tokens and kinds at a time, within the room that own_index.cpp makes.
#pragma once

namespace csj {
namespace {

/// Writes the tokens of a block and, if wanted, their kinds: eight at a time, which most blocks do
/// not exceed twice.
struct writer {
  uint32_t base = uint32_t(-64); ///< the block's offset
  /// Its kinds, and one more: that of the token after the last, which is not used.
  alignas(32) uint8_t block_kinds[64 + 32] = {};

  template <bool has_kinds> CSJ_TARGET_INLINE_METHOD void keep(block kinds) {
    if (has_kinds) { store(block_kinds, kinds); }
    base += 64;
  }

  template <bool has_kinds>
  CSJ_TARGET_INLINE_METHOD void write(uint64_t tokens, stage1_output &out) {
    const size_t number = size_t(number_of(tokens));
    uint32_t *const to = out.tokens + out.count;
    uint8_t *const kinds = has_kinds ? out.kinds + out.count : nullptr;
    const auto put = [&](size_t from) CSJ_TARGET __attribute__((always_inline)) {
      for (size_t i = from; i < from + 8; i++) {
        const uint32_t at = uint32_t(lowest(tokens));
        to[i] = base + at;
        if (has_kinds) { kinds[i] = block_kinds[at]; }
        tokens = without_lowest(tokens);
      }
    };
    put(0);
    if (__builtin_expect(number > 8, 0)) {
      put(8);
      if (__builtin_expect(number > 16, 0)) {
        for (size_t from = 16; from < number; from += 8) { put(from); }
      }
    }
    out.count += number;
  }
};

} // namespace
} // namespace csj
