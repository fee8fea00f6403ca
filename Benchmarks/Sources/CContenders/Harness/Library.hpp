// A library that contenders are made with: what the report calls it, and which contenders it has.
// One that was not there when this was built has none, and they are named in the report with that
// reason.
#pragma once

#include "Contender.hpp"

namespace bench {

struct Library {
  /// The second part of its contenders' names: `rapidjson` in `visit.rapidjson.sax`.
  const char *id;
  const char *name;
  /// The Debian package that has it.
  const char *package;
  /// Of the library that runs, where it can say so, else of the header; null: it was not there.
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
