// Fills a column of texts from the located values of up to 64 records: only for CPUs with AVX2, where a
// block is two registers. Most texts fit one of them, so half the work of `copy_plain` is left out. It is
// a function of its own, so that what it needs stays in registers.
//
// Measured on Zen 3, instructions: eight columns of logs, of which six are texts, 1,850 a record without,
// 1,726 with it; as views 1,732 and 1,647 (155 and 145 ns).
//
// Bounds: those of columns_loop.h. A text is stored below `limit`, after which the column has room for
// CSJ_PADDING more. A view reads up to 32 bytes from a text's first.
#pragma once

#include "known_record.h"

namespace csj {
namespace {

#if defined(CSJ_HAS_HALVES)

constexpr bool has_text_runs = true;

/// A column of texts while rows are added to it.
struct text_rows {
  uint8_t *ends; ///< where each text ends; 8 bytes, the first one's before the first row's
  uint8_t *data;
  size_t end; ///< of the last text

  CSJ_TARGET_INLINE_METHOD void put_end(uint32_t row) {
    const uint64_t value = end;
    std::memcpy(ends + 8 * (size_t(row) + 1), &value, sizeof value);
  }

  /// Adds a text's bytes. False: it has an invalid escape.
  CSJ_TARGET_INLINE_METHOD bool add(const uint8_t *text, size_t count) {
    uint8_t *const to = data + end;
    if (__builtin_expect(count <= 32, 1)) {
      const half bytes = load_half(text);
      store_half(to, bytes);
      if (__builtin_expect(low_bits32(equal_half(bytes, '\\'), uint32_t(count)) == 0, 1)) {
        end += count;
        return true;
      }
    } else if (copy_plain(text, count, to)) {
      end += count;
      return true;
    }
    const uint8_t *const unescaped = csj_unescape(text, to);
    if (!unescaped) { return false; }
    end += size_t(unescaped - to);
    return true;
  }
};

/// The same as `fill_values` with `put_bytes`. Returns more than `count` if the column has no room for any
/// text, and stores nothing then.
CSJ_TARGET __attribute__((noinline)) uint32_t fill_texts(csj_column &column,
                                                         const known_record *records,
                                                         uint32_t count, const uint8_t *bytes,
                                                         size_t row) {
  const uint32_t location = column.location;
  text_rows rows = {column.values + row * 8, column.data, get<uint64_t>(column, row)};
  if (!has_room(column, rows.end, 0)) { return count + 1; }
  const size_t limit = column.capacity - CSJ_PADDING;
  for (uint32_t i = 0; i < count; i++) {
    const known_record &record = records[i];
    const uint32_t token = record.locations[location];
    if (__builtin_expect(token < record.last, 1)) {
      const uint32_t *const at = record.tokens + token;
      const uint8_t *const value = bytes + at[0];
      const size_t size = at[1] - at[0];
      if (value[0] == '"' && value[size - 1] == '"' && size >= 2) {
        if (size - 2 > limit - rows.end || size > CSJ_LONGEST_TEXT) { return i; }
        if (!rows.add(value + 1, size - 2)) { return i; }
        rows.put_end(i);
        continue;
      }
      if (!is_null(value)) { return i; }
    } else if (token != UINT32_MAX) {
      return i;
    }
    if (!put_null(column, row + i)) { return i; }
  }
  return count;
}

/// The view of a text that is at `place` if it is long, without a branch on whether it is.
CSJ_TARGET_INLINE void put_view_at(uint8_t *to, const uint8_t *text, size_t count, uint64_t place) {
  const __m128i places = _mm_setr_epi8(-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  const __m128i bytes = _mm_slli_si128(load16(text), 4);
  const __m128i size = _mm_cvtsi32_si128(int(count));
  const __m128i limit = _mm_set1_epi8(count <= CSJ_SHORT_TEXT ? char(count) : char(0));
  const __m128i kept = _mm_and_si128(bytes, _mm_cmpgt_epi8(limit, places));
  const __m128i start =
      _mm_set_epi64x(int64_t(place), int64_t(uint64_t(csj_load32(text)) << 32));
  const __m128i rest = count <= CSJ_SHORT_TEXT ? kept : start;
  _mm_storeu_si128(reinterpret_cast<__m128i *>(to), _mm_or_si128(rest, size));
}

/// The window, which is kept: long texts stay there.
struct kept_texts {
  csj_column &column;
  size_t viewed = 0;

  explicit kept_texts(csj_column &of) : column(of) {}

  CSJ_TARGET_INLINE_METHOD bool has_room(size_t) const { return true; }

  CSJ_TARGET_INLINE_METHOD bool is_simple(const uint8_t *text, size_t count) const {
    return count <= 32 ? low_bits32(equal_half(load_half(text), '\\'), uint32_t(count)) == 0
                       : is_plain(text, count);
  }

  CSJ_TARGET_INLINE_METHOD uint64_t place(const uint8_t *text) const {
    return uint64_t(reinterpret_cast<uintptr_t>(text));
  }

  CSJ_TARGET_INLINE_METHOD void add(size_t count) { viewed += count; }

  /// Writes to the column what was added, before others read or change it.
  void put_back() {
    column.viewed_bytes += viewed;
    viewed = 0;
  }

  void take_again() {}
};

/// The column's own bytes, to which all texts are copied; the next one overwrites a short one.
struct copied_texts {
  csj_column &column;
  size_t end, limit;

  /// The column has room for CSJ_PADDING bytes.
  explicit copied_texts(csj_column &of)
      : column(of), end(of.data_count), limit(of.capacity - CSJ_PADDING) {}

  CSJ_TARGET_INLINE_METHOD bool has_room(size_t count) const { return count <= limit - end; }

  CSJ_TARGET_INLINE_METHOD bool is_simple(const uint8_t *text, size_t count) const {
    uint8_t *const to = column.data + end;
    if (__builtin_expect(count > 32, 0)) { return copy_plain(text, count, to); }
    const half bytes = load_half(text);
    store_half(to, bytes);
    return low_bits32(equal_half(bytes, '\\'), uint32_t(count)) == 0;
  }

  CSJ_TARGET_INLINE_METHOD uint64_t place(const uint8_t *) const { return end | CSJ_OWN_TEXT; }

  CSJ_TARGET_INLINE_METHOD void add(size_t count) { end += count; }

  /// The same as kept_texts'.
  void put_back() {
    column.copied_bytes += end - column.data_count;
    column.data_count = end;
  }

  void take_again() { end = column.data_count; }
};

/// Views of texts, of which `Texts` says where the long ones are.
template <class Texts>
CSJ_TARGET_INLINE uint32_t fill_views_of(csj_column &column, const known_record *records,
                                         uint32_t count, const uint8_t *bytes, size_t row) {
  const uint32_t location = column.location;
  uint8_t *to = column.values + row * 16;
  Texts texts(column);
  uint32_t i = 0;
  for (; i < count; i++, to += 16) {
    const known_record &record = records[i];
    const uint32_t token = record.locations[location];
    if (__builtin_expect(token < record.last, 1)) {
      const uint32_t *const at = record.tokens + token;
      const uint8_t *const value = bytes + at[0], *const text = value + 1;
      const size_t size = at[1] - at[0], length = size - 2;
      if (value[0] == '"' && value[size - 1] == '"' && size >= 2 && length <= CSJ_LONGEST_TEXT) {
        if (!texts.has_room(length)) { break; }
        if (__builtin_expect(texts.is_simple(text, length), 1)) {
          put_view_at(to, text, length, texts.place(text));
          texts.add(length > CSJ_SHORT_TEXT ? length : 0);
          continue;
        }
        texts.put_back();
        const bool is_put = put_unescaped_view(column, row + i, text, length);
        texts.take_again();
        if (!is_put) { break; }
        continue;
      }
      if (!is_null(value)) { break; }
    } else if (token != UINT32_MAX) {
      break;
    }
    if (!put_null(column, row + i)) { break; }
  }
  texts.put_back();
  return i;
}

/// The same as `fill_values` with `put_view`. Returns more than `count` if long texts are copied and the
/// column has no room for any, and stores nothing then.
CSJ_TARGET __attribute__((noinline)) uint32_t fill_views(csj_column &column,
                                                         const known_record *records,
                                                         uint32_t count, const uint8_t *bytes,
                                                         size_t row) {
  if (column.is_window_kept) {
    return fill_views_of<kept_texts>(column, records, count, bytes, row);
  }
  if (!has_room(column, column.data_count, 0)) { return count + 1; }
  return fill_views_of<copied_texts>(column, records, count, bytes, row);
}

#else

constexpr bool has_text_runs = false;

CSJ_TARGET_INLINE uint32_t fill_views(csj_column &, const known_record *, uint32_t count,
                                      const uint8_t *, size_t) {
  return count + 1;
}

CSJ_TARGET_INLINE uint32_t fill_texts(csj_column &, const known_record *, uint32_t count,
                                      const uint8_t *, size_t) {
  return count + 1;
}

#endif

} // namespace
} // namespace csj
