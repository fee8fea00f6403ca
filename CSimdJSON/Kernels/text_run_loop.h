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

/// The view of a text in a window that is kept, without a branch on whether it is short.
CSJ_TARGET_INLINE void put_kept_view(uint8_t *to, const uint8_t *text, size_t count) {
  const __m128i places = _mm_setr_epi8(-4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
  const __m128i bytes = _mm_slli_si128(load16(text), 4);
  const __m128i size = _mm_cvtsi32_si128(int(count));
  const __m128i limit = _mm_set1_epi8(count <= CSJ_SHORT_TEXT ? char(count) : char(0));
  const __m128i kept = _mm_and_si128(bytes, _mm_cmpgt_epi8(limit, places));
  const __m128i start = _mm_set_epi64x(int64_t(reinterpret_cast<uintptr_t>(text)),
                                       int64_t(uint64_t(csj_load32(text)) << 32));
  const __m128i rest = count <= CSJ_SHORT_TEXT ? kept : start;
  _mm_storeu_si128(reinterpret_cast<__m128i *>(to), _mm_or_si128(rest, size));
}

/// The same as `fill_values` with `put_view`. Returns more than `count` if the column's window is not kept,
/// and stores nothing then.
CSJ_TARGET __attribute__((noinline)) uint32_t fill_views(csj_column &column,
                                                         const known_record *records,
                                                         uint32_t count, const uint8_t *bytes,
                                                         size_t row) {
  if (!column.is_window_kept) { return count + 1; }
  const uint32_t location = column.location;
  uint8_t *to = column.values + row * 16;
  size_t viewed = 0;
  uint32_t i = 0;
  for (; i < count; i++, to += 16) {
    const known_record &record = records[i];
    const uint32_t token = record.locations[location];
    if (__builtin_expect(token < record.last, 1)) {
      const uint32_t *const at = record.tokens + token;
      const uint8_t *const value = bytes + at[0], *const text = value + 1;
      const size_t size = at[1] - at[0], length = size - 2;
      if (value[0] == '"' && value[size - 1] == '"' && size >= 2 && length <= CSJ_LONGEST_TEXT) {
        const bool is_simple =
            length <= 32
                ? low_bits32(equal_half(load_half(text), '\\'), uint32_t(length)) == 0
                : is_plain(text, length);
        if (__builtin_expect(is_simple, 1)) {
          put_kept_view(to, text, length);
          viewed += length > CSJ_SHORT_TEXT ? length : 0;
          continue;
        }
        if (!put_unescaped_view(column, row + i, text, length)) { break; }
        continue;
      }
      if (!is_null(value)) { break; }
    } else if (token != UINT32_MAX) {
      break;
    }
    if (!put_null(column, row + i)) { break; }
  }
  column.viewed_bytes += viewed;
  return i;
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
