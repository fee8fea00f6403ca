// json-c: strict and UTF-8 validated, which are options; 1,024 levels instead of its 32. It represents
// `null` as a null pointer. A number with a fraction is written as it was read.
#include "Library.hpp"

#if __has_include(<json-c/json.h>)
#include "Feeds.hpp"

#include <climits>
#include <json-c/json.h>

namespace {

using namespace bench;

struct Release {
  void operator()(json_object *value) const { json_object_put(value); }
  void operator()(json_tokener *tokener) const { json_tokener_free(tokener); }
};

struct DOM {
  static constexpr bool terminated = false;
  using Tree = std::unique_ptr<json_object, Release>;
  using Node = json_object *;
  std::unique_ptr<json_tokener, Release> tokener{json_tokener_new_ex(1024)};

  DOM() {
    if (!tokener) { throw std::bad_alloc(); }
    json_tokener_set_flags(tokener.get(), JSON_TOKENER_STRICT | JSON_TOKENER_VALIDATE_UTF8);
  }

  Tree parse(std::string_view text) {
    if (text.size() > INT_MAX) { refuse("json-c reads 2 GiB at most"); }
    json_tokener_reset(tokener.get());
    Tree tree(json_tokener_parse_ex(tokener.get(), text.data(), int(text.size())));
    auto error = json_tokener_get_error(tokener.get());
    // It stops after the value; white space there remains, strict or not.
    size_t end = json_tokener_get_parse_end(tokener.get());
    if (error == json_tokener_continue) {
      // A number at the text's end could go on; a NUL ends it.
      tree.reset(json_tokener_parse_ex(tokener.get(), "", 1));
      error = json_tokener_get_error(tokener.get());
      end = text.size();
    }
    if (error != json_tokener_success) { refuse(json_tokener_error_desc(error)); }
    if (text.find_first_not_of(" \t\r\n", end) != text.npos) { refuse("more than one value"); }
    return tree;
  }
  static Node root(const Tree &tree) { return tree.get(); }

  std::string_view write(const Tree &tree) {
    size_t length = 0;
    const char *const text = json_object_to_json_string_length(
        tree.get(), JSON_C_TO_STRING_PLAIN | JSON_C_TO_STRING_NOSLASHESCAPE, &length);
    if (!text) { refuse("json-c can't write its tree"); }
    return {text, length};
  }

  template <class Sink> static void visit(Node node, Sink &sink) {
    switch (json_object_get_type(node)) {
    case json_type_object:
      visit_code(sink, Code::begin_object);
      for (const lh_entry *at = json_object_get_object(node)->head; at; at = at->next) {
        sink.text(static_cast<const char *>(at->k));
        visit(static_cast<Node>(const_cast<void *>(at->v)), sink);
      }
      return visit_code(sink, Code::end_object);
    case json_type_array:
      visit_code(sink, Code::begin_array);
      each(node, [&](Node one) { visit(one, sink); });
      return visit_code(sink, Code::end_array);
    case json_type_string: return sink.text(text(node));
    case json_type_int:
    case json_type_double: return visit_number(sink, json_object_get_double(node));
    case json_type_boolean: return visit_bool(sink, json_object_get_boolean(node));
    case json_type_null: return visit_code(sink, Code::null);
    }
  }

  template <class Body> static void each(Node node, Body body) {
    if (!json_object_is_type(node, json_type_array)) { refuse("no array"); }
    const size_t count = json_object_array_length(node);
    for (size_t i = 0; i < count; ++i) { body(json_object_array_get_idx(node, i)); }
  }
  static Node field(Node node, const char *name) {
    if (!json_object_is_type(node, json_type_object)) { refuse("no object"); }
    Node found = nullptr;
    json_object_object_get_ex(node, name, &found);
    return found;
  }
  static int64_t integer(Node node) {
    if (!json_object_is_type(node, json_type_int)) { refuse("no integer"); }
    return json_object_get_int64(node);
  }
  static double real(Node node) {
    if (!json_object_is_type(node, json_type_double) && !json_object_is_type(node, json_type_int)) {
      refuse("no number");
    }
    return json_object_get_double(node);
  }
  static std::string_view text(Node node) {
    if (!json_object_is_type(node, json_type_string)) { refuse("no string"); }
    return {json_object_get_string(node), size_t(json_object_get_string_len(node))};
  }
  static bool is_null(Node node) { return !node; }
};

constexpr Entry all[] = {
    {"parse.json_c", Contender<Parse<DOM>>::make},
    {"visit.json_c", Contender<Visit<DOM>>::make},
    {"write.json_c", Contender<Write<DOM>>::make},
    {"partial.json_c", Contender<Partial<DOM>>::make},
    {"logs.json_c", Contender<Logs<DOM>>::make},
};

} // namespace

const bench::Library bench::json_c_library =
    library("json_c", "json-c", "libjson-c-dev", json_c_version, all);
#else
const bench::Library bench::json_c_library = {"json_c", "json-c", "libjson-c-dev"};
#endif
