// Fills one column from the located values of up to 64 records: compiled for each instruction set.
//
// Bounds: those of columns_loop.h and number_lanes.h. All rows have room.
#pragma once

#include "columns_loop.h"
#include "number_lanes.h"
#include "text_run_loop.h"

#include <cstring>

namespace csj {
namespace {

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

/// Clears the bits of rows from `row` on.
CSJ_TARGET_INLINE void clear_validity(csj_column &column, size_t row, uint64_t rows) {
  uint8_t *const bytes = column.validity + (row >> 3);
  const uint32_t shift = row & 7;
  for (size_t i = 0; rows != 0; i++) {
    bytes[i] &= uint8_t(~(i == 0 ? rows << shift : rows));
    rows >>= i == 0 ? 8 - shift : 8;
  }
}

/// The same as `fill_values` for a column of numbers: eight at a time with `parse`, and with
/// `put_one` those that it leaves.
template <typename Value, typename Parse, typename Put>
CSJ_TARGET_INLINE uint32_t fill_numbers(csj_column &column, const known_record *records,
                                        uint32_t count, const uint8_t *bytes, size_t row,
                                        Parse parse, Put put_one) {
  // A copy, so that it stays in registers.
  const csj_column fixed = column;
  const uint8_t *starts[most_records + 8];
  uint32_t sizes[most_records + 8];
  uint8_t places[most_records + 8];
  uint32_t found = 0;
  uint64_t missing = 0;
  for (uint32_t i = 0; i < count; i++) {
    const known_record &record = records[i];
    const uint32_t location = record.locations[fixed.location];
    // Without a branch on what is missing, which is not predictable.
    const bool is_missing = location == UINT32_MAX;
    const uint32_t token = is_missing ? 0 : location;
    if (__builtin_expect(token >= record.last, 0)) {
      count = i;
      break;
    }
    const uint32_t *const at = record.tokens + token;
    starts[found] = bytes + at[0];
    sizes[found] = at[1] - at[0];
    places[found] = uint8_t(i);
    missing |= uint64_t(is_missing) << i;
    found += !is_missing;
  }
  if (missing != 0) {
    if (!fixed.takes_null) { count = uint32_t(lowest(missing)); }
    std::memset(fixed.values + row * sizeof(Value), 0, count * sizeof(Value));
  }
  for (uint32_t i = found; i % 8 != 0; i++) {
    starts[i] = bytes;
    sizes[i] = 0;
  }
  for (uint32_t i = 0; i < found; i += 8) {
    Value values[8];
    const uint32_t most = found - i < 8 ? found - i : 8;
    uint64_t others = low_bits(parse(eight_tokens{starts + i, sizes + i}, values), most);
    if (missing == 0 && most == 8) {
      std::memcpy(fixed.values + (row + i) * sizeof(Value), values, sizeof values);
    } else {
      for (uint32_t j = 0; j < most; j++) { put(fixed, row + places[i + j], values[j]); }
    }
    for (; __builtin_expect(others != 0, 0); others = without_lowest(others)) {
      const uint32_t place = places[i + uint32_t(lowest(others))];
      const uint8_t *const start = starts[i + lowest(others)];
      if (place >= count) { break; }
      if (put_one(start, row + place) || (is_null(start) && put_null(column, row + place))) {
        continue;
      }
      count = place;
      break;
    }
    if (places[i + most - 1] >= count) { break; }
  }
  missing = low_bits(missing, count);
  if (missing != 0) {
    column.has_nulls = true;
    clear_validity(column, row, missing);
  }
  return count;
}

/// Sets the bits of values in strings, of rows from `row` on.
CSJ_TARGET_INLINE void note_quoted_rows(const csj_column &column, size_t row, uint64_t rows) {
  uint8_t *const bytes = column.quoted + (row >> 3);
  const uint32_t shift = row & 7;
  for (size_t i = 0; rows != 0; i++) {
    bytes[i] |= uint8_t(i == 0 ? rows << shift : rows);
    rows >>= i == 0 ? 8 - shift : 8;
  }
}

/// Takes back the notes of rows.
CSJ_TARGET_INLINE void undo_quoted(const csj_column &column, size_t row, size_t end) {
  for (; row < end; row++) { column.quoted[row >> 3] &= uint8_t(~(1u << (row & 7))); }
}

/// The same as `fill_values` for a column whose values may be in strings.
CSJ_TARGET __attribute__((noinline)) uint32_t fill_maybe_quoted(csj_column &column,
                                                                const known_record *records,
                                                                uint32_t count,
                                                                const uint8_t *bytes, size_t row) {
  return fill_values(column, records, count, bytes, row,
                     [&](const value_text &value, size_t row) CSJ_TARGET __attribute__((
                         always_inline)) { return put_maybe_quoted(column, row, value); });
}

/// The same as `fill_numbers` for numbers that may be in strings: what `parse` sees of these is between
/// the quotes. An empty string keeps its quotes, so that it is no number.
template <typename Value, typename Parse>
CSJ_TARGET __attribute__((noinline)) uint32_t fill_quoted_numbers(csj_column &column,
                                                                  const known_record *records,
                                                                  uint32_t count,
                                                                  const uint8_t *bytes, size_t row,
                                                                  Parse parse) {
  // A copy, so that it stays in registers.
  const csj_column fixed = column;
  for (uint32_t first = 0; first < count; first += 8) {
    const uint8_t *starts[8];
    uint32_t sizes[8];
    const uint32_t most = count - first < 8 ? count - first : 8;
    uint32_t quoted = 0, others = 0;
    for (uint32_t i = 0; i < 8; i++) {
      // What has no value is left to `fill_maybe_quoted`.
      value_text value = {bytes, bytes};
      const bool is_there =
          i < most && records[first + i].find(fixed.location, bytes, value);
      const uint32_t size = uint32_t(value.next - value.start);
      const bool is_quoted = size > 2 && *value.start == '"' && value.next[-1] == '"';
      starts[i] = value.start + is_quoted;
      sizes[i] = size - (is_quoted ? 2 : 0);
      quoted |= uint32_t(is_quoted) << i;
      others |= uint32_t(!is_there) << i;
    }
    Value values[8];
    others = uint32_t(low_bits(others | parse(eight_tokens{starts, sizes}, values), most));
    for (uint32_t i = 0; i < most; i++) { put(fixed, row + first + i, values[i]); }
    note_quoted_rows(fixed, row + first, low_bits(quoted & ~others, most));
    for (; __builtin_expect(others != 0, 0); others = uint32_t(without_lowest(others))) {
      const uint32_t i = first + uint32_t(lowest(others));
      if (fill_maybe_quoted(column, records + i, 1, bytes, row + i) == 1) { continue; }
      undo_quoted(fixed, row + i, row + first + most);
      return i;
    }
  }
  return count;
}

/// Stores a column's values of at most `most_records` records. Returns the number of the first
/// whose value needs care.
CSJ_TARGET_INLINE uint32_t fill_column(csj_column &column, const known_record *records,
                                       uint32_t count, const uint8_t *bytes, size_t row) {
  // A copy, so that it stays in registers.
  const csj_column fixed = column;
  const auto fill = [&](auto put) CSJ_TARGET __attribute__((always_inline)) {
    return fill_values(column, records, count, bytes, row, put);
  };
  const auto fill_scalars = [&](auto put) CSJ_TARGET __attribute__((always_inline)) {
    return fill([&](const value_text &value, size_t row) CSJ_TARGET __attribute__((
                    always_inline)) { return put(value.start, row); });
  };
  switch (fixed.kind) {
  case CSJ_COLUMN_INT64: {
    const auto put = [&](const uint8_t *token, size_t row) CSJ_TARGET __attribute__((
                         always_inline)) { return put_integer(fixed, row, token); };
    if (!has_number_lanes) { return fill_scalars(put); }
    return fill_numbers<int64_t>(
        column, records, count, bytes, row,
        [](eight_tokens tokens, int64_t *values) CSJ_TARGET __attribute__((
            always_inline)) { return parse_integers(tokens, values); },
        put);
  }
  case CSJ_COLUMN_DOUBLE: {
    const auto put = [&](const uint8_t *token, size_t row) CSJ_TARGET __attribute__((
                         always_inline)) { return put_double(fixed, row, token); };
    if (!has_number_lanes) { return fill_scalars(put); }
    return fill_numbers<double>(
        column, records, count, bytes, row,
        [](eight_tokens tokens, double *values) CSJ_TARGET __attribute__((
            always_inline)) { return parse_doubles(tokens, values); },
        put);
  }
  case CSJ_COLUMN_BOOL:
    return fill([&](const value_text &value, size_t row) CSJ_TARGET __attribute__((
                    always_inline)) { return put_bool(fixed, row, value.start); });
  case CSJ_COLUMN_BYTES: {
    const uint32_t filled = fill_texts(column, records, count, bytes, row);
    if (has_text_runs && filled <= count) { return filled; }
    return fill([&](const value_text &value, size_t row) CSJ_TARGET __attribute__((
                    always_inline)) { return put_bytes(fixed, row, value); });
  }
  case CSJ_COLUMN_VIEW: {
    const uint32_t filled = fill_views(column, records, count, bytes, row);
    if (has_text_runs && filled <= count) { return filled; }
    return fill([&](const value_text &value, size_t row) CSJ_TARGET __attribute__((
                    always_inline)) { return put_view(column, row, value); });
  }
  case CSJ_COLUMN_QUOTED_INT64:
    if (!has_number_lanes) { return fill_maybe_quoted(column, records, count, bytes, row); }
    return fill_quoted_numbers<int64_t>(
        column, records, count, bytes, row,
        [](eight_tokens tokens, int64_t *values) CSJ_TARGET __attribute__((
            always_inline)) { return parse_integers(tokens, values); });
  case CSJ_COLUMN_QUOTED_DOUBLE:
    if (!has_number_lanes) { return fill_maybe_quoted(column, records, count, bytes, row); }
    return fill_quoted_numbers<double>(
        column, records, count, bytes, row,
        [](eight_tokens tokens, double *values) CSJ_TARGET __attribute__((
            always_inline)) { return parse_doubles(tokens, values); });
  case CSJ_COLUMN_QUOTED_BOOL: return fill_maybe_quoted(column, records, count, bytes, row);
  default: return 0;
  }
}

/// Takes back what was stored in rows of a column.
CSJ_TARGET void undo(csj_column &column, size_t row, size_t end) {
  if (column.quoted) { undo_quoted(column, row, end); }
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

} // namespace
} // namespace csj
