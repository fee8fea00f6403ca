// Jansson: strict and UTF-8 checked, 2,048 levels at most; NUL in a string is refused unless
// allowed, as it is here.
#include "Library.hpp"

#if __has_include(<jansson.h>)
#include "Trees.hpp"

#include <dlfcn.h>
#include <jansson.h>

namespace {

using namespace bench;

/// Two functions that json-c also has, under the same names; the linker would take the first one. They are
/// looked up in the library that has `json_loadb`, which only Jansson has.
struct Own {
  decltype(&json_object_get) get = nullptr;
  decltype(&json_object_iter_next) next = nullptr;

  Own() {
    Dl_info found;
    void *const known = dlsym(RTLD_DEFAULT, "json_loadb");
    void *const library =
        known && dladdr(known, &found) ? dlopen(found.dli_fname, RTLD_NOW | RTLD_NOLOAD) : nullptr;
    if (!library) { refuse("Jansson's library can't be found"); }
    // The types are those of the header, and the handle stays open for the life of the process.
    get = reinterpret_cast<decltype(get)>(dlsym(library, "json_object_get"));
    next = reinterpret_cast<decltype(next)>(dlsym(library, "json_object_iter_next"));
    if (!get || !next) { refuse("Jansson's library lacks a function"); }
  }

  static const Own &functions() {
    static const Own own;
    return own;
  }
};

struct Release {
  void operator()(json_t *value) const { json_decref(value); }
};

struct DOM {
  static constexpr bool terminated = false;
  using Tree = std::unique_ptr<json_t, Release>;
  using Node = json_t *;
  std::vector<char> written;

  Tree parse(std::string_view text) {
    json_error_t error;
    Tree tree(json_loadb(text.data(), text.size(), JSON_DECODE_ANY | JSON_ALLOW_NUL, &error));
    if (!tree) { refuse(error.text); }
    return tree;
  }
  static Node root(const Tree &tree) { return tree.get(); }

  std::string_view write(const Tree &tree) {
    constexpr size_t as = JSON_COMPACT | JSON_ENCODE_ANY;
    size_t size = json_dumpb(tree.get(), written.data(), written.size(), as);
    if (size > written.size()) {
      written.resize(size);
      size = json_dumpb(tree.get(), written.data(), written.size(), as);
    }
    if (size == 0) { refuse("Jansson can't write its tree"); }
    return {written.data(), size};
  }

  template <class Sink> static void visit(Node node, Sink &sink) {
    switch (json_typeof(node)) {
    case JSON_OBJECT:
      visit_code(sink, Code::begin_object);
      for (void *at = json_object_iter(node); at; at = Own::functions().next(node, at)) {
        // A key with a NUL in it would be cut: 2.14 has no other way to an iterator's key.
        sink.text(json_object_iter_key(at));
        visit(json_object_iter_value(at), sink);
      }
      return visit_code(sink, Code::end_object);
    case JSON_ARRAY:
      visit_code(sink, Code::begin_array);
      for (size_t i = 0; i < json_array_size(node); ++i) { visit(json_array_get(node, i), sink); }
      return visit_code(sink, Code::end_array);
    case JSON_STRING: return sink.text({json_string_value(node), json_string_length(node)});
    case JSON_INTEGER:
    case JSON_REAL: return visit_number(sink, json_number_value(node));
    case JSON_TRUE: return visit_bool(sink, true);
    case JSON_FALSE: return visit_bool(sink, false);
    case JSON_NULL: return visit_code(sink, Code::null);
    }
  }

  template <class Body> static void each(Node node, Body body) {
    if (!json_is_array(node)) { refuse("no array"); }
    for (size_t i = 0; i < json_array_size(node); ++i) { body(json_array_get(node, i)); }
  }
  static Node field(Node node, const char *name) {
    if (!json_is_object(node)) { refuse("no object"); }
    return Own::functions().get(node, name);
  }
  static int64_t integer(Node node) {
    if (!json_is_integer(node)) { refuse("no integer"); }
    return json_integer_value(node);
  }
  static std::string_view text(Node node) {
    if (!json_is_string(node)) { refuse("no string"); }
    return {json_string_value(node), json_string_length(node)};
  }
};

constexpr Entry all[] = {
    {"parse.jansson", Contender<Parse<DOM>>::make},
    {"visit.jansson", Contender<Visit<DOM>>::make},
    {"write.jansson", Contender<Write<DOM>>::make},
    {"partial.jansson", Contender<Partial<DOM>>::make},
};

} // namespace

const bench::Library bench::jansson_library =
    library("jansson", "Jansson", "libjansson-dev", jansson_version_str, all);
#else
const bench::Library bench::jansson_library = {"jansson", "Jansson", "libjansson-dev"};
#endif
