// The shuffles that close the gaps between the bytes of a mask, for CPUs without an instruction that
// does.
//
// Bounds: eight indices for each mask, of bytes among eight; or among those after the first eight.
#pragma once

#include <cstdint>

namespace csj {
namespace {

/// For each mask of eight bytes: where the bytes that are kept come from, `first` being the first.
template <int first> struct picks {
  uint8_t of[256][8] = {};

  constexpr picks() {
    for (int mask = 0; mask < 256; mask++) {
      int count = 0;
      for (int bit = 0; bit < 8; bit++) {
        if (mask >> bit & 1) { of[mask][count++] = uint8_t(first + bit); }
      }
    }
  }
};

alignas(64) constexpr picks<0> picking;

} // namespace
} // namespace csj
