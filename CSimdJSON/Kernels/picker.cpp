// Picks fields out of objects of known shape: see csj_pick.h. Without AVX2 or NEON there are no kinds, and
// callers walk over each object instead.
//
// Measured: three fields of a log record of 45 tokens: 18 ns where 94 % of the shapes are known, 27
// by `csj_pick_scan`.
//
// Bounds: as in shape.h. Locations are written in steps of eight, for which both sides have room.
#include "loops.h"
#include "shape.h"

#include <new>

extern "C" csj_picker *csj_picker_create(uint32_t count, uint32_t levels, bool has_records) {
  std::unique_ptr<csj_picker> made(new (std::nothrow) csj_picker);
  if (!made || count > (1u << 16)) { return nullptr; }
  const csj::loops *const loops = csj::active_loops();
  // There are no kinds to compare.
  if (!loops) { return nullptr; }
  made->pick = loops->pick;
  made->levels = levels;
  made->has_records = has_records;
  made->stride = (count + 7) & ~7u;
  made->locations.reset(new (std::nothrow) uint32_t[size_t(made->stride) * csj::shapes_kept]);
  return made->locations ? made.release() : nullptr;
}

extern "C" void csj_picker_destroy(csj_picker *picker) { delete picker; }

extern "C" void csj_picker_forget(csj_picker *picker) {
  for (csj::shape_head &head : picker->heads) { head = {}; }
}

extern "C" bool csj_pick(csj_picker *picker, const uint8_t *bytes, const uint32_t *tokens,
                         const uint8_t *kinds, uint32_t first, uint32_t end, uint32_t *locations) {
  return picker->pick(*picker, bytes, tokens, kinds, first, end, locations);
}

extern "C" void csj_pick_learn(csj_picker *picker, const uint8_t *bytes, const uint32_t *tokens,
                               const uint8_t *kinds, uint32_t first, uint32_t end,
                               const uint32_t *locations, uint32_t needs) {
  if (needs > (picker->has_records ? CSJ_SHAPE_TOKENS : CSJ_PART_SHAPE_TOKENS)) { return; }
  if (picker->has_records && !picker->has_met(locations, first, end - first)) { return; }
  if (picker->credit < csj::learning_costs) {
    picker->credit++;
    return;
  }
  picker->credit -= csj::learning_costs;
  // Replaces the one that was met least often; earlier encounters count less and less.
  const csj::shape_places places = csj::places_of(picker->has_records);
  const uint32_t count = end - first, ways = places.ways;
  csj::shape_head *const heads = picker->heads + csj_picker::place_of(count, places);
  csj::shape_head *head = heads;
  for (uint32_t way = 1; way < ways; way++) {
    if (heads[way].hits < head->hits) { head = heads + way; }
  }
  for (uint32_t way = 0; way < ways; way++) { heads[way].hits /= 2; }
  const size_t way = size_t(head - picker->heads);
  csj::shape &shape = picker->shapes[way];
  *head = {};
  uint32_t *const kept = picker->locations_of(way);
  std::memset(shape.located, 0, sizeof shape.located);
  for (uint32_t i = 0; i < picker->stride; i++) {
    kept[i] = locations[i] == UINT32_MAX ? UINT32_MAX : locations[i] - first;
    if (kept[i] < needs) { shape.located[kept[i] / 64] |= 1ull << kept[i] % 64; }
  }
  if (csj::keep(shape, bytes, tokens + first, kinds + first, needs, picker->levels)) {
    *head = {picker->has_records ? count : needs, 1};
    if (picker->has_records) { csj::keep_rest(shape, kinds + first, count); }
  }
}
