// Fills rows from the lines of a window, one after another: one form of csj_fill_lines for each
// instruction set with which stage 1 provides kinds. Includes the loops that it consists of.
//
// Bounds: those of check_loop.h, columns_loop.h and shape_loop.h. At most two bytes after a line's
// last token are examined: the window ends with a newline.
#pragma once

#include "check_loop.h"
#include "columns_loop.h"
#include "shape_loop.h"

namespace csj {
namespace {

/// Whether there may be a backslash between two offsets: whether a block of 64 bytes has one.
CSJ_TARGET_INLINE bool may_have_escapes(const uint8_t *escapes, uint32_t start, uint32_t end) {
  const uint32_t first = start / 64, count = end / 64 - first + 1;
  return count > 64 || low_bits(non_zero(load(escapes + first)), count) != 0;
}

/// Takes back what was stored in a row of the first `count` columns.
CSJ_TARGET_INLINE void undo(csj_column *const *columns, uint32_t count, size_t row) {
  for (uint32_t i = 0; i < count; i++) {
    csj_column &column = *columns[i];
    column.validity[row >> 3] |= uint8_t(1u << (row & 7));
    if (column.kind != CSJ_COLUMN_VIEW) { continue; }
    text_view view;
    std::memcpy(&view, column.values + row * sizeof view, sizeof view);
    const size_t size = uint32_t(view.first);
    if (size <= CSJ_SHORT_TEXT) { continue; }
    if ((view.rest & CSJ_OWN_TEXT) == 0) {
      column.viewed_bytes -= size;
    } else {
      column.data_count -= size;
    }
  }
}

/// Stores the record of a line in a row. False: nothing was stored.
CSJ_TARGET_INLINE bool fill_line(const csj_rows &rows, const csj_lines &lines, uint32_t first,
                                 uint32_t end, size_t row) {
  const uint8_t *const bytes = lines.bytes;
  const uint32_t *const tokens = lines.tokens + first;
  const uint32_t count = end - first;
  const size_t shape = recall(*rows.picker, bytes, tokens, lines.kinds + first, count);
  if (shape == no_shape) { return false; }
  const uint32_t text_end = tokens[count - 1] + 1;
  // The located values, fill_row examines: it stores none that is not valid.
  if (lines.checks_in_full &&
      !check(bytes, lines.tokens, lines.kinds, lines.escapes, first, end, text_end,
             lines.depth_limit, lines.proven, nullptr, rows.picker->shapes[shape].located)) {
    return false;
  }
  const bool has_escapes = may_have_escapes(lines.escapes, tokens[0], text_end);
  const uint32_t *const known = rows.picker->locations_of(shape);
  const uint32_t columns = rows.column_count;
  const uint32_t filled =
      has_escapes ? fill_row<false>(rows.columns, 0, columns, bytes, tokens, count, known, row)
                  : fill_row<true>(rows.columns, 0, columns, bytes, tokens, count, known, row);
  if (__builtin_expect(filled == columns, 1)) { return true; }
  undo(rows.columns, filled, row);
  return false;
}

CSJ_TARGET uint32_t fill_lines(const csj_rows *rows, csj_lines *lines, size_t row, uint32_t most) {
  const uint8_t *const bytes = lines->bytes;
  uint32_t count = 0;
  for (; count < most && lines->next < lines->count; count++) {
    const uint32_t first = lines->first, end = lines->token_ends[lines->next];
    // Blank lines, scalars and arrays, and damage.
    if (end - first < 2 || lines->kinds[first] != '{' || lines->kinds[end - 1] != '}') { break; }
    const uint32_t last = lines->tokens[end - 1];
    const uint32_t newline = last + 1 + (bytes[last + 1] == '\r');
    if (bytes[newline] != '\n' || newline - lines->start > lines->longest) { break; }
    if (!fill_line(*rows, *lines, first, end, row + count)) { break; }
    rows->line_ends[count] = newline + 1;
    lines->first = end;
    lines->start = newline + 1;
    lines->next++;
  }
  return count;
}

} // namespace
} // namespace csj
