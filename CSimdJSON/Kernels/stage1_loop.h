// Stage 1 over blocks of 64 bytes: what stage1_avx512.cpp, stage1_avx2.cpp and stage1_neon.cpp have
// in common. Each defines before: `classify`, `utf8_check` and `writer` for its instructions.
//
// Bounds: reads no byte after the document, so it needs no padding. Writing steps are of 64 entries
// at the most, for as many as the block has, and there are no more tokens than bytes: all stays
// below length + 64, the room that own_index.cpp makes.
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

template <bool has_kinds, bool has_lines>
CSJ_TARGET bool run(const uint8_t *bytes, size_t length, stage1_output &out) {
  // Copies that no store through a pointer can change, so that they stay in registers.
  stage1_output found = out;
  found.count = 0;
  uint32_t *line = out.lines;
  uint8_t *escape = out.escapes;
  utf8_check utf8;
  carried state;
  // The results of a block are written while the next one is examined, which then does not wait for
  // them.
  uint64_t tokens = 0, newlines = 0;
  writer writer;
  const auto put = [&]() CSJ_TARGET __attribute__((always_inline)) {
    if (has_lines) { note_lines(newlines, tokens, found.count, line); }
    writer.template write<has_kinds>(tokens, found);
  };
  const auto take = [&](block next) CSJ_TARGET __attribute__((always_inline)) {
    utf8.add(next);
    block kinds;
    const classes classes = classify(next, kinds);
    const uint64_t next_tokens = tokens_of(next, classes, state);
    if (has_kinds) { *escape++ = classes.backslash != 0; }
    put();
    writer.template keep<has_kinds>(kinds);
    tokens = next_tokens;
    if (has_lines) { newlines = equal(next, '\n'); }
  };
  size_t at = 0;
  for (; at + 64 <= length; at += 64) {
    prefetch(bytes + at + 2048);
    take(load(bytes + at));
  }
  // Adds spaces after the last byte, even if the block is full, so that no character continues.
  take(load_part(bytes + at, length - at));
  put();
  found.line_count = has_lines ? size_t(line - out.lines) : 0;
  found.ends_in_string = state.in_string != 0;
  out = found;
  return utf8.is_valid() && state.control == 0;
}

CSJ_TARGET bool stage1(const uint8_t *bytes, size_t length, stage1_output &out) {
  if (out.lines) { return run<true, true>(bytes, length, out); }
  return out.kinds ? run<true, false>(bytes, length, out) : run<false, false>(bytes, length, out);
}

} // namespace
} // namespace csj
