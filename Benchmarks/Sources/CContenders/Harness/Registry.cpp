// The list of contenders, and the C functions over it.
#include "Libraries.hpp"
#include "Registry.hpp"

namespace {

using namespace bench;

/// The entry of that name: of a workload's own list, or of a library.
const Entry *find(std::string_view name) {
  for (size_t i = 0; i < entry_count; ++i) {
    if (name == entries[i].name) { return &entries[i]; }
  }
  const Library *const library = library_of(name);
  for (size_t i = 0; library && i < library->count; ++i) {
    if (name == library->entries[i].name) { return &library->entries[i]; }
  }
  return nullptr;
}

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
  const Entry *const entry = find(name);
  return entry ? entry->make(std::move(views)).release() : nullptr;
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
