// Stage 1: the structural index. Sound because simdjson's own arrays are only lent
// (`csj_structurals` says for how long), their size is simdjson's promise for the reserved
// capacity, and the length is checked against that capacity before every run.
#include "csj.h"
#include "simdjson_versions.h"
#include "stage1_avx512.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

namespace {

struct freeing {
  void operator()(void *memory) const { std::free(memory); }
};
template <class T> using block = std::unique_ptr<T[], freeing>;

/// Allocates memory without touching it.
template <class T> bool allocate(block<T> &memory, size_t count) {
  memory.reset(static_cast<T *>(std::malloc(count * sizeof(T))));
  return memory != nullptr;
}

/// The output memory of `stage1_avx512` and `csj_stage1_portable`.
struct own_memory {
  block<uint32_t> tokens;
  block<uint8_t> kinds;
  block<uint32_t> lines;
};

} // namespace

struct csj_engine {
  std::unique_ptr<csj::parser> parser;
  uint64_t parser_capacity = 0;
  own_memory own;
  uint64_t own_capacity = 0;
  uint64_t capacity = 0;
  bool has_own = false;     // `stage1_avx512` runs first
  bool is_fallback = false; // the kernel without SIMD, used only for streaming modes
};

extern "C" csj_engine *csj_engine_create(void) { return new (std::nothrow) csj_engine(); }

extern "C" void csj_engine_destroy(csj_engine *engine) { delete engine; }

extern "C" void *csj_allocate(size_t bytes) { return std::malloc(bytes); }

extern "C" void *csj_allocate_aligned(size_t bytes) {
  void *memory = nullptr;
  return posix_memalign(&memory, 64, bytes) == 0 ? memory : nullptr;
}

extern "C" void csj_free(void *memory) { std::free(memory); }

extern "C" uint64_t csj_engine_capacity(const csj_engine *engine) { return engine->capacity; }

extern "C" void csj_engine_release(csj_engine *engine) {
  engine->parser.reset();
  engine->parser_capacity = 0;
  engine->own = own_memory();
  engine->own_capacity = 0;
  engine->capacity = 0;
}

static bool is_utf8(const uint8_t *bytes, size_t length) {
  return csj::active_implementation()->validate_utf8(reinterpret_cast<const char *>(bytes), length);
}

/// Makes room in simdjson's own parser.
static csj_status reserve_parser(csj_engine *engine, uint64_t bytes) {
  if (engine->parser && bytes <= engine->parser_capacity) { return CSJ_OK; }
  // Freed first: the old index is no longer needed, and two at a time would double the peak.
  engine->parser.reset();
  engine->parser_capacity = 0;
  // The depth belongs to simdjson's own stage 2, which never runs here.
  const auto error = csj::active_implementation()->create_dom_parser_implementation(
      size_t(bytes), 1, engine->parser);
  if (error || !engine->parser) {
    engine->parser.reset();
    return error == simdjson::CAPACITY ? CSJ_TOO_LARGE : CSJ_NO_MEMORY;
  }
  engine->parser_capacity = bytes;
  return CSJ_OK;
}

/// Makes room for `csj_stage1_portable`: from our own memory it needs only the tokens.
static csj_status reserve_portable(csj_engine *engine, size_t bytes) {
  if (bytes <= engine->own_capacity) { return CSJ_OK; }
  engine->own_capacity = 0;
  if (!allocate(engine->own.tokens, bytes + 64)) { return CSJ_NO_MEMORY; }
  engine->own_capacity = bytes;
  return CSJ_OK;
}

