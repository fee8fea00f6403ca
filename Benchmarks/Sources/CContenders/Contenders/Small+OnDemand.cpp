// A request body of about 1 KB, five fields, through On-Demand with one parser.
#include "Registry.hpp"

namespace {

using namespace simdjson;

template <bool in_order> struct Small {
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
      ondemand::object root = document.get_object();
      sink.text(field(root, "request_id").get_string());
      {
        ondemand::object customer = field(root, "customer");
        sink.integer(field(customer, "id").get_int64());
        sink.text(field(customer, "email").get_string());
      }
      sink.text(field(root, "currency").get_string());
      sink.integer(field(root, "total_cents").get_int64());
    }
  }
};

} // namespace

namespace bench {
Made make_small_find_field(Documents documents) {
  return Contender<Small<true>>::make(std::move(documents));
}
Made make_small_any_order(Documents documents) {
  return Contender<Small<false>>::make(std::move(documents));
}
} // namespace bench
