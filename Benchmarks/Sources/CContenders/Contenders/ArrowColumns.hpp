// Columns in Arrow's memory layout, as C++ programs build them: fixed-width values, offsets of 64 bits and
// the bytes of texts, and bitmaps of 1 bits for values that are not null. Memory of its own for each batch.
#pragma once

#include "Contender.hpp"

#include <cstdlib>
#include <new>

namespace bench {

/// Memory aligned to 64 bytes, as Arrow recommends. It grows by doubling.
class ArrowBuffer {
public:
  ArrowBuffer() = default;
  ArrowBuffer(const ArrowBuffer &) = delete;
  ~ArrowBuffer() { std::free(bytes); }

  template <class Value = uint8_t> Value *as() { return static_cast<Value *>(bytes); }
  size_t room() const { return capacity; }

  /// Makes room for `wanted` bytes, of which the first `kept` stay.
  void reserve(size_t wanted, size_t kept) {
    if (wanted > capacity) { grow(wanted, kept); }
  }

private:
  void *bytes = nullptr;
  size_t capacity = 0;

  simdjson_never_inline void grow(size_t wanted, size_t kept) {
    size_t larger = capacity * 2 > wanted ? capacity * 2 : wanted;
    larger = (larger + 63) / 64 * 64;
    void *const made = std::aligned_alloc(64, larger);
    if (made == nullptr) { throw std::bad_alloc(); }
    if (kept > 0) { std::memcpy(made, bytes, kept); }
    std::free(bytes);
    bytes = made;
    capacity = larger;
  }
};

/// Which rows have a value. The bitmap begins with the first null, as Arrow allows.
class ArrowValidity {
public:
  ArrowBuffer bits;
  size_t nulls = 0;

  void set_null(size_t row, size_t rows) {
    if (nulls++ == 0) {
      bits.reserve(rows / 8 + 1, 0);
      std::memset(bits.as(), 0xFF, rows / 8 + 1);
    }
    bits.as()[row / 8] &= uint8_t(~(1u << (row % 8)));
  }
  bool has(size_t row) { return nulls == 0 || (bits.as()[row / 8] >> (row % 8) & 1) != 0; }
};

/// A column of `rows` fixed-width values.
template <class Value> class ArrowNumbers {
public:
  ArrowBuffer values;
  ArrowValidity validity;

  explicit ArrowNumbers(size_t rows) : rows(rows) { values.reserve(rows * sizeof(Value), 0); }
  void set(size_t row, Value value) { values.as<Value>()[row] = value; }
  void set_null(size_t row) {
    set(row, Value());
    validity.set_null(row, rows);
  }

private:
  size_t rows;
};

/// A column of `rows` Booleans: bits.
class ArrowBits {
public:
  ArrowBuffer values;
  ArrowValidity validity;

  explicit ArrowBits(size_t rows) {
    values.reserve(rows / 8 + 1, 0);
    std::memset(values.as(), 0, rows / 8 + 1);
  }
  void set(size_t row, bool value) { values.as()[row / 8] |= uint8_t(value << (row % 8)); }
  bool get(size_t row) { return (values.as()[row / 8] >> (row % 8) & 1) != 0; }
};

/// A column of `rows` texts. Rows are set in their order.
class ArrowTexts {
public:
  ArrowBuffer offsets, data;
  ArrowValidity validity;

  ArrowTexts(size_t rows, size_t expected) : rows(rows) {
    offsets.reserve((rows + 1) * sizeof(int64_t), 0);
    offsets.as<int64_t>()[0] = 0;
    data.reserve(expected + spare, 0);
  }

  /// Unescapes straight to the column's bytes. `longest`: no text has more.
  template <class Parser>
  simdjson_inline void set(size_t row, Parser &parser, simdjson::ondemand::raw_json_string text,
                           size_t longest) {
    if (simdjson_unlikely(data.room() - used < longest + spare)) {
      data.reserve(used + longest + spare, used);
    }
    uint8_t *const start = data.as() + used;
    uint8_t *end = start;
    parser.unescape(text, end).value();
    used += size_t(end - start);
    offsets.as<int64_t>()[row + 1] = int64_t(used);
  }

  void set_null(size_t row) {
    offsets.as<int64_t>()[row + 1] = int64_t(used);
    validity.set_null(row, rows);
  }
  size_t size() const { return used; }
  std::string_view get(size_t row) {
    const int64_t *const ends = offsets.as<int64_t>() + row;
    return {data.as<char>() + ends[0], size_t(ends[1] - ends[0])};
  }

private:
  /// Unescaping writes whole vectors.
  static constexpr size_t spare = simdjson::SIMDJSON_PADDING;
  size_t rows, used = 0;
};

} // namespace bench
