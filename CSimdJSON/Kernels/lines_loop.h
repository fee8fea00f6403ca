// Fills rows from the lines of a window: one form of csj_fill_lines for each instruction set with
// which stage 1 provides kinds. Includes the loops that it consists of.
//
// First the shapes of up to 64 records are found, then one column after another is filled from all of
// them: what a column is, and where it lies, is looked up once.
//
// Bounds: those of check_loop.h, columns_loop.h and shape_loop.h. At most two bytes after a line's
// last token are examined: the window ends with a newline.
#pragma once

#include "check_loop.h"
#include "columns_loop.h"
#include "shape_loop.h"

namespace csj {
namespace {

/// A record of a known shape.
struct known_record {
  const uint32_t *tokens;    ///< from its first on
  const uint32_t *locations; ///< counted from there
  uint32_t last;             ///< its last token

  /// The value at a location. False: there is none, or no token follows it.
  CSJ_TARGET_INLINE_METHOD bool find(uint32_t location, const uint8_t *bytes,
                                     value_text &value) const {
    const uint32_t token = locations[location];
    if (token >= last) { return false; }
    value = {bytes + tokens[token], bytes + tokens[token + 1]};
    return true;
  }
};

constexpr uint32_t most_records = 64;

/// Finds the next records of known shapes. Moves `lines` past them, and returns their number.
CSJ_TARGET uint32_t find_records(const csj_rows &rows, csj_lines &lines, uint32_t most,
                                 known_record *records) {
  // A copy that no store through a pointer can change, so that it stays in registers.
  csj_lines at = lines;
  csj_picker &picker = *rows.picker;
  uint32_t count = 0;
  for (; count < most && at.next < at.count; count++) {
    const uint32_t end = at.token_ends[at.next], size = end - at.first;
    const uint8_t *const kinds = at.kinds + at.first;
    // Blank lines, scalars and arrays, and damage.
    if (size < 2 || kinds[0] != '{' || kinds[size - 1] != '}') { break; }
    const uint32_t *const tokens = at.tokens + at.first;
    const uint32_t text_end = tokens[size - 1] + 1;
    const uint32_t newline = text_end + (at.bytes[text_end] == '\r');
    if (at.bytes[newline] != '\n' || newline - at.start > at.longest) { break; }
    const size_t shape = recall<true>(picker, at.bytes, tokens, kinds, size);
    if (shape == no_shape) { break; }
    // fill_column examines the located values: it stores only valid ones.
    if (at.checks_in_full &&
        !check(at.bytes, at.tokens, at.kinds, at.escapes, at.first, end, text_end, at.depth_limit,
               at.proven, nullptr, picker.shapes[shape].located)) {
      break;
    }
    records[count] = {tokens, picker.locations_of(shape), size - 1};
    at.first = end;
    at.start = newline + 1;
    at.next++;
    rows.line_ends[count] = at.start;
  }
  lines = at;
  return count;
}

/// Stores the values of a column, one for each record, with `put`, or nulls. Returns the number of
/// the first record whose value needs care.
template <typename Put>
CSJ_TARGET_INLINE uint32_t fill_values(csj_column &column, const known_record *records,
                                       uint32_t count, const uint8_t *bytes, size_t row, Put put) {
  const uint32_t location = column.location;
  for (uint32_t i = 0; i < count; i++) {
    value_text value;
    if (records[i].find(location, bytes, value)) {
      if (put(value, row + i)) { continue; }
      if (!is_null(value.start)) { return i; }
    } else if (records[i].locations[location] != UINT32_MAX) {
      return i;
    }
    if (!put_null(column, row + i)) { return i; }
  }
  return count;
}

/// Stores a column's values of at most `most_records` records. Returns the number of the first whose
/// value needs care.
CSJ_TARGET_INLINE uint32_t fill_column(csj_column &column, const known_record *records,
                                       uint32_t count, const uint8_t *bytes, size_t row) {
  // A copy, so that it stays in registers.
  const csj_column fixed = column;
  const auto fill = [&](auto put) CSJ_TARGET __attribute__((always_inline)) {
    return fill_values(column, records, count, bytes, row, put);
  };
  switch (fixed.kind) {
  case CSJ_COLUMN_INT64:
    return fill([&](const value_text &value, size_t row) CSJ_TARGET __attribute__((
                    always_inline)) { return put_integer(fixed, row, value.start); });
  case CSJ_COLUMN_DOUBLE:
    return fill([&](const value_text &value, size_t row) CSJ_TARGET __attribute__((
                    always_inline)) { return put_double(fixed, row, value.start); });
  case CSJ_COLUMN_BOOL:
    return fill([&](const value_text &value, size_t row) CSJ_TARGET __attribute__((
                    always_inline)) { return put_bool(fixed, row, value.start); });
  case CSJ_COLUMN_BYTES:
    return fill([&](const value_text &value, size_t row) CSJ_TARGET __attribute__((
                    always_inline)) { return put_bytes(fixed, row, value); });
  case CSJ_COLUMN_VIEW:
    return fill([&](const value_text &value, size_t row) CSJ_TARGET __attribute__((
                    always_inline)) { return put_view(column, row, value); });
  default: return 0;
  }
}

/// Takes back what was stored in rows of a column.
CSJ_TARGET void undo(csj_column &column, size_t row, size_t end) {
  for (; row < end; row++) {
    column.validity[row >> 3] |= uint8_t(1u << (row & 7));
    if (column.kind != CSJ_COLUMN_VIEW) { continue; }
    const size_t size = uint32_t(get<text_view>(column, row).first);
    if (size <= CSJ_SHORT_TEXT) { continue; }
    if ((get<text_view>(column, row).rest & CSJ_OWN_TEXT) == 0) {
      column.viewed_bytes -= size;
    } else {
      column.data_count -= size;
    }
  }
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
  csj_rows to = *rows;
  uint32_t done = 0;
  while (done < most) {
    const uint32_t before = lines->next, start = lines->start;
    const uint32_t wanted = most - done < most_records ? most - done : most_records;
    const uint32_t found = find_records(to, *lines, wanted, records);
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
    done += count;
    row += count;
    to.line_ends += count;
    if (count < wanted) { break; }
  }
  return done;
}

} // namespace
} // namespace csj
