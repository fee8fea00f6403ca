// Unescapes strings on 64-bit ARM: see unescape_loop.h. A table of shuffles closes the gaps, eight bytes
// at a time, as with AVX2.
//
// Unmeasured: see target_neon.h.
//
// Bounds: those of unescape_loop.h.
#include "picks.h"
#include "target_neon.h"
#include "unescape.h"

#if defined(__aarch64__)

namespace csj {
namespace {

/// The meaning of each byte after a backslash, or 0.
CSJ_TARGET_INLINE block meanings_of(const block &bytes) {
  return each(bytes, [](lanes quarter) {
    // By the lower half: of `"`, `/` and `\`, which stay, of `b`, `f` and `n`, and of `r` and `t`.
    const sixteen same = table(0, 0, '"', 0, 0, 0, 0, 0, 0, 0, 0, 0, '\\', 0, 0, '/');
    const sixteen six = table(0, 0, '\b', 0, 0, 0, '\f', 0, 0, 0, 0, 0, 0, 0, '\n', 0);
    const sixteen seven = table(0, 0, '\r', 0, '\t', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    const lanes upper = upper_halves(quarter);
    const lanes stays = vceqq_u8(quarter, look_up(same, quarter));
    return (quarter & stays) | (look_up(six, quarter) & vceqq_u8(upper, all(6))) |
           (look_up(seven, quarter) & vceqq_u8(upper, all(7)));
  });
}

/// All ones in the bytes of 16 bits.
CSJ_TARGET_INLINE lanes spread(uint64_t mask) {
  const lanes bit = table(1, 2, 4, 8, 16, 32, 64, char(128), 1, 2, 4, 8, 16, 32, 64, char(128));
  const uint8x8_t low = vdup_n_u8(uint8_t(mask)), high = vdup_n_u8(uint8_t(mask >> 8));
  return vtstq_u8(vcombine_u8(low, high), bit);
}

CSJ_TARGET_INLINE block replaced(const block &bytes, const block &others, uint64_t mask) {
  block made = {};
  for (int i = 0; i < 4; i++) {
    made.at[i] = vbslq_u8(spread(mask >> (16 * i)), others.at[i], bytes.at[i]);
  }
  return made;
}

/// Writes the bytes of a mask. Returns where they end.
CSJ_TARGET_INLINE uint8_t *write_kept(uint8_t *to, const block &bytes, uint64_t kept) {
  const auto put = [&](uint8x8_t eight) {
    const uint32_t mask = kept & 0xFF;
    vst1_u8(to, vtbl1_u8(eight, vld1_u8(picking.of[mask])));
    to += __builtin_popcount(mask);
    kept >>= 8;
  };
  for (const lanes quarter : bytes.at) {
    put(vget_low_u8(quarter));
    put(vget_high_u8(quarter));
  }
  return to;
}

} // namespace
} // namespace csj

#include "unescape_loop.h"

csj::unescaping csj::unescape_neon(const uint8_t *source, uint8_t *destination) {
  return unescape(source, destination);
}

#else

csj::unescaping csj::unescape_neon(const uint8_t *source, uint8_t *destination) {
  return {source, destination, false};
}

#endif
