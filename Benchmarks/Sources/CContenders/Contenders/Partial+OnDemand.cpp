// twitter.json, seven fields of each status, through On-Demand. Strings are views into the parser's
// string buffer, where On-Demand unescapes them.
#include "Registry.hpp"

namespace {

using namespace simdjson;

/// With `find_field` (forward only) or `operator[]` (any order): whichever is faster is the reference.
template <bool in_order> struct Partial {
  ondemand::parser parser;

  template <class From>
  static simdjson_inline simdjson_result<ondemand::value> field(From &from, std::string_view name) {
    if constexpr (in_order) {
      return from.find_field(name);
    } else {
      return from[name];
    }
  }

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    for (const padded_string_view &bytes : documents) {
      ondemand::document document = parser.iterate(bytes);
      for (ondemand::object status : field(document, "statuses").get_array()) {
        sink.text(field(status, "created_at").get_string());
        sink.integer(field(status, "id").get_int64());
        sink.text(field(status, "text").get_string());
        {
          ondemand::object user = field(status, "user");
          sink.integer(field(user, "id").get_int64());
          sink.text(field(user, "screen_name").get_string());
        }
        sink.integer(field(status, "retweet_count").get_int64());
        sink.integer(field(status, "favorite_count").get_int64());
      }
    }
  }
};

} // namespace

namespace bench {
Made make_partial_find_field(Documents documents) {
  return Contender<Partial<true>>::make(std::move(documents));
}
Made make_partial_any_order(Documents documents) {
  return Contender<Partial<false>>::make(std::move(documents));
}
} // namespace bench
