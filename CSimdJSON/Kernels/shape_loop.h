// Compares objects with shapes: one form of csj_pick for each instruction set.
//
// Bounds: as in shape.h. Locations are written in steps of eight, for which both sides have room.
#pragma once

#include "shape.h"

namespace csj {
namespace {

CSJ_TARGET_INLINE bool has_kinds(const shape &shape, const uint8_t *kinds) {
  for (uint32_t i = 0; i < shape.needs; i += 64) {
    if (differ(load(kinds + i), load(shape.kinds + i), load(shape.masks + i))) { return false; }
  }
  return true;
}

CSJ_TARGET_INLINE bool has_keys(const shape &shape, const uint8_t *bytes, const uint32_t *tokens) {
  sixteen other = {};
  for (uint32_t i = 0; i < shape.chunk_count; i++) {
    const uint8_t *const text = bytes + tokens[shape.places[i].token] + shape.places[i].offset;
    const chunk &chunk = shape.chunks[i];
    other = other | ((load16(text) ^ load16(chunk.text)) & load16(chunk.mask));
  }
  return is_zero16(other);
}

/// Whether the tokens after those that `has_kinds` compares are in the same order, too.
CSJ_TARGET_INLINE bool has_rest(const shape &shape, const uint8_t *kinds) {
  uint32_t i = shape.needs / 64 * 64;
  if (i != shape.needs) {
    if (differ(load(kinds + i), load(shape.kinds + i), load(shape.border))) { return false; }
    i += 64;
  }
  for (; i < shape.count; i += 64) {
    if (differ(load(kinds + i), load(shape.kinds + i), load(shape.masks + i))) { return false; }
  }
  return true;
}

/// The number of an unknown shape.
constexpr size_t no_shape = shapes_kept;

/// The shape of the object of `count` tokens that begins at `tokens`; `no_shape` if it is not
/// known. `has_records`: the picker's. Constants, because what is loaded first delays all that
/// depends on it.
template <bool has_records>
CSJ_TARGET_INLINE size_t recall(csj_picker &picker, const uint8_t *bytes, const uint32_t *tokens,
                                const uint8_t *kinds, uint32_t count) {
  // If no objects are alike, few are compared.
  if (__builtin_expect(picker.misses > 32, 0) && picker.misses % 16 != 0) {
    picker.misses++;
    return no_shape;
  }
  constexpr shape_places places = places_of(has_records);
  const size_t place = csj_picker::place_of(count, places);
  for (size_t way = place; way < place + places.ways; way++) {
    shape_head &head = picker.heads[way];
    if (has_records ? head.count != count : head.count == 0 || head.count > count) { continue; }
    const shape &shape = picker.shapes[way];
    if (!has_kinds(shape, kinds) || !has_keys(shape, bytes, tokens)) { continue; }
    head.hits++;
    picker.misses = 0;
    picker.credit += picker.credit < most_credit;
    return way;
  }
  picker.misses++;
  return no_shape;
}

CSJ_TARGET bool pick(csj_picker &picker, const uint8_t *bytes, const uint32_t *tokens,
                     const uint8_t *kinds, uint32_t first, uint32_t end, uint32_t *locations) {
  const uint32_t count = end - first;
  const size_t shape = picker.has_records
                           ? recall<true>(picker, bytes, tokens + first, kinds + first, count)
                           : recall<false>(picker, bytes, tokens + first, kinds + first, count);
  if (shape == no_shape) { return false; }
  const uint32_t *const known = picker.locations_of(shape);
  for (uint32_t i = 0; i < picker.stride; i += 8) { move_eight(known + i, first, locations + i); }
  return true;
}

} // namespace
} // namespace csj
