// A library that contenders are made with: its name in the report, and its contenders. A library that was
// missing at the build has none, and the report names them with that reason.
#pragma once

#include "Contender.hpp"

namespace bench {

struct Library {
  /// The second part of its contenders' names: `rapidjson` in `visit.rapidjson.sax`.
  const char *id;
  const char *name;
  /// The Debian package that contains it.
  const char *package;
  /// The version of the running library if it reports one, else of the header; null: it was missing.
  const char *(*version)() = nullptr;
  const Entry *entries = nullptr;
  size_t count = 0;
};

template <size_t count>
constexpr Library library(const char *id, const char *name, const char *package,
                          const char *(*version)(), const Entry (&entries)[count]) {
  return {id, name, package, version, entries, count};
}

extern const Library simdjson_dom_library, simdjson_on_demand_library, rapidjson_library,
    nlohmann_library, jansson_library, json_c_library, cjson_library, yajl_library;

} // namespace bench
