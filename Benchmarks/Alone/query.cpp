// What `sluice select` and `sluice count --where --sum` are compared with, as a whole process: a feed of
// lines, read in windows, by On-Demand line by line.
//
//   query select events|logs FEED    eight columns as CSV, to standard output
//   query count  events|logs FEED    how many records the filter takes, and the sum over them
#include "Selection.hpp"

#include <cstdio>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace {

constexpr size_t window_size = 256 << 10;

void write_out(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written < 0) { throw std::runtime_error("can't write"); }
    bytes.remove_prefix(size_t(written));
  }
}

/// Reads the feed in windows; the rest of a divided line moves to the front of the next.
template <class Body> void each_record(const char *path, Body body) {
  const int feed = open(path, O_RDONLY);
  if (feed < 0) { throw std::runtime_error("can't open the feed"); }
  simdjson::ondemand::parser parser;
  size_t capacity = window_size, filled = 0;
  std::unique_ptr<char[]> window(new char[capacity + simdjson::SIMDJSON_PADDING]());
  for (bool more = true; more;) {
    const ssize_t got = read(feed, window.get() + filled, capacity - filled);
    if (got < 0) { throw std::runtime_error("can't read the feed"); }
    more = got > 0;
    filled += size_t(got);
    size_t whole = filled;
    while (more && whole > 0 && window[whole - 1] != '\n') { whole -= 1; }
    bench::each_line(parser, window.get(), window.get() + whole, body);
    filled -= whole;
    if (filled == capacity) {
      std::unique_ptr<char[]> larger(new char[capacity * 2 + simdjson::SIMDJSON_PADDING]());
      std::memcpy(larger.get(), window.get(), filled);
      window = std::move(larger);
      capacity *= 2;
    } else {
      std::memmove(window.get(), window.get() + whole, filled);
    }
  }
  close(feed);
}

template <class Row> void select(const char *path) {
  bench::CSVRows<void (*)(std::string_view)> rows(write_out);
  rows.head(Row::names);
  const Row row;
  each_record(path, [&](simdjson::ondemand::object record) { row(record, rows); });
  rows.flush();
}

template <class Sum> void count(const char *path) {
  Sum sum;
  each_record(path, [&](simdjson::ondemand::object record) { sum(record); });
  std::printf("%lld\t%.3f\n", static_cast<long long>(sum.count), double(sum.sum));
}

} // namespace

int main(int arguments, char **values) {
  if (arguments != 4) { return 2; }
  const std::string what = std::string(values[1]) + " " + values[2];
  try {
    if (what == "select events") {
      select<bench::EventRows>(values[3]);
    } else if (what == "select logs") {
      select<bench::LogRows>(values[3]);
    } else if (what == "count events") {
      count<bench::EventSum>(values[3]);
    } else if (what == "count logs") {
      count<bench::LogSum>(values[3]);
    } else {
      return 2;
    }
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "query: %s\n", error.what());
    return 1;
  }
}
