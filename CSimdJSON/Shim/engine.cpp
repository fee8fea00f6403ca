// Stage 1: decides for each text which code indexes it, and keeps the memory for it.
//
// Bounds: there is room for a text's length before it is indexed.
#include "engine.h"

#include <new>

extern "C" csj_engine *csj_engine_create(void) { return new (std::nothrow) csj_engine(); }

extern "C" void csj_engine_destroy(csj_engine *engine) { delete engine; }

extern "C" uint64_t csj_engine_capacity(const csj_engine *engine) { return engine->capacity; }

extern "C" void csj_engine_release(csj_engine *engine) {
  engine->parser.reset();
  engine->own.release();
  engine->capacity = 0;
}

extern "C" csj_status csj_engine_reserve(csj_engine *engine, uint64_t bytes) {
  if (bytes > CSJ_MAX_BYTES) { return CSJ_TOO_LARGE; }
  if (engine->capacity != 0 && bytes <= engine->capacity) { return CSJ_OK; }
  csj_engine_release(engine);
  engine->simd = csj::active_simd();
  engine->form = csj::stage1_for(engine->simd);
  engine->capacity = bytes < 64 ? 64 : bytes;
  return CSJ_OK;
}

/// Whether to release rarely used memory: allocating it again then costs little compared with the
/// document.
static bool is_large(const csj_engine *engine) { return engine->capacity > 1 << 20; }

/// A whole text that our own stage 1 indexes, and simdjson's if it has a fault.
static csj_status index_whole(csj_engine *engine, const uint8_t *bytes, size_t length,
                              bool wants_lines, csj_structurals *out) {
  csj_status status = csj::index_whole_own(*engine, bytes, length, wants_lines, *out);
  if (status != CSJ_INTERNAL) { return status; }
  // Two indexes at a time would double the peak of a large document.
  if (is_large(engine)) { engine->own.release(); }
  status = csj::index_simdjson(*engine, bytes, length, CSJ_REGULAR, *out);
  if (status != CSJ_OK && status != CSJ_CAPACITY && is_large(engine)) {
    // It was needed only for the reason, which is rare.
    engine->parser.reset();
  }
  return status;
}

extern "C" csj_status csj_stage1(csj_engine *engine, const uint8_t *bytes, uint64_t length,
                                 csj_mode mode, csj_structurals *out) {
  *out = {nullptr, 0, nullptr, nullptr, nullptr, 0};
  if (length == 0) { return CSJ_EMPTY; }
  const csj_status status = csj_engine_reserve(engine, length);
  if (status != CSJ_OK) { return status; }
  if (mode == CSJ_CUT) {
    if (engine->has_own()) { return csj::index_cut_own(*engine, bytes, length, *out); }
    if (engine->is_fallback()) { return csj::index_cut_portable(*engine, bytes, length, *out); }
    return csj::index_cut_simdjson(*engine, bytes, length, *out);
  }
  if (mode == CSJ_DOCUMENT || mode == CSJ_WINDOW) {
    if (engine->has_own()) {
      return index_whole(engine, bytes, length, mode == CSJ_WINDOW, out);
    }
    mode = CSJ_REGULAR;
  }
  if (mode == CSJ_REGULAR && engine->is_fallback()) {
    return csj::index_whole_portable(*engine, bytes, length, *out);
  }
  return csj::index_simdjson(*engine, bytes, length, mode, *out);
}

extern "C" bool csj_cuts_at_characters(void) {
  const csj::simd simd = csj::active_simd();
  return csj::stage1_for(simd) != nullptr || simd == csj::simd::none;
}
