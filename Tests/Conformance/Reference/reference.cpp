#include "reference.h"

#include <simdjson.h>

#include <cstdlib>
#include <cstring>
#include <locale.h>
#include <string>

namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

void put(std::string &out, char kind, const void *bytes, size_t count) {
  out.push_back(kind);
  out.append(static_cast<const char *>(bytes), count);
}

void put_text(std::string &out, char kind, std::string_view text) {
  const uint32_t length = uint32_t(text.size());
  put(out, kind, &length, sizeof length);
  out.append(text);
}

// Recursive: the parser's limit bounds the depth.
void walk(element value, std::string &out) {
  switch (value.type()) {
  case element_type::OBJECT:
    out.push_back('{');
    for (auto field : simdjson::dom::object(value)) {
      put_text(out, 'k', field.key);
      walk(field.value, out);
    }
    out.push_back('}');
    break;
  case element_type::ARRAY:
    out.push_back('[');
    for (element child : simdjson::dom::array(value)) { walk(child, out); }
    out.push_back(']');
    break;
  case element_type::STRING: put_text(out, 's', value.get_string().value_unsafe()); break;
  case element_type::INT64: {
    const int64_t number = value.get_int64().value_unsafe();
    put(out, 'i', &number, sizeof number);
    break;
  }
  case element_type::UINT64: {
    const uint64_t number = value.get_uint64().value_unsafe();
    put(out, 'u', &number, sizeof number);
    break;
  }
  case element_type::DOUBLE: {
    const double number = value.get_double().value_unsafe();
    put(out, 'd', &number, sizeof number);
    break;
  }
  case element_type::BOOL: out.push_back(value.get_bool().value_unsafe() ? 't' : 'f'); break;
  case element_type::NULL_VALUE: out.push_back('n'); break;
  // simdjson 4 has integers of any size, but only on request.
  default: std::abort();
  }
}

locale_t c_locale() {
  static const locale_t made = newlocale(LC_ALL_MASK, "C", locale_t(0));
  return made;
}

} // namespace

extern "C" reference_result reference_parse(const uint8_t *bytes, size_t length, size_t depth) {
  reference_result result = {REFERENCE_REFUSED, nullptr, 0};
  // One for each thread: making a new one for each document costs more than most documents.
  thread_local simdjson::dom::parser parser;
  const bool fits = parser.capacity() >= length && parser.capacity() > 0;
  if (!fits || parser.max_depth() != depth) {
    if (parser.allocate(length < 4096 ? 4096 : length, depth)) { return result; }
  }
  const simdjson::padded_string text(reinterpret_cast<const char *>(bytes), length);
  element root;
  switch (parser.parse(text).get(root)) {
  case simdjson::SUCCESS: break;
  case simdjson::NUMBER_ERROR: result.verdict = REFERENCE_NUMBER; return result;
  case simdjson::DEPTH_ERROR: result.verdict = REFERENCE_DEPTH; return result;
  default: return result;
  }
  std::string events;
  walk(root, events);
  result.events = static_cast<uint8_t *>(std::malloc(events.size() + 1));
  if (!result.events) { return result; }
  std::memcpy(result.events, events.data(), events.size());
  result.count = events.size();
  result.verdict = REFERENCE_ACCEPTED;
  return result;
}

extern "C" void reference_free(reference_result result) { std::free(result.events); }

extern "C" double reference_strtod(const char *text) { return strtod_l(text, nullptr, c_locale()); }
extern "C" float reference_strtof(const char *text) { return strtof_l(text, nullptr, c_locale()); }
