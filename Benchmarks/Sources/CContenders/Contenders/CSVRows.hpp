// Rows as CSV (RFC 4180), as `sluice select` writes them: CR LF, NULL as an empty field, an empty text in
// quotes, the shortest decimal of a double, with `.0` when it is whole.
#pragma once

#include <charconv>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

namespace bench {

/// `Out` takes the bytes, 64 KiB at a time: `void operator()(std::string_view)`.
template <class Out> class CSVRows {
public:
  explicit CSVRows(Out out) : out(out), bytes(new char[capacity]) {}

  void head(std::string_view line) {
    append(line);
    end_line();
  }
  void integer(int64_t value) {
    begin();
    used = size_t(std::to_chars(end(), end() + 20, value).ptr - bytes.get());
  }
  void real(double value) {
    begin();
    char *const start = end();
    char *stop = std::to_chars(start, start + 40, value).ptr;
    const std::string_view digits(start, size_t(stop - start));
    if (digits.find_first_of(".e") == digits.npos) {
      *stop++ = '.';
      *stop++ = '0';
    }
    used = size_t(stop - bytes.get());
  }
  void boolean(bool value) {
    begin();
    append(value ? "true" : "false");
  }
  void missing() { begin(); }
  void text(std::string_view value) {
    begin();
    if (!needs_quotes(value)) { return append(value); }
    append("\"");
    for (size_t quote; (quote = value.find('"')) != value.npos;) {
      append(value.substr(0, quote + 1));
      append("\"");
      value.remove_prefix(quote + 1);
    }
    append(value);
    append("\"");
  }
  void end_row() {
    end_line();
    rows += 1;
    column = 0;
  }
  void flush() {
    if (used > 0) { out(std::string_view(bytes.get(), used)); }
    used = 0;
  }

  uint64_t rows = 0;

private:
  static constexpr size_t flush_at = 64 << 10;
  static constexpr size_t capacity = flush_at + 4096;

  Out out;
  const std::unique_ptr<char[]> bytes;
  size_t used = 0;
  int column = 0;

  char *end() { return bytes.get() + used; }
  void begin() {
    if (used >= flush_at) { flush(); }
    if (column++ > 0) { bytes[used++] = ','; }
  }
  void end_line() {
    bytes[used++] = '\r';
    bytes[used++] = '\n';
  }
  void append(std::string_view value) {
    if (value.size() > capacity - used - 64) { flush(); }
    if (value.size() > capacity - 64) { return out(value); }
    std::memcpy(end(), value.data(), value.size());
    used += value.size();
  }
  static bool needs_quotes(std::string_view value) {
    if (value.empty()) { return true; }
    bool found = false;
    for (const char byte : value) {
      found |= byte == ',' || byte == '"' || byte == '\r' || byte == '\n';
    }
    return found;
  }
};

} // namespace bench
