// cJSON: every number is a double, so that large integers lose digits; it does not check UTF-8, and strings
// end at their first NUL; 1,000 levels at most. This contender itself checks what follows the value: if
// cJSON demanded a NUL there, it would accept no line of a feed.
#include "Library.hpp"

#if __has_include(<cjson/cJSON.h>)
#include "Feeds.hpp"

#include <cjson/cJSON.h>
#include <climits>

namespace {

using namespace bench;

struct Release {
  void operator()(cJSON *value) const { cJSON_Delete(value); }
};

struct DOM {
  static constexpr bool terminated = false;
  using Tree = std::unique_ptr<cJSON, Release>;
  using Node = cJSON *;
  std::vector<char> written;

  Tree parse(std::string_view text) {
    const char *end = text.data();
    Tree tree(cJSON_ParseWithLengthOpts(text.data(), text.size(), &end, 0));
    const size_t stop = size_t(end - text.data());
    if (!tree) { refuse("not JSON at " + std::to_string(stop)); }
    if (text.find_first_not_of(" \t\r\n", stop) != text.npos) { refuse("more than one value"); }
    return tree;
  }
  static Node root(const Tree &tree) { return tree.get(); }

  std::string_view write(const Tree &tree) {
    // It can't report how much room it needs, and requires five bytes more than that.
    while (!cJSON_PrintPreallocated(tree.get(), written.data(), int(written.size()), 0)) {
      if (written.size() > INT_MAX / 2) { refuse("cJSON can't write its tree"); }
      written.resize(std::max<size_t>(2 * written.size(), 4096));
    }
    return written.data();
  }

  template <class Sink> static void visit(Node node, Sink &sink) {
    switch (node->type & 0xFF) {
    case cJSON_Object:
      visit_code(sink, Code::begin_object);
      for (Node one = node->child; one; one = one->next) {
        sink.text(one->string);
        visit(one, sink);
      }
      return visit_code(sink, Code::end_object);
    case cJSON_Array:
      visit_code(sink, Code::begin_array);
      for (Node one = node->child; one; one = one->next) { visit(one, sink); }
      return visit_code(sink, Code::end_array);
    case cJSON_String: return sink.text(node->valuestring);
    case cJSON_Number: return visit_number(sink, node->valuedouble);
    case cJSON_True: return visit_bool(sink, true);
    case cJSON_False: return visit_bool(sink, false);
    case cJSON_NULL: return visit_code(sink, Code::null);
    default: refuse("no JSON value");
    }
  }

  template <class Body> static void each(Node node, Body body) {
    if (!cJSON_IsArray(node)) { refuse("no array"); }
    for (Node one = node->child; one; one = one->next) { body(one); }
  }
  static Node field(Node node, const char *name) {
    if (!cJSON_IsObject(node)) { refuse("no object"); }
    return cJSON_GetObjectItemCaseSensitive(node, name);
  }
  static int64_t integer(Node node) {
    // Not valueint, which is 32 bits wide. Above 2^63 the cast would be undefined.
    const double value = real(node);
    if (value < -9223372036854775808.0 || value >= 9223372036854775808.0) { refuse("no integer"); }
    return int64_t(value);
  }
  static double real(Node node) {
    if (!cJSON_IsNumber(node)) { refuse("no number"); }
    return node->valuedouble;
  }
  static std::string_view text(Node node) {
    if (!cJSON_IsString(node)) { refuse("no string"); }
    return node->valuestring;
  }
  static bool is_null(Node node) { return !node || cJSON_IsNull(node); }
};

constexpr Entry all[] = {
    {"parse.cjson", Contender<Parse<DOM>>::make},
    {"visit.cjson", Contender<Visit<DOM>>::make},
    {"write.cjson", Contender<Write<DOM>>::make},
    {"partial.cjson", Contender<Partial<DOM>>::make},
    {"logs.cjson", Contender<Logs<DOM>>::make},
};

} // namespace

const bench::Library bench::cjson_library =
    library("cjson", "cJSON", "libcjson-dev", cJSON_Version, all);
#else
const bench::Library bench::cjson_library = {"cjson", "cJSON", "libcjson-dev"};
#endif
