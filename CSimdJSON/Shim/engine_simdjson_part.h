// The engine's texts indexed by simdjson's stage 1.
//
// Bounds: simdjson reads whole blocks, up to SIMDJSON_PADDING bytes after the text. Its arrays are
// only lent (csj_engine.h says for how long); their size is simdjson's promise for the reserved
// capacity.
#pragma once

#include "engine.h"
#include "simdjson_versions.h"

#include <new>

namespace csj {

struct simdjson_parser {
  std::unique_ptr<parser> own;
  uint64_t capacity = 0; ///< 0 while there is no parser
};

void simdjson_parser_deleter::operator()(simdjson_parser *parser) const { delete parser; }

bool is_utf8(const uint8_t *bytes, size_t length) {
  return active_implementation()->validate_utf8(reinterpret_cast<const char *>(bytes), length);
}

namespace {

/// Makes room in simdjson's own parser.
csj_status reserve(csj_engine &engine) {
  if (!engine.parser) { engine.parser.reset(new (std::nothrow) simdjson_parser()); }
  if (!engine.parser) { return CSJ_NO_MEMORY; }
  simdjson_parser &kept = *engine.parser;
  if (kept.own && engine.capacity <= kept.capacity) { return CSJ_OK; }
  // Freed first: the old index is no longer needed, and two at a time would double the peak.
  kept.own.reset();
  kept.capacity = 0;
  // The depth belongs to simdjson's own stage 2, which never runs here.
  const auto error = active_implementation()->create_dom_parser_implementation(
      size_t(engine.capacity), 1, kept.own);
  if (error || !kept.own) {
    kept.own.reset();
    return error == simdjson::CAPACITY ? CSJ_TOO_LARGE : CSJ_NO_MEMORY;
  }
  kept.capacity = engine.capacity;
  return CSJ_OK;
}

/// Faults that the fallback kernel's stage 1 accepts in a partial window and the SIMD kernels
/// refuse: a control character after a backslash in a string, and, if the last string is cut, any
/// control character in a string before it. No kernel checks UTF-8 there, because the window may
/// end within a character.
bool has_control_in_string(const uint8_t *bytes, size_t length) {
  bool in_string = false;
  for (size_t i = 0; i < length; i++) {
    if (bytes[i] == '"') {
      in_string = !in_string;
    } else if (in_string) {
      if (bytes[i] == '\\') { ++i; }
      if (i < length && bytes[i] < 0x20) { return true; }
    }
  }
  return false;
}

csj_status status_of(simdjson::error_code error) {
  switch (error) {
  case simdjson::SUCCESS: return CSJ_OK;
  case simdjson::CAPACITY: return CSJ_CAPACITY;
  case simdjson::EMPTY: return CSJ_EMPTY;
  case simdjson::UTF8_ERROR: return CSJ_INVALID_UTF8;
  case simdjson::UNCLOSED_STRING: return CSJ_UNCLOSED_STRING;
  case simdjson::UNESCAPED_CHARS: return CSJ_CONTROL_IN_STRING;
  case simdjson::MEMALLOC: return CSJ_NO_MEMORY;
  default: return CSJ_INTERNAL;
  }
}

simdjson::stage1_mode mode_of(csj_mode mode) {
  switch (mode) {
  case CSJ_STREAMING_PARTIAL: return simdjson::stage1_mode::streaming_partial;
  case CSJ_STREAMING_FINAL: return simdjson::stage1_mode::streaming_final;
  default: return simdjson::stage1_mode::regular;
  }
}

} // namespace

csj_status index_simdjson(csj_engine &engine, const uint8_t *bytes, size_t length, csj_mode mode,
                          csj_structurals &out) {
  csj_status status = reserve(engine);
  if (status != CSJ_OK) { return status; }
  parser &own = *engine.parser->own;
  status = status_of(own.stage1(bytes, length, mode_of(mode)));
  if (engine.is_fallback() && (status == CSJ_OK || status == CSJ_CAPACITY) &&
      has_control_in_string(bytes, length)) {
    status = CSJ_CONTROL_IN_STRING;
  }
  if (status == CSJ_OK || status == CSJ_CAPACITY) {
    out = {own.structural_indexes.get(), own.n_structural_indexes, nullptr, nullptr, nullptr, 0};
  }
  return status;
}

csj_status index_cut_simdjson(csj_engine &engine, const uint8_t *bytes, size_t length,
                              csj_structurals &out) {
  const csj_status status = index_simdjson(engine, bytes, length, CSJ_STREAMING_PARTIAL, out);
  // CSJ_CAPACITY: the only document is cut, as expected, and all of its tokens are in the index.
  if (status != CSJ_OK && status != CSJ_CAPACITY) { return status; }
  // A string that is cut is left out, but a number or literal is not (from 4.6.11 on: not always). The text's
  // end would show it, but simdjson moves that before a character that is cut: so one is always left out.
  if (out.count > 1) {
    --out.count;
    return CSJ_OK;
  }
  out = {nullptr, 0, nullptr, nullptr, nullptr, 0};
  return CSJ_EMPTY;
}

} // namespace csj
