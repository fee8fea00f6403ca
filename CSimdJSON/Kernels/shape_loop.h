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

CSJ_TARGET bool pick(csj_picker &picker, const uint8_t *bytes, const uint32_t *tokens,
                     const uint8_t *kinds, uint32_t first, uint32_t end, uint32_t *locations) {
  // If no objects are alike, few are compared.
  if (__builtin_expect(picker.misses > 32, 0) && picker.misses % 16 != 0) {
    picker.misses++;
    return false;
  }
  tokens += first;
  kinds += first;
  const uint32_t count = end - first;
  const size_t place = csj_picker::place_of(count);
  for (size_t way = place; way < place + 2; way++) {
    shape &shape = picker.shapes[way];
    if (shape.needs == 0 || shape.needs > count || !has_kinds(shape, kinds) ||
        !has_keys(shape, bytes, tokens)) {
      continue;
    }
    shape.hits++;
    picker.misses = 0;
    picker.credit += picker.credit < most_credit;
    const uint32_t *const known = picker.locations_of(way);
    for (uint32_t i = 0; i < picker.stride; i += 8) { move_eight(known + i, first, locations + i); }
    return true;
  }
  picker.misses++;
  return false;
}

} // namespace
} // namespace csj
