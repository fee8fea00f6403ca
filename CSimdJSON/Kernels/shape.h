// The shapes of objects, which others are compared with: see csj_pick.h. Only where stage 1
// provides the kinds of tokens. Then a comparison (shape_loop.h) takes a few instructions for 64
// tokens, and as few for a key.
//
// Bounds: kinds are readable 64 bytes after the last token. Bytes are readable CSJ_PADDING after
// the window, and no key takes more than CSJ_SHAPE_KEY_BYTES. What is kept stays within its arrays.
// Tokens are compared only where the object has as many as the shape.
#pragma once

#include "csj_pick.h"

#include <cstring>
#include <memory>

namespace csj {

/// Learning a shape costs credit, which hits earn. So little time is spent on it if no objects are
/// alike.
constexpr int32_t learning_costs = 100, most_credit = 1000, first_credit = 1000;

/// Up to 16 bytes of a key, between its quotes.
struct chunk {
  uint8_t text[16];
  uint8_t mask[16]; ///< ones where there is text
};

/// An object that others are compared with.
struct shape {
  alignas(64) uint8_t kinds[CSJ_SHAPE_TOKENS];
  alignas(64) uint8_t masks[CSJ_SHAPE_TOKENS]; ///< the significant bits of a kind
  uint32_t needs = 0; ///< the number of compared tokens; 0: there is no shape yet
  uint32_t chunk_count = 0;
  uint32_t hits = 0;
  struct {
    uint32_t token;
    uint32_t offset;
  } places[CSJ_SHAPE_CHUNKS]; ///< for each chunk: its key, and where it begins there
  alignas(16) chunk chunks[CSJ_SHAPE_CHUNKS];
};

/// Keeps an object up to the token `needs`, at most CSJ_SHAPE_TOKENS, with the keys of its first
/// `levels` levels. Returns false if it has too many of them, or one that is too long.
inline bool keep(shape &shape, const uint8_t *bytes, const uint32_t *tokens, const uint8_t *kinds,
                 uint32_t needs, uint32_t levels) {
  shape.needs = 0;
  shape.chunk_count = 0;
  shape.hits = 0;
  std::memset(shape.masks, 0, sizeof shape.masks);
  std::memcpy(shape.kinds, kinds, needs);
  uint32_t level = 0;
  for (uint32_t i = 0; i < needs; i++) {
    level += (kinds[i] | 0x20) == '{';
    level -= (kinds[i] | 0x20) == '}';
    const bool is_string = kinds[i] == '"';
    const bool is_key = is_string && i + 1 < needs && kinds[i + 1] == ':';
    // For a string that is not a key, and for other scalars, only their being scalars counts.
    shape.masks[i] = uint8_t(is_key || (!is_string && kinds[i] != 0) ? 0xFF : ~'"');
    if (!is_key || level > levels) { continue; }
    // Up to its last quote: at most white space follows it.
    const uint8_t *const key = bytes + tokens[i];
    uint32_t size = tokens[i + 1] - tokens[i];
    while (size > 1 && key[size - 1] != '"') { --size; }
    if (size > CSJ_SHAPE_KEY_BYTES) { return false; }
    for (uint32_t offset = 1; offset < size; offset += 16) {
      if (shape.chunk_count == CSJ_SHAPE_CHUNKS) { return false; }
      const uint32_t rest = size - offset < 16 ? size - offset : 16;
      chunk &chunk = shape.chunks[shape.chunk_count];
      std::memset(&chunk, 0, sizeof chunk);
      std::memcpy(chunk.text, key + offset, rest);
      std::memset(chunk.mask, 0xFF, rest);
      shape.places[shape.chunk_count++] = {i, offset};
    }
  }
  shape.needs = needs;
  return true;
}

/// Compares the object at `first` with the shapes of a picker: see csj_pick.
using pick_loop = bool (*)(csj_picker &picker, const uint8_t *bytes, const uint32_t *tokens,
                           const uint8_t *kinds, uint32_t first, uint32_t end,
                           uint32_t *locations);

} // namespace csj

struct csj_picker {
  csj::shape shapes[CSJ_SHAPES];
  uint32_t levels = 0; ///< deeper keys are not compared
  uint32_t stride = 0;
  std::unique_ptr<uint32_t[]> locations; ///< for each shape, counted from the object's token
  int32_t credit = csj::first_credit;
  uint32_t misses = 0; ///< in a row
  csj::pick_loop pick = nullptr;

  uint32_t *locations_of(size_t shape) { return locations.get() + shape * stride; }

  /// The first of two shapes for objects with this number of tokens.
  static size_t place_of(uint32_t count) { return size_t(count * 0x9E3779B9u >> 28) * 2; }
};
