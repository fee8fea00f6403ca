// The libraries, in the order of the report, and the C functions over them.
#include "Libraries.hpp"

namespace bench {

const Library *const libraries[] = {
    &simdjson_dom_library, &simdjson_on_demand_library, &rapidjson_library, &nlohmann_library,
    &jansson_library,      &json_c_library,             &cjson_library,     &yajl_library,
};
const size_t library_count = sizeof libraries / sizeof libraries[0];

const Library *library_of(std::string_view contender) {
  const size_t start = contender.find('.') + 1;
  const std::string_view id = contender.substr(start, contender.find('.', start) - start);
  for (const Library *library : libraries) {
    if (id == library->id) { return library; }
  }
  return nullptr;
}

} // namespace bench

using bench::libraries;

static const bench::Library *at(size_t index) {
  return index < bench::library_count ? libraries[index] : nullptr;
}

const char *bench_library_name(size_t index) { return at(index) ? at(index)->name : nullptr; }

const char *bench_library_package(size_t index) { return at(index) ? at(index)->package : nullptr; }

const char *bench_library_version(size_t index) {
  return at(index) && at(index)->version ? at(index)->version() : nullptr;
}

const char *bench_contender_missing_package(const char *name) {
  const bench::Library *const library = bench::library_of(name);
  return library && !library->version ? library->package : nullptr;
}
