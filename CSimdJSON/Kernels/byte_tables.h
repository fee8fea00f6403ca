// Tables of what bytes are, for `look_up`. A target header includes this after it has defined `table`.
//
// Bounds: nothing here reads memory.
#pragma once

namespace csj {
namespace {

/// By its lower half, the only operator that a byte can be whose bit 5 is set.
CSJ_TARGET_INLINE sixteen operator_table() {
  return table(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ':', '{', ',', '}', 0, 0);
}

/// By its lower half, the only white space that a byte can be.
CSJ_TARGET_INLINE sixteen space_table() {
  return table(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r', 0, 0);
}

} // namespace
} // namespace csj
