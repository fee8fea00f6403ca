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
  backslash &= ~carried;
  const uint64_t behind = backslash << 1;
  // In a run that begins at an even bit, the odd bits are escaped, and vice versa. Adding its start
  // to a run that begins at an odd bit ripples through the run to the bit after it.
  const uint64_t odd_starts = backslash & ~behind & odd_bits;
  const uint64_t odd_runs = (backslash + odd_starts) ^ backslash;
  const uint64_t result = ((odd_bits ^ odd_runs) & behind) | carried;
  carried = (backslash & ~result) >> 63;
  return result;
}

} // namespace csj
