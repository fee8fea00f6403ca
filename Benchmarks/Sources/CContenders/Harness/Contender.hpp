// A C++ contender: a walk over the documents that passes what it reads to a sink.
//
// A walk is a callable `void operator()(const Documents &, Sink &)`, run with two sinks: a tally in the
// timed rounds, and a text of all values for the comparison. It throws simdjson_error.
#pragma once

#include "contenders.h"

#include <cstring>
#include <exception>
#include <memory>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

using Documents = std::vector<simdjson::padded_string_view>;

struct Tally : bench_tally {
  void integer(uint64_t value) { numbers += value; }
  void real(double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    numbers += bits;
  }
  void text(std::string_view value) {
    bytes += value.size();
    if (!value.empty()) {
      edges += uint8_t(value.front());
      edges += uint8_t(value.back());
    }
  }
  void missing() { absent += 1; }
};

/// Writes values as `i<integer>`, `r<bits>`, `s<length>:<text>` and `-`, a line each.
struct Text {
  std::string out;
  void integer(int64_t value) { line("i", std::to_string(value)); }
  void real(double value) {
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    line("r", std::to_string(bits));
  }
  void text(std::string_view value) {
    line("s", std::to_string(value.size()) + ":" + std::string(value));
  }
  void missing() { line("-", ""); }

private:
  void line(const char *kind, const std::string &value) {
    out += kind;
    out += value;
    out += '\n';
  }
};

using Made = std::unique_ptr<bench_contender>;

struct Entry {
  const char *name;
  Made (*make)(Documents);
};

} // namespace bench

struct bench_contender {
  std::string error;
  virtual ~bench_contender() = default;
  virtual void run(size_t passes, bench::Tally &) = 0;
  virtual void values(bench::Text &) = 0;
};

namespace bench {

template <class Walk> class Contender final : public bench_contender {
public:
  explicit Contender(Documents documents) : documents(std::move(documents)) {}
  void run(size_t passes, Tally &tally) override {
    for (size_t i = 0; i < passes; ++i) { walk(documents, tally); }
  }
  void values(Text &text) override { walk(documents, text); }
  static Made make(Documents documents) { return Made(new Contender(std::move(documents))); }

private:
  const Documents documents;
  Walk walk;
};

} // namespace bench
