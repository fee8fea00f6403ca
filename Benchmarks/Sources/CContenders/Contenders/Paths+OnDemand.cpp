// The fields at JSON Pointers, through On-Demand's own at_pointer, which starts anew for each: its
// interface for paths known only at run time.
#include "Paths.hpp"
#include "Registry.hpp"

namespace {

using namespace simdjson;

template <bool lines> struct PathsOnDemand {
  ondemand::parser parser;
  const std::vector<std::string> pointers = bench::paths;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    bench::for_each_text<lines>(documents, [&](const char *text, size_t length, size_t capacity) {
      ondemand::document document = parser.iterate(padded_string_view(text, length, capacity));
      for (const std::string &pointer : pointers) {
        ondemand::value value;
        const error_code error = document.at_pointer(pointer).get(value);
        if (error == NO_SUCH_FIELD || error == INDEX_OUT_OF_BOUNDS || error == INCORRECT_TYPE ||
            error == INVALID_JSON_POINTER) {
          sink.missing();
          continue;
        }
        if (error) { throw simdjson_error(error); }
        switch (value.type().value()) {
        case ondemand::json_type::string: sink.text(value.get_string()); break;
        case ondemand::json_type::number: sink.real(value.get_double()); break;
        case ondemand::json_type::boolean: sink.integer(value.get_bool() ? 1 : 0); break;
        case ondemand::json_type::null: sink.missing(); break;
        default: sink.integer(2);
        }
      }
    });
  }
};

} // namespace

namespace bench {
std::vector<std::string> paths;

Made make_paths_ondemand_lines(Documents documents) {
  return Contender<PathsOnDemand<true>>::make(std::move(documents));
}
Made make_paths_ondemand_whole(Documents documents) {
  return Contender<PathsOnDemand<false>>::make(std::move(documents));
}
} // namespace bench

void bench_set_paths(const char *const *pointers, size_t count) {
  bench::paths.assign(pointers, pointers + count);
}
