// simdjson's On-Demand, which has no tree: every value is read when it is reached. UTF-8 is checked in
// stage 1, grammar on the way, and the document's end at the end.
#include "Library.hpp"
#include "Trees.hpp"

namespace {

using namespace bench;
using namespace simdjson;

struct VisitAll {
  ondemand::parser parser;

  template <class Sink> void operator()(const Documents &documents, Sink &sink) {
    for (const padded_string_view &text : documents) {
      ondemand::document document = parser.iterate(text);
      visit(document, sink);
      // At the end there is no current location; 3.0.1 has no other way to ask.
      if (document.current_location().error() != OUT_OF_BOUNDS) {
        throw simdjson_error(TAPE_ERROR);
      }
    }
  }

private:
  /// A value, or the document itself.
  template <class Value, class Sink> static void visit(Value &value, Sink &sink) {
    switch (ondemand::json_type(value.type())) {
    case ondemand::json_type::object:
      visit_code(sink, Code::begin_object);
      for (auto field : value.get_object()) {
        sink.text(field.unescaped_key());
        ondemand::value inner = field.value();
        visit(inner, sink);
      }
      return visit_code(sink, Code::end_object);
    case ondemand::json_type::array:
      visit_code(sink, Code::begin_array);
      for (ondemand::value one : value.get_array()) { visit(one, sink); }
      return visit_code(sink, Code::end_array);
    case ondemand::json_type::string: return sink.text(value.get_string());
    case ondemand::json_type::number: return visit_number(sink, value.get_double());
    case ondemand::json_type::boolean: return visit_bool(sink, value.get_bool());
    case ondemand::json_type::null:
      if (!bool(value.is_null())) { throw simdjson_error(N_ATOM_ERROR); }
      return visit_code(sink, Code::null);
    default: break;
    }
    // simdjson 4 has a type for what is no value, where 3 has an error.
    throw simdjson_error(TAPE_ERROR);
  }
};

/// Named fields of each object of an array, forward only. The last document lists the names, a line
/// each.
struct Fields {
  ondemand::parser parser;
  std::vector<std::string_view> names;

  template <class Sink> void operator()(const Documents &documents, Sink &sink) {
    if (names.empty()) { names = listed_names(documents); }
    for (size_t i = 0; i + 1 < documents.size(); ++i) {
      ondemand::document document = parser.iterate(documents[i]);
      for (ondemand::object record : document.get_array()) {
        for (const std::string_view name : names) {
          sink.integer(record.find_field(name).get_int64());
        }
      }
    }
  }
};

constexpr Entry all[] = {
    {"visit.simdjson_ondemand", Contender<VisitAll>::make},
    {"fields.simdjson_ondemand", Contender<Fields>::make},
};

} // namespace

const bench::Library bench::simdjson_on_demand_library = library(
    "simdjson_ondemand", "simdjson On-Demand", "libsimdjson-dev", bench_simdjson_version, all);
