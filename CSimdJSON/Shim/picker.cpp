// Whether an object has a known shape: see csj_pick.h. Only where stage 1 provides the kinds of tokens,
// which requires AVX-512. Then a comparison takes a few instructions for 64 tokens, and as few for a key.
//
// Sound because kinds are readable 64 bytes after the last token, bytes CSJ_PADDING after the window, of
// which no key takes more than CSJ_SHAPE_KEY_BYTES; what is kept stays within its arrays; and tokens are
// compared only where the object has as many as the shape.
#include "avx512.h"
#include "csj.h"

#include <cstring>
#include <memory>
#include <new>

#if defined(__x86_64__)

namespace {

/// Up to 16 bytes of a key, between its quotes.
struct piece {
  uint8_t text[16];
  uint8_t mask[16]; ///< ones where there is text
};

/// An object that others are compared with.
struct shape {
  alignas(64) uint8_t kinds[CSJ_SHAPE_TOKENS];
  alignas(64) uint8_t masks[CSJ_SHAPE_TOKENS]; ///< the significant bits of a kind
  uint32_t needs = 0; ///< the number of compared tokens; 0: there is no shape yet
  uint32_t piece_count = 0;
  uint32_t hits = 0;
  struct {
    uint32_t token;
    uint32_t offset;
  } places[CSJ_SHAPE_PIECES]; ///< for each piece: its key, and where it begins there
  alignas(16) piece pieces[CSJ_SHAPE_PIECES];
};

/// Learning a shape costs credit, which hits earn. So little time is spent on it if no objects are
/// alike.
constexpr int32_t learning_costs = 100, most_credit = 1000, first_credit = 1000;

CSJ_AVX512 inline bool has_kinds(const shape &shape, const uint8_t *kinds) {
  for (uint32_t i = 0; i < shape.needs; i += 64) {
    const __m512i other = _mm512_xor_si512(_mm512_loadu_si512(kinds + i),
                                           _mm512_load_si512(shape.kinds + i));
    if (_mm512_test_epi8_mask(other, _mm512_load_si512(shape.masks + i)) != 0) { return false; }
  }
  return true;
}

CSJ_AVX512 inline bool has_keys(const shape &shape, const uint8_t *bytes, const uint32_t *tokens) {
  const auto load = [](const void *from) CSJ_AVX512 {
    return _mm_loadu_si128(static_cast<const __m128i *>(from));
  };
  __m128i other = _mm_setzero_si128();
  for (uint32_t i = 0; i < shape.piece_count; i++) {
    const uint8_t *const text = bytes + tokens[shape.places[i].token] + shape.places[i].offset;
    const piece &piece = shape.pieces[i];
    const __m128i differing = _mm_xor_si128(load(text), load(piece.text));
    other = _mm_or_si128(other, _mm_and_si128(differing, load(piece.mask)));
  }
  return _mm_testz_si128(other, other) != 0;
}

/// Keeps an object up to the token `needs`, at most CSJ_SHAPE_TOKENS. Returns false if it has too many keys,
/// or one that is too long.
bool keep(shape &shape, const uint8_t *bytes, const uint32_t *tokens, const uint8_t *kinds,
          uint32_t needs) {
  shape.needs = 0;
  shape.piece_count = 0;
  shape.hits = 0;
  std::memset(shape.masks, 0, sizeof shape.masks);
  std::memcpy(shape.kinds, kinds, needs);
  for (uint32_t i = 0; i < needs; i++) {
    const bool is_string = kinds[i] == '"';
    const bool is_key = is_string && i + 1 < needs && kinds[i + 1] == ':';
    // For a string that is not a key, and for other scalars, only their being scalars counts.
    shape.masks[i] = uint8_t(is_key || (!is_string && kinds[i] != 0) ? 0xFF : ~'"');
    if (!is_key) { continue; }
    // Up to its last quote: at most white space follows it.
    const uint8_t *const key = bytes + tokens[i];
    uint32_t size = tokens[i + 1] - tokens[i];
    while (size > 1 && key[size - 1] != '"') { --size; }
    if (size > CSJ_SHAPE_KEY_BYTES) { return false; }
    for (uint32_t offset = 1; offset < size; offset += 16) {
      if (shape.piece_count == CSJ_SHAPE_PIECES) { return false; }
      const uint32_t rest = size - offset < 16 ? size - offset : 16;
      piece &piece = shape.pieces[shape.piece_count];
      std::memset(&piece, 0, sizeof piece);
      std::memcpy(piece.text, key + offset, rest);
      std::memset(piece.mask, 0xFF, rest);
      shape.places[shape.piece_count++] = {i, offset};
    }
  }
  shape.needs = needs;
  return true;
}

} // namespace