/// Stage 1 under the kernel without SIMD. Reports faults in the same order as the other kernels.
static csj_status stage1_portable(csj_engine *engine, const uint8_t *bytes, size_t length,
                                  csj_structurals *out) {
  const csj_status status = reserve_portable(engine, size_t(engine->capacity));
  if (status != CSJ_OK) { return status; }
  uint32_t *const tokens = engine->own.tokens.get();
  const csj_portable_index found = csj_stage1_portable(bytes, length, tokens);
  if (found.ends_in_string) { return CSJ_UNCLOSED_STRING; }
  if (found.has_control_in_string) { return CSJ_CONTROL_IN_STRING; }
  if (found.count == 0) { return CSJ_EMPTY; }
  if (!is_utf8(bytes, length)) { return CSJ_INVALID_UTF8; }
  tokens[found.count] = uint32_t(length);
  tokens[found.count + 1] = uint32_t(length);
  *out = {tokens, uint32_t(found.count), nullptr, nullptr, 0};
  return CSJ_OK;
}

/// The same of a part of a text, which may end inside a string.
static csj_status index_portable_part(csj_engine *engine, const uint8_t *bytes, size_t length,
                                      csj_portable_index &found) {
  const csj_status status = reserve_portable(engine, size_t(engine->capacity));
  if (status != CSJ_OK) { return status; }
  found = csj_stage1_portable(bytes, length, engine->own.tokens.get());
  if (found.has_control_in_string) { return CSJ_CONTROL_IN_STRING; }
  return is_utf8(bytes, length) ? CSJ_OK : CSJ_INVALID_UTF8;
}

/// For CSJ_CUT: all but the last token, which may go on in the next window. simdjson's own refuses
/// sound windows that end after characters of four bytes.
static csj_status stage1_portable_cut(csj_engine *engine, const uint8_t *bytes, size_t length,
                                      csj_structurals *out) {
  csj_portable_index found;
  const csj_status status =
      index_portable_part(engine, bytes, size_t(csj_whole_characters(bytes, length)), found);
  if (status != CSJ_OK) { return status; }
  if (found.count < 2) { return CSJ_EMPTY; }
  *out = {engine->own.tokens.get(), uint32_t(found.count - 1), nullptr, nullptr, 0};
  return CSJ_OK;
}

/// What is needed in addition to tokens.
struct wanted {
  bool kinds, lines;
};

/// Makes room for `stage1_avx512`.
static csj_status reserve_own(csj_engine *engine, size_t bytes, wanted what) {
  own_memory &own = engine->own;
  if (bytes > engine->own_capacity) {
    engine->own_capacity = 0;
    own = own_memory();
    if (!allocate(own.tokens, bytes + 64)) { return CSJ_NO_MEMORY; }
    engine->own_capacity = bytes;
  }
  if ((what.kinds && !own.kinds && !allocate(own.kinds, engine->own_capacity + 128)) ||
      (what.lines && !own.lines && !allocate(own.lines, engine->own_capacity + 64))) {
    return CSJ_NO_MEMORY;
  }
  return CSJ_OK;
}

/// Runs `stage1_avx512` over a whole document or window. CSJ_INTERNAL: the bytes have a fault.
static csj_status run_own(csj_engine *engine, const uint8_t *bytes, size_t length, wanted what,
                          csj::stage1_output &found) {
  const csj_status status = reserve_own(engine, size_t(engine->capacity), what);
  if (status != CSJ_OK) { return status; }
  const own_memory &own = engine->own;
  found = {own.tokens.get(), what.kinds ? own.kinds.get() : nullptr,
           what.lines ? own.lines.get() : nullptr, 0, 0, false};
  if (!csj::stage1_avx512(bytes, length, found)) { return CSJ_INTERNAL; }
  found.tokens[found.count] = uint32_t(length);
  found.tokens[found.count + 1] = uint32_t(length);
  return CSJ_OK;
}

/// The fault in bytes that `run_own` does not accept.
static csj_status fault_in(const uint8_t *bytes, size_t length) {
  return is_utf8(bytes, length) ? CSJ_CONTROL_IN_STRING : CSJ_INVALID_UTF8;
}

