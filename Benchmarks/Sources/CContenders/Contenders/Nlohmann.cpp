// nlohmann/json: its DOM with the usual `json` type, and its SAX reader. Strict, UTF-8 checked by default;
// objects are sorted by key; the last of equal keys counts.
#include "Library.hpp"

#if __has_include(<nlohmann/json.hpp>)
#include "Trees.hpp"

#include <nlohmann/json.hpp>

namespace {

using namespace bench;
using nlohmann::json;

struct DOM {
  static constexpr bool terminated = false;
  using Tree = json;
  using Node = const json *;
  std::string written;

  Tree parse(std::string_view text) { return json::parse(text.begin(), text.end()); }
  static Node root(const Tree &tree) { return &tree; }
  std::string_view write(const Tree &tree) { return written = tree.dump(); }

  template <class Sink> static void visit(Node node, Sink &sink) {
    switch (node->type()) {
    case json::value_t::object:
      visit_code(sink, Code::begin_object);
      for (const auto &field : *node->get_ptr<const json::object_t *>()) {
        sink.text(field.first);
        visit(&field.second, sink);
      }
      return visit_code(sink, Code::end_object);
    case json::value_t::array:
      visit_code(sink, Code::begin_array);
      for (const json &one : *node) { visit(&one, sink); }
      return visit_code(sink, Code::end_array);
    case json::value_t::string: return sink.text(*node->get_ptr<const std::string *>());
    case json::value_t::number_integer:
    case json::value_t::number_unsigned:
    case json::value_t::number_float: return visit_number(sink, node->get<double>());
    case json::value_t::boolean: return visit_bool(sink, node->get<bool>());
    case json::value_t::null: return visit_code(sink, Code::null);
    default: refuse("no JSON value");
    }
  }

  template <class Body> static void each(Node node, Body body) {
    if (!node || !node->is_array()) { refuse("no array"); }
    for (const json &one : *node) { body(&one); }
  }
  static Node field(Node node, const char *name) {
    if (!node || !node->is_object()) { refuse("no object"); }
    const auto found = node->find(name);
    return found == node->end() ? nullptr : &*found;
  }
  static int64_t integer(Node node) {
    if (!node || !node->is_number_integer()) { refuse("no integer"); }
    return node->get<int64_t>();
  }
  static std::string_view text(Node node) {
    if (!node || !node->is_string()) { refuse("no string"); }
    return *node->get_ptr<const std::string *>();
  }
};

template <class Sink> struct Handler {
  Sink &sink;
  bool null() { return code(Code::null); }
  bool boolean(bool value) { return code(value ? Code::yes : Code::no); }
  bool number_integer(int64_t value) { return number(double(value)); }
  bool number_unsigned(uint64_t value) { return number(double(value)); }
  bool number_float(double value, const std::string &) { return number(value); }
  bool string(const std::string &value) { return text(value); }
  bool binary(json::binary_t &) { return false; }
  bool start_object(size_t) { return code(Code::begin_object); }
  bool key(const std::string &value) { return text(value); }
  bool end_object() { return code(Code::end_object); }
  bool start_array(size_t) { return code(Code::begin_array); }
  bool end_array() { return code(Code::end_array); }
  bool parse_error(size_t, const std::string &, const nlohmann::detail::exception &error) {
    refuse(error.what());
  }

private:
  bool code(Code value) {
    visit_code(sink, value);
    return true;
  }
  bool number(double value) {
    visit_number(sink, value);
    return true;
  }
  bool text(const std::string &value) {
    sink.text(value);
    return true;
  }
};

struct SAX {
  template <class Sink> void operator()(const Documents &documents, Sink &sink) {
    for (const std::string_view text : documents) {
      Handler<Sink> handler{sink};
      if (!json::sax_parse(text.begin(), text.end(), &handler)) { refuse("not JSON"); }
    }
  }
};

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
const char *version() {
  return TEXT(NLOHMANN_JSON_VERSION_MAJOR) "." TEXT(NLOHMANN_JSON_VERSION_MINOR) "." TEXT(
      NLOHMANN_JSON_VERSION_PATCH);
}

constexpr Entry all[] = {
    {"parse.nlohmann.dom", Contender<Parse<DOM>>::make},
    {"visit.nlohmann.dom", Contender<Visit<DOM>>::make},
    {"visit.nlohmann.sax", Contender<SAX>::make},
    {"write.nlohmann.dom", Contender<Write<DOM>>::make},
    {"partial.nlohmann.dom", Contender<Partial<DOM>>::make},
};

} // namespace

const bench::Library bench::nlohmann_library =
    library("nlohmann", "nlohmann/json", "nlohmann-json3-dev", version, all);
#else
const bench::Library bench::nlohmann_library = {"nlohmann", "nlohmann/json", "nlohmann-json3-dev"};
#endif
