// The engine's texts indexed by our own stage 1 for SIMD, which finds more than simdjson's but does
// not name faults: if there is one, UTF-8 is validated apart, or simdjson's stage 1 runs.
//
// Bounds: those of own_index.cpp. The engine has room for each text before it comes here.
#include "csj_text.h"
#include "engine.h"

namespace csj {

namespace {

/// CSJ_INTERNAL: the bytes have a fault.
csj_status run(csj_engine &engine, const uint8_t *bytes, size_t length, wanted what,
               stage1_output &found) {
  if (!engine.own.reserve(size_t(engine.capacity), what)) { return CSJ_NO_MEMORY; }
  return engine.own.index(engine.form, bytes, length, what, found) ? CSJ_OK : CSJ_INTERNAL;
}

/// For windows that are cut anywhere, which have one of two faults.
csj_status run_cut(csj_engine &engine, const uint8_t *bytes, size_t length, stage1_output &found) {
  const csj_status status = run(engine, bytes, length, {false, false}, found);
  if (status != CSJ_INTERNAL) { return status; }
  return is_utf8(bytes, length) ? CSJ_CONTROL_IN_STRING : CSJ_INVALID_UTF8;
}

} // namespace

csj_status index_whole_own(csj_engine &engine, const uint8_t *bytes, size_t length,
                              bool wants_lines, csj_structurals &out) {
  stage1_output found = {};
  const csj_status status = run(engine, bytes, length, {true, wants_lines}, found);
  if (status != CSJ_OK) { return status; }
  if (found.ends_in_string || found.count == 0) { return CSJ_INTERNAL; }
  out = {found.tokens,  uint32_t(found.count), found.kinds,
         found.escapes, found.lines,           uint32_t(found.line_count)};
  return CSJ_OK;
}

csj_status index_cut_own(csj_engine &engine, const uint8_t *bytes, size_t length,
                            csj_structurals &out) {
  stage1_output found = {};
  const csj_status status = run_cut(engine, bytes, csj_whole_characters(bytes, length), found);
  if (status != CSJ_OK) { return status; }
  if (found.count < 2) { return CSJ_EMPTY; }
  out = {found.tokens, uint32_t(found.count - 1), nullptr, nullptr, nullptr, 0};
  return CSJ_OK;
}

csj_status index_window_own(csj_engine &engine, const uint8_t *bytes, size_t length,
                               csj_window &out) {
  stage1_output found = {};
  const csj_status status = run_cut(engine, bytes, length, found);
  if (status != CSJ_OK) { return status; }
  out = {found.tokens, uint32_t(found.count), found.ends_in_string};
  return CSJ_OK;
}

} // namespace csj
