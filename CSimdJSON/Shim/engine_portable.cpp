// The engine's texts indexed by stage1_portable.cpp, under simdjson's kernel without SIMD.
// simdjson's own stage 1 has other rules for invalid JSON there, and refuses sound windows that end
// after characters of four bytes. UTF-8 is validated apart.
//
// Bounds: those of own_index.cpp. The engine has room for each text before it comes here.
#include "csj_text.h"
#include "engine.h"

namespace csj {

namespace {

bool reserve(csj_engine &engine) {
  return engine.own.reserve(size_t(engine.capacity), {false, false});
}

/// For windows that are cut anywhere, which may end inside a string.
csj_status run_cut(csj_engine &engine, const uint8_t *bytes, size_t length,
                   csj_portable_index &found) {
  if (!reserve(engine)) { return CSJ_NO_MEMORY; }
  found = engine.own.index_portable(bytes, length);
  if (found.has_control_in_string) { return CSJ_CONTROL_IN_STRING; }
  return is_utf8(bytes, length) ? CSJ_OK : CSJ_INVALID_UTF8;
}

} // namespace

csj_status index_whole_portable(csj_engine &engine, const uint8_t *bytes, size_t length,
                                csj_structurals &out) {
  if (!reserve(engine)) { return CSJ_NO_MEMORY; }
  const csj_portable_index found = engine.own.index_portable(bytes, length);
  if (found.ends_in_string) { return CSJ_UNCLOSED_STRING; }
  if (found.has_control_in_string) { return CSJ_CONTROL_IN_STRING; }
  if (found.count == 0) { return CSJ_EMPTY; }
  if (!is_utf8(bytes, length)) { return CSJ_INVALID_UTF8; }
  out = {engine.own.tokens.get(), uint32_t(found.count), nullptr, nullptr, nullptr, 0};
  return CSJ_OK;
}

csj_status index_cut_portable(csj_engine &engine, const uint8_t *bytes, size_t length,
                              csj_structurals &out) {
  csj_portable_index found;
  const csj_status status = run_cut(engine, bytes, csj_whole_characters(bytes, length), found);
  if (status != CSJ_OK) { return status; }
  if (found.count < 2) { return CSJ_EMPTY; }
  out = {engine.own.tokens.get(), uint32_t(found.count - 1), nullptr, nullptr, nullptr, 0};
  return CSJ_OK;
}

csj_status index_window_portable(csj_engine &engine, const uint8_t *bytes, size_t length,
                                 csj_window &out) {
  csj_portable_index found;
  const csj_status status = run_cut(engine, bytes, length, found);
  if (status != CSJ_OK) { return status; }
  out = {engine.own.tokens.get(), uint32_t(found.count), found.ends_in_string};
  return CSJ_OK;
}

} // namespace csj
