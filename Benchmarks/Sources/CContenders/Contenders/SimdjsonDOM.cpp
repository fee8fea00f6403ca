// simdjson's DOM: strict, UTF-8 checked, 1,024 levels at most. Strings are in the parser's buffer.
#include "Library.hpp"
#include "Trees.hpp"

namespace {

using namespace bench;
using simdjson::dom::element;

struct DOM {
  static constexpr bool terminated = false;
  using Tree = element;
  using Node = element;
  simdjson::dom::parser parser;
  std::string written;

  // The texts are padded: without `false` they would be copied.
  Tree parse(std::string_view text) { return parser.parse(text.data(), text.size(), false); }
  static Node root(const Tree &tree) { return tree; }
  std::string_view write(const Tree &tree) { return written = simdjson::minify(tree); }

  template <class Sink> static void visit(Node node, Sink &sink) {
    switch (node.type()) {
    case simdjson::dom::element_type::OBJECT:
      visit_code(sink, Code::begin_object);
      for (const auto field : simdjson::dom::object(node)) {
        sink.text(field.key);
        visit(field.value, sink);
      }
      return visit_code(sink, Code::end_object);
    case simdjson::dom::element_type::ARRAY:
      visit_code(sink, Code::begin_array);
      for (const element one : simdjson::dom::array(node)) { visit(one, sink); }
      return visit_code(sink, Code::end_array);
    case simdjson::dom::element_type::STRING: return sink.text(std::string_view(node));
    case simdjson::dom::element_type::INT64: return visit_number(sink, double(int64_t(node)));
    case simdjson::dom::element_type::UINT64: return visit_number(sink, double(uint64_t(node)));
    case simdjson::dom::element_type::DOUBLE: return visit_number(sink, double(node));
    case simdjson::dom::element_type::BOOL: return visit_bool(sink, bool(node));
    case simdjson::dom::element_type::NULL_VALUE: return visit_code(sink, Code::null);
    }
  }
};

constexpr Entry all[] = {
    {"parse.simdjson_dom", Contender<Parse<DOM>>::make},
    {"visit.simdjson_dom", Contender<Visit<DOM>>::make},
    {"write.simdjson_dom", Contender<Write<DOM>>::make},
};

} // namespace

const bench::Library bench::simdjson_dom_library =
    library("simdjson_dom", "simdjson DOM", "libsimdjson-dev", bench_simdjson_version, all);
