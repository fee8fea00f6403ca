// Picks fields out of objects of known shape: see csj_pick.h. Without AVX-512 there are no kinds,
// and callers walk over each object instead.
//
// Measured: three fields of a log record of 45 tokens: 18 ns where 94 % of the shapes are known, 27
// by `csj_pick_scan`.
//
// Bounds: as in shape.h. Locations are written in steps of eight, for which both sides have room.
#include "shape.h"

#include <memory>
#include <new>

#if defined(__x86_64__)

/// Learning a shape costs credit, which hits earn. So little time is spent on it if no objects are
/// alike.
static constexpr int32_t learning_costs = 100, most_credit = 1000, first_credit = 1000;

struct csj_picker {
  csj::shape shapes[CSJ_SHAPES];
  uint32_t stride = 0;
  std::unique_ptr<uint32_t[]> locations; ///< for each shape, counted from the object's token
  int32_t credit = first_credit;
  uint32_t misses = 0; ///< in a row

  uint32_t *locations_of(size_t shape) { return locations.get() + shape * stride; }
};

/// The first of two shapes for objects with this number of tokens.
static size_t place_of(uint32_t count) { return size_t(count * 0x9E3779B9u >> 28) * 2; }

extern "C" csj_picker *csj_picker_create(uint32_t count) {
  std::unique_ptr<csj_picker> made(new (std::nothrow) csj_picker);
  if (!made || count > (1u << 16)) { return nullptr; }
  made->stride = (count + 7) & ~7u;
  made->locations.reset(new (std::nothrow) uint32_t[size_t(made->stride) * CSJ_SHAPES]);
  return made->locations ? made.release() : nullptr;
}

extern "C" void csj_picker_destroy(csj_picker *picker) { delete picker; }

extern "C" void csj_picker_forget(csj_picker *picker) {
  for (csj::shape &shape : picker->shapes) { shape.needs = 0; }
}

extern "C" CSJ_AVX512 bool csj_pick(csj_picker *picker, const uint8_t *bytes,
                                    const uint32_t *tokens, const uint8_t *kinds, uint32_t first,
                                    uint32_t end, uint32_t *locations) {
  // If no objects are alike, few are compared.
  if (__builtin_expect(picker->misses > 32, 0) && picker->misses % 16 != 0) {
    picker->misses++;
    return false;
  }
  tokens += first;
  kinds += first;
  const uint32_t count = end - first;
  const size_t place = place_of(count);
  for (size_t way = place; way < place + 2; way++) {
    csj::shape &shape = picker->shapes[way];
    if (shape.needs == 0 || shape.needs > count || !csj::has_kinds(shape, kinds) ||
        !csj::has_keys(shape, bytes, tokens)) {
      continue;
    }
    shape.hits++;
    picker->misses = 0;
    picker->credit += picker->credit < most_credit;
    const uint32_t *const known = picker->locations_of(way);
    const __m256i base = _mm256_set1_epi32(int(first)), none = _mm256_set1_epi32(-1);
    for (uint32_t i = 0; i < picker->stride; i += 8) {
      const __m256i location = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(known + i));
      _mm256_storeu_si256(
          reinterpret_cast<__m256i *>(locations + i),
          _mm256_mask_add_epi32(location, _mm256_cmpneq_epi32_mask(location, none), location,
                                base));
    }
    return true;
  }
  picker->misses++;
  return false;
}

extern "C" void csj_pick_learn(csj_picker *picker, const uint8_t *bytes, const uint32_t *tokens,
                               const uint8_t *kinds, uint32_t first, uint32_t end,
                               const uint32_t *locations, uint32_t needs) {
  if (needs > CSJ_SHAPE_TOKENS) { return; }
  if (picker->credit < learning_costs) {
    picker->credit++;
    return;
  }
  picker->credit -= learning_costs;
  // Replaces the one that was met less often; earlier encounters count less and less.
  const size_t place = place_of(end - first);
  csj::shape *const shapes = picker->shapes + place;
  const size_t way = place + (shapes[1].hits < shapes[0].hits ? 1 : 0);
  shapes[0].hits /= 2;
  shapes[1].hits /= 2;
  if (!csj::keep(picker->shapes[way], bytes, tokens + first, kinds + first, needs)) { return; }
  uint32_t *const kept = picker->locations_of(way);
  for (uint32_t i = 0; i < picker->stride; i++) {
    kept[i] = locations[i] == UINT32_MAX ? UINT32_MAX : locations[i] - first;
  }
}

#else

extern "C" csj_picker *csj_picker_create(uint32_t) { return nullptr; }
extern "C" void csj_picker_destroy(csj_picker *) {}
extern "C" void csj_picker_forget(csj_picker *) {}
extern "C" bool csj_pick(csj_picker *, const uint8_t *, const uint32_t *, const uint8_t *, uint32_t,
                         uint32_t, uint32_t *) {
  return false;
}
extern "C" void csj_pick_learn(csj_picker *, const uint8_t *, const uint32_t *, const uint8_t *,
                               uint32_t, uint32_t, const uint32_t *, uint32_t) {}

#endif
