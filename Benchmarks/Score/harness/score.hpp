// The C++ side of a contender of Benchmarks/Score: its file includes this, defines a type with
//
//   template <class Sink> void visit(std::string_view text, Sink &sink);
//
// which passes on every value of one document (Visit.hpp) and throws what is wrong with it, and ends with
// `SCORE(Type, version)`. 64 readable bytes, all of them NUL, follow the text.
//
//   CONTENDER version                     prints the version of its library
//   CONTENDER judge INPUT OUTPUT FROM     writes each document's values, or why it is refused
//   CONTENDER time INPUT PASSES           prints CPU ns of each pass over all documents, then the sum
//   CONTENDER records INPUT PASSES OUT    writes the wall-clock ns of every document, each pass
//   CONTENDER count INPUT                 passes twice over each document, for callgrind
//
// INPUT is the documents, each after its length on a line of its own, and followed by a newline.
#pragma once

#include "Trees.hpp"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iterator>

namespace score {

/// A contender that is one of the libraries with a tree of CContenders: text to tree, all values read.
template <class Library> struct TreeVisit {
  Library library;
  template <class Sink> void visit(std::string_view text, Sink &sink) {
    const auto tree = library.parse(text);
    Library::visit(Library::root(tree), sink);
  }
};

/// A contender that is a walk of CContenders over documents.
template <class Walk> struct WalkVisit {
  Walk walk;
  bench::Documents one{1};
  template <class Sink> void visit(std::string_view text, Sink &sink) {
    one[0] = simdjson::padded_string_view(text.data(), text.size(),
                                          text.size() + simdjson::SIMDJSON_PADDING);
    walk(one, sink);
  }
};

inline double nanoseconds(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return double(time.tv_sec) * 1e9 + double(time.tv_nsec);
}

/// The documents of a file, each where 64 bytes that are NUL follow it.
inline std::vector<std::string> documents(const char *path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) { bench::refuse(std::string("can't read ") + path); }
  std::vector<std::string> all;
  size_t length;
  while (file >> length) {
    file.get();
    std::string text(length + simdjson::SIMDJSON_PADDING, '\0');
    file.read(text.data(), std::streamsize(length));
    if (size_t(file.gcount()) != length) { bench::refuse("a document is cut short"); }
    all.push_back(std::move(text));
  }
  return all;
}

inline std::string_view text_of(const std::string &padded) {
  return {padded.data(), padded.size() - simdjson::SIMDJSON_PADDING};
}

} // namespace score

/// What callgrind counts, by this name.
template <class Contender>
__attribute__((noinline)) void score_pass(Contender &contender, std::string_view text,
                                          bench::Tally &tally) {
  contender.visit(text, tally);
}

namespace score {

template <class Contender> void judge(const char *input, const char *output, size_t from) {
  Contender contender;
  const auto all = documents(input);
  std::FILE *const out = std::fopen(output, "ab");
  if (!out) { bench::refuse("can't write"); }
  for (size_t i = from; i < all.size(); ++i) {
    bench::Text found;
    bool accepted = true;
    try {
      contender.visit(text_of(all[i]), found);
    } catch (const std::exception &error) {
      accepted = false;
      found.out = error.what();
    }
    // At once: the next document may end the process.
    std::fprintf(out, "%s %zu\n", accepted ? "yes" : "no", found.out.size());
    std::fwrite(found.out.data(), 1, found.out.size(), out);
    std::fputc('\n', out);
    std::fflush(out);
  }
  std::fclose(out);
}

template <class Contender> void time(const char *input, int passes) {
  const auto all = documents(input);
  Contender contender;
  bench::Tally tally{};
  for (int pass = 0; pass < passes; ++pass) {
    const double start = nanoseconds(CLOCK_PROCESS_CPUTIME_ID);
    for (const auto &one : all) { score_pass(contender, text_of(one), tally); }
    std::printf("%.0f\n", nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - start);
  }
  std::printf("sum %llu %llu\n", static_cast<unsigned long long>(tally.numbers),
              static_cast<unsigned long long>(tally.bytes));
}

template <class Contender> void records(const char *input, int passes, const char *output) {
  const auto all = documents(input);
  Contender contender;
  bench::Tally tally{};
  std::vector<float> spent;
  spent.reserve(all.size() * size_t(passes));
  for (int pass = 0; pass < passes; ++pass) {
    for (const auto &one : all) {
      const double start = nanoseconds(CLOCK_MONOTONIC);
      score_pass(contender, text_of(one), tally);
      spent.push_back(float(nanoseconds(CLOCK_MONOTONIC) - start));
    }
  }
  std::ofstream out(output, std::ios::binary);
  out.write(reinterpret_cast<const char *>(spent.data()),
            std::streamsize(spent.size() * sizeof(float)));
}

template <class Contender> void count(const char *input) {
  Contender contender;
  bench::Tally tally{};
  // Buffers grow in the first pass over each document.
  for (const auto &one : documents(input)) {
    score_pass(contender, text_of(one), tally);
    score_pass(contender, text_of(one), tally);
  }
}

template <class Contender> int run(int count_, char **words, const char *version) {
  const std::string_view mode = count_ > 1 ? words[1] : "";
  try {
    if (mode == "version") { std::puts(version); }
    else if (mode == "judge" && count_ == 5) {
      judge<Contender>(words[2], words[3], size_t(std::atoll(words[4])));
    } else if (mode == "time" && count_ == 4) { time<Contender>(words[2], std::atoi(words[3])); }
    else if (mode == "records" && count_ == 5) {
      records<Contender>(words[2], std::atoi(words[3]), words[4]);
    } else if (mode == "count" && count_ == 3) { count<Contender>(words[2]); }
    else { return 2; }
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

} // namespace score

#define SCORE(Contender, version)                                                                  \
  int main(int count, char **words) { return score::run<Contender>(count, words, version); }
