// Stage 1 for CPUs without SIMD that simdjson supports (its kernel "fallback"). Finds the same
// tokens as the other kernels for all bytes, valid or not, which the tests compare. simdjson's own
// fallback tokenizes invalid JSON by other rules: a quote within a number or word does not open a
// string there. Then the end of a damaged record would depend on the code that finds it, and the
// records delivered from a feed on how it was cut into windows.
//
// Bounds: reads `length` bytes and writes at most one token for each of them.
//
// Measured: no gain. Logs at 0.7 GB/s, twitter.json at 0.7; simdjson's fallback, which validates
// UTF-8 as well, at 0.8 and 1.0. It is here for the rules, not for speed.
#include "csj_stage1.h"

namespace {

/// The kind of a byte outside strings, by the table of simdjson's SIMD kernels, where two control
/// characters are operators.
enum kind : uint8_t { scalar, space, op };

struct kinds {
  uint8_t of[256] = {};
  constexpr kinds() {
    for (const char c : "{}[],:\x0C\x1A") { of[uint8_t(c)] = op; }
    for (const char c : " \t\n\r") { of[uint8_t(c)] = space; }
    of[0] = scalar; // the literals' ends
  }
};

constexpr kinds table;

} // namespace

extern "C" csj_portable_index csj_stage1_portable(const uint8_t *bytes, uint64_t length,
                                                  uint32_t *tokens) {
  csj_portable_index found = {0, false, false};
  bool is_escaped = false;
  // Whether the byte before belongs to a scalar that is not a string: only the first byte of a
  // scalar is a token.
  bool is_in_scalar = false;
  for (uint64_t i = 0; i < length; i++) {
    const uint8_t byte = bytes[i];
    const bool was_escaped = is_escaped;
    is_escaped = byte == '\\' && !was_escaped;
    const bool is_quote = byte == '"' && !was_escaped;
    if (found.ends_in_string) {
      found.has_control_in_string |= byte < 0x20;
      found.ends_in_string = !is_quote;
      is_in_scalar = !is_quote && table.of[byte] == scalar;
      continue;
    }
    const bool is_scalar = table.of[byte] == scalar;
    if (table.of[byte] == op || (is_scalar && !is_in_scalar)) {
      tokens[found.count++] = uint32_t(i);
    }
    found.ends_in_string = is_quote;
    is_in_scalar = is_scalar && !is_quote;
  }
  return found;
}
