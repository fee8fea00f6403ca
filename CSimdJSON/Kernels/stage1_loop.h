// Stage 1 over blocks of 64 bytes, one after another: what stage1_avx512.cpp and stage1_neon.cpp have in
// common. Each defines before: `classify`, `utf8_check` and `writer` for its instructions.
//
// Bounds: reads no byte after the document, so it needs no padding. Writing steps are of 64 entries
// at the most, for as many as the block has, and there are no more tokens than bytes: all stays
// below length + 64, the room that own_index.cpp makes.
#pragma once

#include "stage1_steps.h"

namespace csj {
namespace {

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

} // namespace
} // namespace csj
