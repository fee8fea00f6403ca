// name: yyjson
// source: pypi orjson==3.13.0 include/yyjson/yyjson.c
// note: as the PyPI package orjson brings it, whose reader has the default flags built in; no registry here has it otherwise
#include "score.hpp"

#include <yyjson.h>

struct Yyjson {
  template <class Sink> void visit(std::string_view text, Sink &sink) {
    yyjson_read_err error;
    const std::unique_ptr<yyjson_doc, void (*)(yyjson_doc *)> document(
        yyjson_read_opts(const_cast<char *>(text.data()), text.size(), nullptr, &error),
        yyjson_doc_free);
    if (!document) { bench::refuse(std::string(error.msg) + " at " + std::to_string(error.pos)); }
    walk(yyjson_doc_get_root(document.get()), sink);
  }

  template <class Sink> static void walk(yyjson_val *value, Sink &sink) {
    using bench::Code;
    if (yyjson_is_str(value)) { return sink.text({yyjson_get_str(value), yyjson_get_len(value)}); }
    if (yyjson_is_num(value)) { return visit_number(sink, yyjson_get_num(value)); }
    if (yyjson_is_bool(value)) { return visit_bool(sink, yyjson_get_bool(value)); }
    if (yyjson_is_null(value)) { return visit_code(sink, Code::null); }
    size_t i, count;
    yyjson_val *key, *one;
    visit_code(sink, yyjson_is_obj(value) ? Code::begin_object : Code::begin_array);
    yyjson_obj_foreach(value, i, count, key, one) {
      walk(key, sink);
      walk(one, sink);
    }
    yyjson_arr_foreach(value, i, count, one) { walk(one, sink); }
    visit_code(sink, yyjson_is_obj(value) ? Code::end_object : Code::end_array);
  }
};

SCORE(Yyjson, YYJSON_VERSION_STRING)