/// Our own stage 1 for CSJ_CUT: returns all tokens but the last, which may continue in the next
/// window.
static csj_status stage1_cut(csj_engine *engine, const uint8_t *bytes, size_t length,
                             csj_structurals *out) {
  length = size_t(csj_whole_characters(bytes, length));
  csj::stage1_output found = {};
  const csj_status status = run_own(engine, bytes, length, {false, false}, found);
  if (status != CSJ_OK) { return status == CSJ_INTERNAL ? fault_in(bytes, length) : status; }
  if (found.count < 2) { return CSJ_EMPTY; }
  *out = {found.tokens, uint32_t(found.count - 1), nullptr, nullptr, 0};
  return CSJ_OK;
}

/// Our own stage 1 for whole texts. CSJ_INTERNAL: simdjson's must determine the fault, or which of
/// several.
static csj_status stage1_whole(csj_engine *engine, const uint8_t *bytes, size_t length,
                               bool wants_lines, csj_structurals *out) {
  csj::stage1_output found = {};
  const csj_status status = run_own(engine, bytes, length, {true, wants_lines}, found);
  if (status != CSJ_OK) { return status; }
  if (found.ends_in_string || found.count == 0) { return CSJ_INTERNAL; }
  *out = {found.tokens, uint32_t(found.count), found.kinds, found.lines, uint32_t(found.line_count)};
  return CSJ_OK;
}

extern "C" csj_status csj_engine_reserve(csj_engine *engine, uint64_t bytes) {
  if (bytes > CSJ_MAX_BYTES) { return CSJ_TOO_LARGE; }
  if (engine->capacity != 0 && bytes <= engine->capacity) { return CSJ_OK; }
  csj_engine_release(engine);
  const size_t capacity = bytes < 64 ? 64 : size_t(bytes);
  engine->has_own = csj::has_stage1_avx512();
  engine->capacity = capacity;
  engine->is_fallback = std::strcmp(csj_kernel_active(), "fallback") == 0;
  return CSJ_OK;
}

