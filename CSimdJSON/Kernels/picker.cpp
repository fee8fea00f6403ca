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

extern "C" csj_picker *csj_picker_create(uint32_t count, uint32_t levels) {
  std::unique_ptr<csj_picker> made(new (std::nothrow) csj_picker);
  if (!made || count > (1u << 16)) { return nullptr; }
  const csj::loops *const loops = csj::active_loops();
  // There are no kinds to compare.
  if (!loops) { return nullptr; }
  made->pick = loops->pick;
  made->levels = levels;
  made->stride = (count + 7) & ~7u;
  made->locations.reset(new (std::nothrow) uint32_t[size_t(made->stride) * CSJ_SHAPES]);
  return made->locations ? made.release() : nullptr;
}

extern "C" void csj_picker_destroy(csj_picker *picker) { delete picker; }

extern "C" void csj_picker_forget(csj_picker *picker) {
  for (csj::shape &shape : picker->shapes) { shape.needs = 0; }
}

extern "C" bool csj_pick(csj_picker *picker, const uint8_t *bytes, const uint32_t *tokens,
                         const uint8_t *kinds, uint32_t first, uint32_t end, uint32_t *locations) {
  return picker->pick(*picker, bytes, tokens, kinds, first, end, locations);
}

extern "C" void csj_pick_learn(csj_picker *picker, const uint8_t *bytes, const uint32_t *tokens,
                               const uint8_t *kinds, uint32_t first, uint32_t end,
                               const uint32_t *locations, uint32_t needs) {
  if (needs > CSJ_SHAPE_TOKENS) { return; }
  if (picker->credit < csj::learning_costs) {
    picker->credit++;
    return;
  }
  picker->credit -= csj::learning_costs;
  // Replaces the one that was met less often; earlier encounters count less and less.
  const size_t place = csj_picker::place_of(end - first);
  csj::shape *const shapes = picker->shapes + place;
  const size_t way = place + (shapes[1].hits < shapes[0].hits ? 1 : 0);
  shapes[0].hits /= 2;
  shapes[1].hits /= 2;
  if (!csj::keep(picker->shapes[way], bytes, tokens + first, kinds + first, needs,
                 picker->levels)) {
    return;
  }
  uint32_t *const kept = picker->locations_of(way);
  for (uint32_t i = 0; i < picker->stride; i++) {
    kept[i] = locations[i] == UINT32_MAX ? UINT32_MAX : locations[i] - first;
  }
}
