// Fills a row of columns: one form of csj_fill for each instruction set. A source includes a target
// header, or defines CSJ_TARGET as nothing, and defines `copy`, `copy_plain` and `is_plain`, before
// it includes this.
//
// Bounds: those of csj_columns.h. Copying reads and writes up to 64 bytes beyond a text.
#pragma once

#include "csj_columns.h"
#include "csj_digits.h"
#include "csj_numbers.h"
#include "csj_quoted.h"
#include "csj_strings.h"
#include "powers_of_ten.h"

#include <cstring>

namespace csj {
namespace {

/// The first byte of a value, and of the token after it.
struct value_text {
  const uint8_t *start, *next;
};

template <class Value>
CSJ_TARGET_INLINE void put(const csj_column &column, size_t row, const Value &value) {
  std::memcpy(column.values + row * sizeof value, &value, sizeof value);
}

template <class Value> CSJ_TARGET_INLINE Value get(const csj_column &column, size_t row) {
  Value value;
  std::memcpy(&value, column.values + row * sizeof value, sizeof value);
  return value;
}

/// An integer of up to 18 digits without a fraction or an exponent.
CSJ_TARGET_INLINE bool put_integer(const csj_column &column, size_t row, const uint8_t *token) {
  const bool negative = *token == '-';
  const uint8_t *const digits = token + negative;
  uint64_t magnitude = 0;
  const size_t count = csj_parse_digits(digits, &magnitude);
  if (count - 1 >= 18 || !csj_may_end_scalar(digits[count]) || (*digits == '0' && count > 1)) {
    return false;
  }
  put(column, row, negative ? -int64_t(magnitude) : int64_t(magnitude));
  return true;
}

/// A double that is not short.
__attribute__((noinline)) bool parse_other_double(const uint8_t *token, double &value) {
  const csj_usual_number number = csj_read_usual(token);
  if (number.kind == CSJ_USUAL_DOUBLE) {
    std::memcpy(&value, &number.bits, sizeof value);
    return true;
  }
  if (number.kind == CSJ_USUAL_DECIMAL && number.bits < 1000000000000000) {
    // Both are exact doubles, and one division rounds once.
    value = double(int64_t(number.bits)) / double(int64_t(csj::powers_of_ten[number.places]));
    if (number.is_negative) { value = -value; }
    return true;
  }
  return csj_parse_double(token, &value);
}

CSJ_TARGET_INLINE bool put_double(const csj_column &column, size_t row, const uint8_t *token) {
  double value = 0;
  if (!csj_parse_short_double(token, &value) && !parse_other_double(token, value)) { return false; }
  put(column, row, value);
  return true;
}

CSJ_TARGET_INLINE bool put_bool(const csj_column &column, size_t row, const uint8_t *token) {
  const bool is_true = csj_load32(token) == 0x65757274u; // "true", as a little-endian word
  if (!is_true && (*token != 'f' || csj_load32(token + 1) != 0x65736C61u)) { return false; }
  if (!csj_may_end_scalar(token[is_true ? 4 : 5])) { return false; }
  column.values[row] = is_true;
  return true;
}

CSJ_TARGET_INLINE void note_quoted(const csj_column &column, size_t row) {
  column.quoted[row >> 3] |= uint8_t(1u << (row & 7));
}

/// The same as `put_integer`, `put_double` and `put_bool` for a value that is in a string, with the white
/// space before the next token left to the caller.
CSJ_TARGET_INLINE bool put_quoted_integer(const csj_column &column, size_t row,
                                          const uint8_t *token) {
  int64_t value;
  if (!csj_parse_quoted_integer(token + 1, &value)) { return false; }
  put(column, row, value);
  return true;
}

CSJ_TARGET_INLINE bool put_quoted_double(const csj_column &column, size_t row,
                                         const value_text &value) {
  // Counted with the quotes.
  const size_t count = size_t(value.next - value.start);
  double number;
  if (count < 3 || value.next[-1] != '"' ||
      !csj_parse_quoted_double(value.start + 1, count - 2, &number)) {
    return false;
  }
  put(column, row, number);
  return true;
}

CSJ_TARGET_INLINE bool put_quoted_bool(const csj_column &column, size_t row,
                                       const uint8_t *token) {
  const int value = csj_parse_quoted_bool(token + 1);
  if (value < 0) { return false; }
  column.values[row] = uint8_t(value);
  return true;
}

/// Stores a value that may be in a string.
CSJ_TARGET_INLINE bool put_maybe_quoted(const csj_column &column, size_t row,
                                        const value_text &value) {
  const bool is_quoted = *value.start == '"';
  bool is_put;
  switch (column.kind) {
  case CSJ_COLUMN_QUOTED_INT64:
    is_put = is_quoted ? put_quoted_integer(column, row, value.start)
                       : put_integer(column, row, value.start);
    break;
  case CSJ_COLUMN_QUOTED_DOUBLE:
    is_put = is_quoted ? put_quoted_double(column, row, value)
                       : put_double(column, row, value.start);
    break;
  default:
    is_put = is_quoted ? put_quoted_bool(column, row, value.start)
                       : put_bool(column, row, value.start);
  }
  if (is_put && is_quoted) { note_quoted(column, row); }
  return is_put;
}

/// Finds the text of a string that its next token follows at once. False: anything else, or too
/// long a text.
CSJ_TARGET_INLINE bool is_text(const value_text &value, size_t &count) {
  count = size_t(value.next - value.start) - 2;
  // A quote alone has a count below 0.
  return *value.start == '"' && value.next[-1] == '"' && count <= CSJ_LONGEST_TEXT;
}

CSJ_TARGET_INLINE bool has_room(const csj_column &column, size_t start, size_t count) {
  return column.capacity - start >= count + CSJ_PADDING;
}

CSJ_TARGET_INLINE bool put_bytes(const csj_column &column, size_t row, const value_text &value) {
  size_t count;
  if (!is_text(value, count)) { return false; }
  const size_t start = get<uint64_t>(column, row);
  if (!has_room(column, start, count)) { return false; }
  const uint8_t *const text = value.start + 1;
  uint8_t *const to = column.data + start;
  if (!copy_plain(text, count, to)) {
    const uint8_t *const end = csj_unescape(text, to);
    if (!end) { return false; }
    count = size_t(end - to);
  }
  put(column, row + 1, uint64_t(start + count));
  return true;
}

/// A view: the length and four bytes, then eight more, or where all are.
struct text_view {
  uint64_t first, rest;
};

/// Reads 12 bytes, without a branch on the number of those that count.
CSJ_TARGET_INLINE text_view short_view(const uint8_t *text, size_t count) {
  const uint64_t low_mask = count >= 8 ? ~0ull : (1ull << 8 * count) - 1;
  const uint64_t high_mask = count <= 8 ? 0 : (1ull << 8 * (count - 8)) - 1;
  const uint64_t low = csj_load64(text) & low_mask;
  const uint64_t high = csj_load32(text + 8) & high_mask;
  return {count | low << 32, low >> 32 | high << 32};
}

/// A text with escapes, which is then in the column's own bytes if it is long.
CSJ_TARGET_INLINE bool put_unescaped_view(csj_column &column, size_t row, const uint8_t *text,
                                          size_t count) {
  if (!has_room(column, column.data_count, count)) { return false; }
  uint8_t *const to = column.data + column.data_count;
  const uint8_t *const end = csj_unescape(text, to);
  if (!end) { return false; }
  count = size_t(end - to);
  if (count <= CSJ_SHORT_TEXT) {
    put(column, row, short_view(to, count));
    return true;
  }
  put(column, row,
      text_view{count | uint64_t(csj_load32(to)) << 32, column.data_count | CSJ_OWN_TEXT});
  column.data_count += count;
  return true;
}

CSJ_TARGET_INLINE bool put_view(csj_column &column, size_t row, const value_text &value) {
  size_t count;
  if (!is_text(value, count)) { return false; }
  const uint8_t *const text = value.start + 1;
  if (!is_plain(text, count)) { return put_unescaped_view(column, row, text, count); }
  if (count <= CSJ_SHORT_TEXT) {
    put(column, row, short_view(text, count));
    return true;
  }
  uint64_t place = uint64_t(reinterpret_cast<uintptr_t>(text));
  if (column.is_window_kept) {
    column.viewed_bytes += count;
  } else {
    if (!has_room(column, column.data_count, count)) { return false; }
    copy(text, count, column.data + column.data_count);
    place = column.data_count | CSJ_OWN_TEXT;
    column.data_count += count;
    column.copied_bytes += count;
  }
  put(column, row, text_view{count | uint64_t(csj_load32(text)) << 32, place});
  return true;
}

/// Makes the value of a column null. False: it does not take nulls.
CSJ_TARGET_INLINE bool put_null(csj_column &column, size_t row) {
  if (!column.takes_null) { return false; }
  switch (column.kind) {
  case CSJ_COLUMN_INT64:
  case CSJ_COLUMN_DOUBLE:
  case CSJ_COLUMN_QUOTED_INT64:
  case CSJ_COLUMN_QUOTED_DOUBLE: put(column, row, uint64_t(0)); break;
  case CSJ_COLUMN_QUOTED_BOOL:
  case CSJ_COLUMN_BOOL: column.values[row] = 0; break;
  case CSJ_COLUMN_BYTES: put(column, row + 1, get<uint64_t>(column, row)); break;
  case CSJ_COLUMN_VIEW: put(column, row, text_view{0, 0}); break;
  default: return false;
  }
  column.has_nulls = true;
  column.validity[row >> 3] &= uint8_t(~(1u << (row & 7)));
  return true;
}

CSJ_TARGET_INLINE bool put_value(csj_column &column, size_t row, const value_text &value) {
  switch (column.kind) {
  case CSJ_COLUMN_INT64: return put_integer(column, row, value.start);
  case CSJ_COLUMN_DOUBLE: return put_double(column, row, value.start);
  case CSJ_COLUMN_BOOL: return put_bool(column, row, value.start);
  case CSJ_COLUMN_BYTES: return put_bytes(column, row, value);
  case CSJ_COLUMN_VIEW: return put_view(column, row, value);
  case CSJ_COLUMN_QUOTED_INT64:
  case CSJ_COLUMN_QUOTED_DOUBLE:
  case CSJ_COLUMN_QUOTED_BOOL: return put_maybe_quoted(column, row, value);
  default: return false;
  }
}

CSJ_TARGET_INLINE bool is_null(const uint8_t *value) {
  return csj_load32(value) == 0x6C6C756Eu && csj_may_end_scalar(value[4]);
}

CSJ_TARGET uint32_t fill(csj_column *const *columns, uint32_t next, uint32_t count,
                         const uint8_t *bytes, const uint32_t *tokens, uint32_t end,
                         const uint32_t *locations, size_t row) {
  // The last token is followed by none that says where it ends.
  const uint32_t last = end - 1;
  for (; next < count; next++) {
    csj_column &column = *columns[next];
    const uint32_t token = locations[column.location];
    if (token < last) {
      const value_text value = {bytes + tokens[token], bytes + tokens[token + 1]};
      if (put_value(column, row, value)) { continue; }
      if (!is_null(value.start)) { break; }
    } else if (token != UINT32_MAX) {
      break;
    }
    if (!put_null(column, row)) { break; }
  }
  return next;
}

} // namespace
} // namespace csj
