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

/// The shapes kept: some for each hash of an object's number of tokens.
///
/// More are kept of whole records: their number of tokens, which must then be the same, tells most
/// of them apart.
struct shape_places {
  uint32_t shift; ///< leaves the bits of a hash that number the places
  uint32_t ways;
};
constexpr shape_places places_of(bool has_records) {
  return has_records ? shape_places{27, 4} : shape_places{28, 2};
}
constexpr size_t shapes_kept = 128;

/// The number of records of unknown shape that are remembered until their shape is met again.
constexpr size_t met_kept = 256;

/// Up to 16 bytes of a key, between its quotes.
struct chunk {
  uint8_t text[16];
  uint8_t mask[16]; ///< ones where there is text
};

/// What is known of a shape before it is compared.
struct shape_head {
  uint32_t count = 0; ///< the number of tokens that an object has, or has at least; 0: no shape yet
  uint32_t hits = 0;
};

/// An object that others are compared with.
struct shape {
  alignas(64) uint8_t kinds[CSJ_SHAPE_TOKENS];
  alignas(64) uint8_t masks[CSJ_SHAPE_TOKENS]; ///< the significant bits of a kind
  /// The masks after the compared tokens, in the block where these end.
  alignas(64) uint8_t border[64];
  uint32_t needs; ///< the number of compared tokens
  /// The number of tokens of a whole record, if all of them are kept; 0: only the compared ones are.
  uint32_t count;
  /// A depth limit under which the order of all tokens was found valid; 0: it was not examined.
  uint32_t valid_limit;
  uint32_t chunk_count;
  /// A bit for each token: whether it is one of the located values.
  uint64_t located[CSJ_SHAPE_TOKENS / 64];
  struct {
    uint32_t token;
    uint32_t offset;
  } places[CSJ_SHAPE_CHUNKS]; ///< for each chunk: its key, and where it begins there
  alignas(16) chunk chunks[CSJ_SHAPE_CHUNKS];

  bool has_located(uint32_t token) const { return located[token / 64] >> token % 64 & 1; }
};

/// Keeps an object up to the token `needs`, at most CSJ_SHAPE_TOKENS, with its own keys, and those
/// of the inner objects that are `located`, in its first `levels` levels. Returns false if it has
/// too many of them, or one that is too long.
inline bool keep(shape &shape, const uint8_t *bytes, const uint32_t *tokens, const uint8_t *kinds,
                 uint32_t needs, uint32_t levels) {
  shape.chunk_count = 0;
  std::memset(shape.masks, 0, sizeof shape.masks);
  std::memcpy(shape.kinds, kinds, needs);
  // A bit for each open container, the innermost lowest: whether a search examines its keys.
  uint64_t examined = 0;
  uint32_t level = 0;
  for (uint32_t i = 0; i < needs; i++) {
    if ((kinds[i] | 0x20) == '{') {
      if (++level > 64) { return false; }
      examined = examined << 1 | uint64_t(i == 0 || shape.has_located(i));
    } else if ((kinds[i] | 0x20) == '}') {
      level--;
      examined >>= 1;
    }
    const bool is_string = kinds[i] == '"';
    const bool is_key = is_string && i + 1 < needs && kinds[i + 1] == ':';
    // For a string that is not a key, and for other scalars, only their being scalars counts.
    shape.masks[i] = uint8_t(is_key || (!is_string && kinds[i] != 0) ? 0xFF : ~'"');
    if (!is_key || level > levels || (examined & 1) == 0) { continue; }
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
  shape.count = shape.valid_limit = 0;
  return true;
}

/// Keeps the other tokens of a record, too, to compare their order.
inline void keep_rest(shape &shape, const uint8_t *kinds, uint32_t count) {
  if (count > CSJ_SHAPE_TOKENS) { return; }
  const uint32_t needs = shape.needs, next = (needs + 63) / 64 * 64;
  std::memcpy(shape.kinds + needs, kinds + needs, count - needs);
  std::memset(shape.border, 0, sizeof shape.border);
  for (uint32_t i = needs; i < count; i++) {
    const bool is_string = kinds[i] == '"', is_key = is_string && kinds[i + 1] == ':';
    uint8_t &mask = i < next ? shape.border[i % 64] : shape.masks[i];
    mask = uint8_t(is_key || (!is_string && kinds[i] != 0) ? 0xFF : ~'"');
  }
  shape.count = count;
}

/// Compares the object at `first` with the shapes of a picker: see csj_pick.
using pick_loop = bool (*)(csj_picker &picker, const uint8_t *bytes, const uint32_t *tokens,
                           const uint8_t *kinds, uint32_t first, uint32_t end,
                           uint32_t *locations);

} // namespace csj

struct csj_picker {
  csj::shape_head heads[csj::shapes_kept];
  csj::shape shapes[csj::shapes_kept]; ///< those without a head stay uninitialised
  uint32_t levels = 0;                 ///< deeper keys are not compared
  bool has_records = false;            ///< whether objects are whole records
  uint32_t stride = 0;
  std::unique_ptr<uint32_t[]> locations; ///< for each shape, counted from the object's token
  int32_t credit = csj::first_credit;
  uint32_t misses = 0; ///< in a row
  csj::pick_loop pick = nullptr;
  uint32_t met[csj::met_kept] = {}; ///< hashes of the locations in records of unknown shape

  csj_picker() {}

  /// Whether a whole record of unknown shape may be one of many: one with as many tokens, and its
  /// values at the same ones, was met before. Records whose keys are in a random order mostly are
  /// not, and learning their shapes took longer than finding their values.
  bool has_met(const uint32_t *places, uint32_t first, uint32_t count) {
    uint32_t hash = count;
    for (uint32_t i = 0; i < stride; i++) {
      const uint32_t place = places[i] == UINT32_MAX ? 0 : places[i] - first;
      hash = (hash ^ place) * 0x9E3779B1u;
      hash ^= hash >> 15;
    }
    uint32_t &last = met[hash % csj::met_kept];
    const bool is_met = last == hash;
    last = hash;
    return is_met;
  }

  uint32_t *locations_of(size_t shape) { return locations.get() + shape * stride; }

  /// The first of the shapes for objects with this number of tokens.
  static size_t place_of(uint32_t count, csj::shape_places places) {
    return size_t(count * 0x9E3779B9u >> places.shift) * places.ways;
  }
};
