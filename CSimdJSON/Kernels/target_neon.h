// Blocks of 64 bytes on 64-bit ARM: see target_avx512.h.
//
// Never measured on an ARM CPU: it ran only in an emulator (scripts/neon). It is used for its rules:
// simdjson's own stage 1 for ARM takes some bytes of characters beyond ASCII for operators where no
// string is, so that it finds other tokens in invalid text than all other kernels.
//
// Bounds: `load` reads 64 bytes, `load_part` as many as it is told, `load16` 16, `masks_of` 32;
// `store` writes 64; `move_eight` reads and writes eight locations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__aarch64__)
#include <arm_neon.h>

/// Every such CPU has what is needed.
#define CSJ_TARGET
#define CSJ_TARGET_INLINE __attribute__((always_inline)) static inline
#define CSJ_TARGET_INLINE_METHOD __attribute__((always_inline)) inline

namespace csj {
namespace {

/// The number of the lowest bit; 64 for an empty mask.
CSJ_TARGET_INLINE uint64_t lowest(uint64_t mask) {
  return mask == 0 ? 64 : uint64_t(__builtin_ctzll(mask));
}

CSJ_TARGET_INLINE uint64_t without_lowest(uint64_t mask) { return mask & (mask - 1); }

/// The bits up to the lowest one, which is among them; all for an empty mask.
CSJ_TARGET_INLINE uint64_t through_lowest(uint64_t mask) { return mask ^ (mask - 1); }

/// The first `count` bits of a mask; all from 64 on.
CSJ_TARGET_INLINE uint64_t low_bits(uint64_t mask, uint32_t count) {
  return count < 64 ? mask & ((1ull << count) - 1) : mask;
}

/// The first `count` bits of a mask; all from 32 on.
CSJ_TARGET_INLINE uint32_t low_bits32(uint32_t mask, uint32_t count) {
  return uint32_t(low_bits(mask, count));
}

CSJ_TARGET_INLINE uint64_t number_of(uint64_t mask) {
  return uint64_t(__builtin_popcountll(mask));
}

/// Each bit is the sum of those up to it: ones from an opening quote to just before its closing
/// quote.
CSJ_TARGET_INLINE uint64_t between(uint64_t quotes) {
  for (int by = 1; by < 64; by *= 2) { quotes ^= quotes << by; }
  return quotes;
}

CSJ_TARGET_INLINE void prefetch(const uint8_t *bytes) { __builtin_prefetch(bytes); }

/// 16 bytes, with `&`, `|` and `^`.
using sixteen = uint8x16_t;

CSJ_TARGET_INLINE sixteen load16(const uint8_t *bytes) { return vld1q_u8(bytes); }

CSJ_TARGET_INLINE bool is_zero16(sixteen bytes) { return vmaxvq_u8(bytes) == 0; }

/// A table for `look_up`.
CSJ_TARGET_INLINE sixteen table(char a, char b, char c, char d, char e, char f, char g, char h,
                                char i, char j, char k, char l, char m, char n, char o, char p) {
  return sixteen{uint8_t(a), uint8_t(b), uint8_t(c), uint8_t(d), uint8_t(e), uint8_t(f),
                 uint8_t(g), uint8_t(h), uint8_t(i), uint8_t(j), uint8_t(k), uint8_t(l),
                 uint8_t(m), uint8_t(n), uint8_t(o), uint8_t(p)};
}

/// Adds `base` to eight locations; one that is missing (all ones) stays so.
CSJ_TARGET_INLINE void move_eight(const uint32_t *from, uint32_t base, uint32_t *to) {
  for (int i = 0; i < 8; i += 4) {
    const uint32x4_t location = vld1q_u32(from + i);
    vst1q_u32(to + i, vorrq_u32(vaddq_u32(location, vdupq_n_u32(base)),
                                vceqq_u32(location, vdupq_n_u32(UINT32_MAX))));
  }
}

/// The bytes of one register: here, a quarter of a block.
using lanes = uint8x16_t;

struct block {
  lanes at[4];
};

CSJ_TARGET_INLINE lanes all(char byte) { return vdupq_n_u8(uint8_t(byte)); }

/// A block of which each quarter is that of another by an operation.
template <class Operation>
CSJ_TARGET_INLINE block each(const block &bytes, const Operation &operation) {
  return {{operation(bytes.at[0]), operation(bytes.at[1]), operation(bytes.at[2]),
           operation(bytes.at[3])}};
}

CSJ_TARGET_INLINE block load(const uint8_t *bytes) {
  return {{vld1q_u8(bytes), vld1q_u8(bytes + 16), vld1q_u8(bytes + 32), vld1q_u8(bytes + 48)}};
}

/// The first `count` < 64 bytes, then spaces.
CSJ_TARGET_INLINE block load_part(const uint8_t *bytes, size_t count) {
  uint8_t copy[64];
  std::memset(copy, ' ', sizeof copy);
  std::memcpy(copy, bytes, count);
  return load(copy);
}

CSJ_TARGET_INLINE void store(uint8_t *bytes, const block &block) {
  for (int i = 0; i < 4; i++) { vst1q_u8(bytes + 16 * i, block.at[i]); }
}

/// A bit for each byte of a block whose bytes are all zeros or all ones.
CSJ_TARGET_INLINE uint64_t bits(const block &bytes) {
  const lanes bit = table(1, 2, 4, 8, 16, 32, 64, char(128), 1, 2, 4, 8, 16, 32, 64, char(128));
  const lanes low = vpaddq_u8(bytes.at[0] & bit, bytes.at[1] & bit);
  const lanes high = vpaddq_u8(bytes.at[2] & bit, bytes.at[3] & bit);
  const lanes sums = vpaddq_u8(low, high);
  return vgetq_lane_u64(vreinterpretq_u64_u8(vpaddq_u8(sums, sums)), 0);
}

/// A bit for each byte: whether it is `byte`.
CSJ_TARGET_INLINE uint64_t equal(const block &bytes, char byte) {
  return bits(each(bytes, [=](lanes quarter) { return vceqq_u8(quarter, all(byte)); }));
}

/// A bit for each byte: whether it is a control character.
CSJ_TARGET_INLINE uint64_t controls(const block &bytes) {
  return bits(each(bytes, [](lanes quarter) { return vcltq_u8(quarter, all(0x20)); }));
}

/// A bit for each byte: whether it is not zero.
CSJ_TARGET_INLINE uint64_t non_zero(const block &bytes) {
  return bits(each(bytes, [](lanes quarter) { return vtstq_u8(quarter, quarter); }));
}

/// A bit for each byte: its bit 5, by which braces differ from brackets.
CSJ_TARGET_INLINE uint64_t bit5(const block &bytes) {
  return bits(each(bytes, [](lanes quarter) { return vtstq_u8(quarter, all(0x20)); }));
}

/// The bytes with these bits set in each.
CSJ_TARGET_INLINE block with_bits(const block &bytes, char bits) {
  return each(bytes, [=](lanes quarter) { return quarter | all(bits); });
}

/// Whether two blocks differ where `mask` has ones.
CSJ_TARGET_INLINE bool differ(const block &a, const block &b, const block &mask) {
  lanes other = {};
  for (int i = 0; i < 4; i++) { other = other | ((a.at[i] ^ b.at[i]) & mask.at[i]); }
  return !is_zero16(other);
}

/// For each byte of `indices`, the entry of a table of 16 that its lower half names; 0 if the
/// highest bit is set.
CSJ_TARGET_INLINE lanes look_up(sixteen table, lanes indices) {
  return vqtbl1q_u8(table, indices & all(char(0x8F)));
}

CSJ_TARGET_INLINE lanes upper_halves(lanes bytes) { return vshrq_n_u8(bytes, 4); }

/// Each byte less `amount`, at least 0.
CSJ_TARGET_INLINE lanes less(lanes bytes, char amount) { return vqsubq_u8(bytes, all(amount)); }

/// The bytes one, two and three places earlier.
struct earlier {
  lanes one, two, three;
};

CSJ_TARGET_INLINE earlier earlier_of(lanes bytes, lanes last) {
  return {vextq_u8(last, bytes, 15), vextq_u8(last, bytes, 14), vextq_u8(last, bytes, 13)};
}

} // namespace
} // namespace csj

#include "byte_tables.h"

namespace csj {
namespace {

/// A bit for each of 32 bytes of a scalar.
struct scalar_masks {
  uint32_t other;  ///< neither a digit nor a point
  uint32_t points;
  uint32_t spaces;
};

CSJ_TARGET_INLINE scalar_masks masks_of(const uint8_t *scalar) {
  const block text = {{vld1q_u8(scalar), vld1q_u8(scalar + 16)}};
  const uint32_t points = uint32_t(equal(text, '.'));
  const block no_digits =
      each(text, [](lanes part) { return vcgtq_u8(vsubq_u8(part, all('0')), all(9)); });
  const block spaces =
      each(text, [](lanes part) { return vceqq_u8(part, look_up(space_table(), part)); });
  return {uint32_t(bits(no_digits)) & ~points, points, uint32_t(bits(spaces))};
}

} // namespace
} // namespace csj
#endif
