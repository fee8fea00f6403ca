// Fills rows from the lines of a window: one form of csj_fill_lines for each instruction set with
// which stage 1 provides kinds. Includes the loops that it consists of.
//
// First the shapes of up to 64 records are found, then one column after another is filled from all
// of them: what a column is, and where it lies, is looked up once. A record of no known shape is
// walked over once, and does not end the run: two in a hundred of them took a tenth of the time of
// logs when each went back to Swift.
//
// Bounds: those of check_loop.h, column_run_loop.h, new_records.h and shape_loop.h. At most two
// bytes after a line's last token are examined: the window ends with a newline.
#pragma once

#include "check_loop.h"
#include "column_run_loop.h"
#include "new_records.h"
#include "shape_loop.h"

namespace csj {
namespace {

/// Checks a record as csj_check does, except for its located scalars. `shape`: its shape; null if
/// it is not known. The order of the tokens of a shape is checked once.
CSJ_TARGET_INLINE bool check_record(const csj_lines &lines, uint32_t end, uint32_t text_end,
                                    shape *shape) {
  const uint32_t first = lines.first;
  const bool has_order =
      shape && shape->count == end - first && has_rest(*shape, lines.kinds + first);
  if (has_order && shape->valid_limit - 1 < lines.depth_limit) {
    return has_valid_scalars(lines.bytes, lines.tokens, lines.kinds, first, end, shape->located) &&
           has_valid_escapes(lines.bytes, lines.escapes, lines.tokens[first], text_end);
  }
  if (!check(lines.bytes, lines.tokens, lines.kinds, lines.escapes, first, end, text_end,
             lines.depth_limit, lines.proven, nullptr, shape ? shape->located : nullptr)) {
    return false;
  }
  if (has_order) { shape->valid_limit = lines.depth_limit; }
  return true;
}

/// Finds the next records of known shapes, and those that a walk finds the values in, as long as
/// there is room for these. Moves `lines` past them, and returns their number.
CSJ_TARGET uint32_t find_records(const csj_rows &rows, csj_lines &lines, uint32_t most,
                                 known_record *records, new_records &others) {
  // A copy that no store through a pointer can change, so that it stays in registers.
  csj_lines at = lines;
  csj_picker &picker = *rows.picker;
  uint32_t count = 0;
  for (; count < most && at.next < at.count && !others.is_full(); count++) {
    const uint32_t end = at.token_ends[at.next], size = end - at.first;
    const uint8_t *const kinds = at.kinds + at.first;
    // Blank lines, scalars and arrays, and damage.
    if (size < 2 || kinds[0] != '{' || kinds[size - 1] != '}') { break; }
    const uint32_t *const tokens = at.tokens + at.first;
    const uint32_t text_end = tokens[size - 1] + 1;
    const uint32_t newline = text_end + (at.bytes[text_end] == '\r');
    if (at.bytes[newline] != '\n' || newline - at.start > at.longest) { break; }
    const size_t shape = recall<true>(picker, at.bytes, tokens, kinds, size);
    const bool is_known = shape != no_shape;
    // fill_column examines the located values: it stores only valid ones.
    if (at.checks_in_full &&
        !check_record(at, end, text_end, is_known ? &picker.shapes[shape] : nullptr)) {
      break;
    }
    const uint32_t *const locations =
        __builtin_expect(is_known, 1) ? picker.locations_of(shape) : others.add(rows, at, end);
    if (!locations) { break; }
    records[count] = {tokens, locations, size - 1};
    at.first = end;
    at.start = newline + 1;
    at.next++;
    rows.line_ends[count] = at.start;
  }
  lines = at;
  return count;
}

/// Moves lines back to the first that is not among the `count` records.
CSJ_TARGET_INLINE void move_back(csj_lines &lines, const known_record *records, uint32_t count,
                                 uint32_t before, const uint32_t *line_ends, uint32_t start) {
  lines.next = before + count;
  lines.first = uint32_t(records[count].tokens - lines.tokens);
  lines.start = count == 0 ? start : line_ends[count - 1];
}

CSJ_TARGET uint32_t fill_lines(const csj_rows *rows, csj_lines *lines, size_t row, uint32_t most) {
  known_record records[most_records];
  new_records others;
  csj_rows to = *rows;
  uint32_t done = 0;
  while (done < most) {
    const uint32_t before = lines->next, start = lines->start;
    const uint32_t wanted = most - done < most_records ? most - done : most_records;
    const uint32_t found = find_records(to, *lines, wanted, records, others);
    const bool goes_on = found == wanted || others.is_full();
    uint32_t count = found;
    for (uint32_t i = 0; i < to.column_count; i++) {
      const uint32_t filled = fill_column(*to.columns[i], records, count, lines->bytes, row);
      if (__builtin_expect(filled == count, 1)) { continue; }
      for (uint32_t j = 0; j < i; j++) { undo(*to.columns[j], row + filled, row + count); }
      count = filled;
    }
    if (count < found) {
      move_back(*lines, records, count, before, to.line_ends, start);
    }
    others.learn(*to.picker, lines->bytes);
    done += count;
    row += count;
    to.line_ends += count;
    if (count < found || !goes_on) { break; }
  }
  return done;
}

} // namespace
} // namespace csj