/// Faults that the fallback kernel's stage 1 accepts in a partial window and the SIMD kernels refuse: a
/// control character after a backslash in a string, and, if the last string is cut, any control character
/// in a string before it. No kernel checks UTF-8 there, because the window may end within a character.
static bool has_control_in_string(const uint8_t *bytes, size_t length) {
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

static csj_status status_of(simdjson::error_code error) {
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

/// Whether to release rarely used memory: allocating it again then costs little compared with the
/// document.
static bool is_large(const csj_engine *engine) { return engine->capacity > 1 << 20; }

extern "C" csj_status csj_stage1(csj_engine *engine, const uint8_t *bytes, uint64_t length,
                                 csj_mode mode, csj_structurals *out) {
  *out = {nullptr, 0, nullptr, nullptr, 0};
  if (length == 0) { return CSJ_EMPTY; }
  csj_status status = csj_engine_reserve(engine, length);
  if (status != CSJ_OK) { return status; }
  if (engine->has_own && mode == CSJ_CUT) {
    return stage1_cut(engine, bytes, size_t(length), out);
  }
  if (engine->is_fallback && mode == CSJ_CUT) {
    return stage1_portable_cut(engine, bytes, size_t(length), out);
  }
  const bool runs_own = engine->has_own && (mode == CSJ_DOCUMENT || mode == CSJ_WINDOW);
  if (runs_own) {
    status = stage1_whole(engine, bytes, size_t(length), mode == CSJ_WINDOW, out);
    if (status != CSJ_INTERNAL) { return status; }
    // Two indexes at a time would double the peak of a large document.
    if (is_large(engine)) {
      engine->own = own_memory();
      engine->own_capacity = 0;
    }
  }
  if (mode == CSJ_CUT) { mode = CSJ_STREAMING_PARTIAL; }
  if (mode == CSJ_DOCUMENT || mode == CSJ_WINDOW) { mode = CSJ_REGULAR; }
  if (engine->is_fallback && mode == CSJ_REGULAR) {
    return stage1_portable(engine, bytes, size_t(length), out);
  }
  status = reserve_parser(engine, engine->capacity);
  if (status != CSJ_OK) { return status; }
  const auto error = engine->parser->stage1(bytes, size_t(length),
                                            mode == CSJ_REGULAR ? simdjson::stage1_mode::regular
                                            : mode == CSJ_STREAMING_PARTIAL
                                                ? simdjson::stage1_mode::streaming_partial
                                                : simdjson::stage1_mode::streaming_final);
  status = status_of(error);
  if (engine->is_fallback && (status == CSJ_OK || status == CSJ_CAPACITY) &&
      has_control_in_string(bytes, size_t(length))) {
    status = CSJ_CONTROL_IN_STRING;
  }
  if (status == CSJ_OK || status == CSJ_CAPACITY) {
    *out = {engine->parser->structural_indexes.get(), engine->parser->n_structural_indexes, nullptr,
            nullptr, 0};
  } else if (runs_own && is_large(engine)) {
    // It was needed only for the reason, which is rare.
    engine->parser.reset();
    engine->parser_capacity = 0;
  }
  return status;
}

extern "C" bool csj_cuts_at_characters(void) {
  return csj::has_stage1_avx512() || std::strcmp(csj_kernel_active(), "fallback") == 0;
}

/// For a window that may end anywhere but inside a character. The tail is written by the caller.
static csj_status stage1_portable_window(csj_engine *engine, const uint8_t *bytes, size_t length,
                                         csj_window *out) {
  csj_portable_index found;
  const csj_status status = index_portable_part(engine, bytes, length, found);
  if (status != CSJ_OK) { return status; }
  uint32_t *const tokens = engine->own.tokens.get();
  tokens[found.count] = uint32_t(length);
  *out = {tokens, uint32_t(found.count), found.ends_in_string};
  return CSJ_OK;
}

extern "C" csj_status csj_stage1_window(csj_engine *engine, uint8_t *bytes, uint64_t length,
                                        csj_window *out) {
  // After a window that ends outside a string, these are two numbers and an unclosed string, which
  // a streaming mode leaves out. In a string they close it, and two numbers follow. Either way the
  // index ends with two values without a separator: there simdjson immediately finds the end of a
  // document, and leaves all earlier tokens in the index. The first byte absorbs a backslash at the
  // window's end.
  static const uint8_t tail[CSJ_WINDOW_TAIL + 1] = " 0 0 \" 0 0      ";
  const uint64_t outside = 1, inside = 7, size = 10;
  static_assert(CSJ_WINDOW_TAIL <= CSJ_PADDING, "the tail lies in the padding");
  *out = {nullptr, 0, false};
  std::memcpy(bytes + length, tail, CSJ_WINDOW_TAIL);
  if (csj_status status = csj_engine_reserve(engine, length + size); status != CSJ_OK) {
    return status;
  }
  if (engine->is_fallback) { return stage1_portable_window(engine, bytes, size_t(length), out); }
  if (engine->has_own) {
    csj::stage1_output own = {};
    const csj_status status = run_own(engine, bytes, size_t(length), {false, false}, own);
    if (status != CSJ_OK) {
      return status == CSJ_INTERNAL ? fault_in(bytes, size_t(length)) : status;
    }
    *out = {own.tokens, uint32_t(own.count), own.ends_in_string};
    return CSJ_OK;
  }
  csj_structurals found;
  const csj_status status = csj_stage1(engine, bytes, length + size, CSJ_STREAMING_PARTIAL, &found);
  if (status != CSJ_OK) { return status; }
  uint32_t count = found.count;
  while (count > 0 && found.tokens[count - 1] >= length) { --count; }
  if (count == found.count) { return CSJ_INTERNAL; }
  const uint64_t behind = found.tokens[count] - length;
  if (behind != outside && behind != inside) { return CSJ_INTERNAL; }
  *out = {found.tokens, count, behind == inside};
  return CSJ_OK;
}
