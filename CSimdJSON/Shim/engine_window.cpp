// Stage 1 for a window of a stream that may end anywhere. simdjson's streaming modes search back
// through the whole index for the end of a document; a few bytes after the window end one at once.
//
// Bounds: CSJ_WINDOW_TAIL bytes after the window are written. simdjson reads ten of them as a part
// of the text, and CSJ_PADDING bytes after these; both are the caller's, see `csj_stage1_window`.
#include "engine.h"

#include <cstring>

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
  if (engine->is_fallback()) {
    return csj::index_window_portable(*engine, bytes, length, *out);
  }
  if (engine->has_own()) { return csj::index_window_own(*engine, bytes, length, *out); }
  csj_structurals found = {};
  const csj_status status =
      csj::index_simdjson(*engine, bytes, length + size, CSJ_STREAMING_PARTIAL, found);
  if (status != CSJ_OK) { return status; }
  uint32_t count = found.count;
  while (count > 0 && found.tokens[count - 1] >= length) { --count; }
  if (count == found.count) { return CSJ_INTERNAL; }
  const uint64_t after = found.tokens[count] - length;
  if (after != outside && after != inside) { return CSJ_INTERNAL; }
  *out = {found.tokens, count, after == inside};
  return CSJ_OK;
}
