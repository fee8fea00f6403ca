// The C++ contenders alone, without Swift or the benchmark around them: built by `scripts/bench --parity`
// with `c++ -O3 -march=native -DNDEBUG`, to show that the benchmark's build of them is as fast.
//
//   parity CONTENDER FILE whole|lines      prints the median seconds of a pass
#include "Contender.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>

namespace {

double seconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

/// The whole file as one document, or each line as one; each followed by padding.
std::vector<simdjson::padded_string> read(const char *path, bool by_line) {
  std::ifstream file(path, std::ios::binary);
  const std::string all((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  std::vector<simdjson::padded_string> documents;
  if (!by_line) {
    documents.emplace_back(all);
    return documents;
  }
  for (size_t start = 0; start < all.size();) {
    const size_t stop = std::min(all.find('\n', start), all.size());
    documents.emplace_back(std::string_view(all).substr(start, stop - start));
    start = stop + 1;
  }
  return documents;
}

} // namespace

int main(int count, char **arguments) {
  if (count != 4) { return 2; }
  const auto documents = read(arguments[2], std::strcmp(arguments[3], "lines") == 0);
  std::vector<bench_document> views;
  for (const auto &one : documents) { views.push_back({one.u8data(), one.size()}); }
  bench_contender *const contender =
      bench_contender_make(arguments[1], views.data(), views.size());
  if (contender == nullptr) { return 2; }

  bench_tally tally{};
  size_t passes = 1;
  double pass = 1;
  for (double spent = 0; spent < 0.05;) {
    const double start = seconds();
    if (!bench_contender_run(contender, passes, &tally)) { return 1; }
    const double taken = seconds() - start;
    spent += taken;
    pass = taken / double(passes);
    if (taken < 0.01) { passes *= 2; }
  }
  passes = std::max<size_t>(1, size_t(0.01 / pass));
  std::vector<double> rounds;
  for (int round = 0; round < 9; ++round) {
    const double start = seconds();
    if (!bench_contender_run(contender, passes, &tally)) { return 1; }
    rounds.push_back((seconds() - start) / double(passes));
  }
  std::sort(rounds.begin(), rounds.end());
  // The sum is printed so that the compiler can't leave out any reading.
  std::printf("%.9g %llu\n", rounds[rounds.size() / 2],
              static_cast<unsigned long long>(tally.numbers + tally.bytes + tally.edges));
  bench_contender_free(contender);
  return 0;
}
