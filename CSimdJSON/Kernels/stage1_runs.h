// Stage 1 over runs of 32 blocks of 64 bytes: first the masks of all of them, then their tokens. For
// CPUs with AVX2, where both steps together need more registers than there are: stage1_loop.h takes 248
// instructions for a block, and 27 of them move values to the stack and back. stage1_avx2.cpp defines
// before: `classify`, `utf8_check` and `writer`.
//
// Measured on Zen 3, GB/s, with the masks and tokens of each block in turn, eight bytes at a time, and
// so: events 3.4, 3.7; log feed 3.5, 3.8.
//
// Bounds: those of stage1_loop.h.
#pragma once

#include "stage1_steps.h"

namespace csj {
namespace {

constexpr size_t most_blocks = 32;

/// What was found in the blocks of a run.
struct found_blocks {
  alignas(32) uint8_t kinds[most_blocks][64];
  uint64_t tokens[most_blocks];
  uint64_t newlines[most_blocks];
};

template <bool has_kinds, bool has_lines>
CSJ_TARGET bool run(const uint8_t *bytes, size_t length, stage1_output &out) {
  uint32_t *line = out.lines;
  uint8_t *escape = out.escapes;
  out.count = 0;
  utf8_check utf8;
  carried state;
  found_blocks found;
  const auto examine = [&](block next, size_t i) CSJ_TARGET __attribute__((always_inline)) {
    block kinds;
    const classes classes = classify(next, kinds);
    found.tokens[i] = tokens_of(next, classes, state);
    if (has_kinds) {
      store(found.kinds[i], kinds);
      escape[i] = classes.backslash != 0;
    }
    if (has_lines) { found.newlines[i] = equal(next, '\n'); }
  };
  const auto write = [&](size_t count, size_t at) CSJ_TARGET __attribute__((always_inline)) {
    // Copies that no store through a pointer can change, so that they stay in registers.
    writer writer = {out.tokens, out.kinds, out.count};
    uint32_t *next_line = line;
    for (size_t i = 0; i < count; i++) {
      const uint64_t tokens = found.tokens[i];
      if (has_lines) { note_lines(found.newlines[i], tokens, writer.count, next_line); }
      writer.template write<has_kinds>(tokens, found.kinds[i], uint32_t(at + i * 64));
    }
    line = next_line;
    escape += has_kinds ? count : 0;
    out.count = writer.count;
  };
  size_t at = 0;
  for (size_t blocks = length / 64; blocks != 0;) {
    const size_t count = blocks < most_blocks ? blocks : most_blocks;
    for (size_t i = 0; i < count; i++) {
      const uint8_t *const from = bytes + at + i * 64;
      prefetch(from + 2048);
      const block next = load(from);
      utf8.note(next, i);
      examine(next, i);
    }
    utf8.check(bytes, at);
    write(count, at);
    at += count * 64;
    blocks -= count;
  }
  // Adds spaces after the last byte, even if the block is full, so that no character continues.
  const block last = load_part(bytes + at, length - at);
  utf8.add(last, at);
  examine(last, 0);
  write(1, at);
  out.line_count = has_lines ? size_t(line - out.lines) : 0;
  out.ends_in_string = state.in_string != 0;
  return utf8.is_valid() && state.control == 0;
}

} // namespace
} // namespace csj
