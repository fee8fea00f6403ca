// What stage 1 does with each block of 64 bytes, and its forms: included by stage1_loop.h and stage1_runs.h,
// which define `run`. A source defines before: `classify` for its instructions.
//
// Bounds: nothing here reads memory; `note_lines` writes one entry more than there are newlines.
#pragma once

namespace csj {
namespace {

/// What one block passes on to the next.
struct carried {
  uint64_t escape = 0;    ///< 1: the block's first byte is escaped
  uint64_t in_string = 0; ///< all ones: it is in a string
  uint64_t scalar = 0;    ///< 1: it continues a scalar that is not a string
  uint64_t control = 0;   ///< not zero: there were control characters in strings
};

/// The tokens of a block.
CSJ_TARGET_INLINE uint64_t tokens_of(block bytes, const classes &found, carried &state) {
  const uint64_t quote = found.quote & ~escaped(found.backslash, state.escape);
  const uint64_t in_string = between(quote) ^ state.in_string;
  state.in_string = uint64_t(int64_t(in_string) >> 63);
  state.control |= in_string & controls(bytes);

  // A scalar begins after anything but a scalar; a quote ends any scalar before it.
  const uint64_t unquoted = found.scalar & ~quote;
  const uint64_t after_scalar = unquoted << 1 | state.scalar;
  state.scalar = unquoted >> 63;
  return (found.op | (found.scalar & ~after_scalar)) & ~(in_string ^ quote);
}

/// Notes the number of tokens before each newline of a block, which is preceded by `before` tokens.
CSJ_TARGET_INLINE void note_lines(uint64_t newlines, uint64_t tokens, size_t before,
                                  uint32_t *&line) {
  // Written unconditionally: most blocks have no newline, some have one, and very few have more.
  do {
    *line = uint32_t(before + size_t(number_of(tokens & through_lowest(newlines))));
    line += newlines != 0;
    newlines = without_lowest(newlines);
  } while (__builtin_expect(newlines != 0, 0));
}

/// Indexes a document or a window: see stage1_form.
template <bool has_kinds, bool has_lines>
CSJ_TARGET bool run(const uint8_t *bytes, size_t length, stage1_output &out);

CSJ_TARGET bool stage1(const uint8_t *bytes, size_t length, stage1_output &out) {
  if (out.lines) { return run<true, true>(bytes, length, out); }
  return out.kinds ? run<true, false>(bytes, length, out) : run<false, false>(bytes, length, out);
}

} // namespace
} // namespace csj
