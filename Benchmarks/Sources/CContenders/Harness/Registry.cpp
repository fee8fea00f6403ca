// The list of contenders, and the C functions over it.
#include "Registry.hpp"

namespace {

using namespace bench;

template <class Body> bool guarded(bench_contender *contender, Body body) {
  try {
    body();
    return true;
  } catch (const std::exception &error) {
    contender->error = error.what();
    return false;
  }
}

} // namespace

const char *bench_contender_name(size_t index) {
  return index < entry_count ? entries[index].name : nullptr;
}

bench_contender *bench_contender_make(const char *name, const bench_document *documents,
                                      size_t count) {
  Documents views;
  for (size_t i = 0; i < count; ++i) {
    const size_t length = documents[i].length;
    views.emplace_back(documents[i].bytes, length, length + simdjson::SIMDJSON_PADDING);
  }
  for (size_t i = 0; i < entry_count; ++i) {
    if (std::strcmp(entries[i].name, name) == 0) { return entries[i].make(views).release(); }
  }
  return nullptr;
}

void bench_contender_free(bench_contender *contender) { delete contender; }

bool bench_contender_run(bench_contender *contender, size_t passes, bench_tally *tally) {
  Tally sum{*tally};
  const bool done = guarded(contender, [&] { contender->run(passes, sum); });
  *tally = sum;
  return done;
}

bool bench_contender_values(bench_contender *contender, bench_output output, void *context) {
  Text text;
  const bool done = guarded(contender, [&] { contender->values(text); });
  output(context, text.out.data(), text.out.size());
  return done;
}

const char *bench_contender_error(const bench_contender *contender) {
  return contender->error.c_str();
}