struct csj_picker {
  shape shapes[CSJ_SHAPES];
  uint32_t stride = 0;
  std::unique_ptr<uint32_t[]> notes; ///< for each shape, counted from the object's token
  int32_t credit = first_credit;
  uint32_t misses = 0; ///< in a row

  uint32_t *notes_of(size_t shape) { return notes.get() + shape * stride; }
};

/// The first of two shapes for objects with this number of tokens.
static size_t place_of(uint32_t count) { return size_t(count * 0x9E3779B9u >> 28) * 2; }

extern "C" csj_picker *csj_picker_create(uint32_t count) {
  std::unique_ptr<csj_picker> made(new (std::nothrow) csj_picker);
  if (!made || count > (1u << 16)) { return nullptr; }
  made->stride = (count + 7) & ~7u;
  made->notes.reset(new (std::nothrow) uint32_t[size_t(made->stride) * CSJ_SHAPES]);
  return made->notes ? made.release() : nullptr;
}

extern "C" void csj_picker_destroy(csj_picker *picker) { delete picker; }

extern "C" void csj_picker_forget(csj_picker *picker) {
  for (shape &shape : picker->shapes) { shape.needs = 0; }
}

extern "C" CSJ_AVX512 bool csj_pick(csj_picker *picker, const uint8_t *bytes,
                                    const uint32_t *tokens, const uint8_t *kinds, uint32_t first,
                                    uint32_t end, uint32_t *notes) {
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
    shape &shape = picker->shapes[way];
    if (shape.needs == 0 || shape.needs > count || !has_kinds(shape, kinds) ||
        !has_keys(shape, bytes, tokens)) {
      continue;
    }
    shape.hits++;
    picker->misses = 0;
    picker->credit += picker->credit < most_credit;
    const uint32_t *const known = picker->notes_of(way);
    const __m256i base = _mm256_set1_epi32(int(first)), none = _mm256_set1_epi32(-1);
    for (uint32_t i = 0; i < picker->stride; i += 8) {
      const __m256i note = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(known + i));
      _mm256_storeu_si256(
          reinterpret_cast<__m256i *>(notes + i),
          _mm256_mask_add_epi32(note, _mm256_cmpneq_epi32_mask(note, none), note, base));
    }
    return true;
  }
  picker->misses++;
  return false;
}

extern "C" void csj_pick_learn(csj_picker *picker, const uint8_t *bytes, const uint32_t *tokens,
                               const uint8_t *kinds, uint32_t first, uint32_t end,
                               const uint32_t *notes, uint32_t needs) {
  if (needs > CSJ_SHAPE_TOKENS) { return; }
  if (picker->credit < learning_costs) {
    picker->credit++;
    return;
  }
  picker->credit -= learning_costs;
  // Replaces the one that was met less often; earlier encounters count less and less.
  const size_t place = place_of(end - first);
  shape *const shapes = picker->shapes + place;
  const size_t way = place + (shapes[1].hits < shapes[0].hits ? 1 : 0);
  shapes[0].hits /= 2;
  shapes[1].hits /= 2;
  if (!keep(picker->shapes[way], bytes, tokens + first, kinds + first, needs)) { return; }
  uint32_t *const kept = picker->notes_of(way);
  for (uint32_t i = 0; i < picker->stride; i++) {
    kept[i] = notes[i] == UINT32_MAX ? UINT32_MAX : notes[i] - first;
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
