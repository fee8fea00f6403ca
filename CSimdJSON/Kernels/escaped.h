// Which of 64 bytes a backslash escapes, by masks.
//
// Bounds: nothing here reads memory.
#pragma once

#include <cstdint>

namespace csj {

/// The bytes among 64 that come after an odd number of backslashes. `carried`: 1 if the first of
/// them does, because of earlier bytes; on return, the same for the next 64.
__attribute__((always_inline)) static inline uint64_t escaped(uint64_t backslash,
                                                              uint64_t &carried) {
  constexpr uint64_t odd_bits = 0xAAAAAAAAAAAAAAAAull;
  // The first backslash of a run escapes the next byte, the third another one, and so on. `codes` are
  // these backslashes, and the byte after the run if it is escaped: subtracting a run borrows up to its
  // end, so that what is left of its bits alternates with the odd ones.
  const uint64_t starts = backslash & ~carried;
  const uint64_t codes = ((starts << 1 | odd_bits) - starts) ^ odd_bits;
  const uint64_t result = codes ^ (backslash | carried);
  carried = (codes & backslash) >> 63;
  return result;
}

} // namespace csj
