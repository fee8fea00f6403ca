// The shape of an object, which others are compared with: see csj_pick.h. Only where stage 1
// provides the kinds of tokens, which requires AVX-512. Then a comparison takes a few instructions
// for 64 tokens, and as few for a key.
//
// Bounds: kinds are readable 64 bytes after the last token. Bytes are readable CSJ_PADDING after
// the window, and no key takes more than CSJ_SHAPE_KEY_BYTES. What is kept stays within its arrays.
// Tokens are compared only where the object has as many as the shape.
#pragma once

#include "avx512.h"
#include "csj_pick.h"

#include <cstring>

#if defined(__x86_64__)
namespace csj {

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
  for (uint32_t i = 0; i < shape.chunk_count; i++) {
    const uint8_t *const text = bytes + tokens[shape.places[i].token] + shape.places[i].offset;
    const chunk &chunk = shape.chunks[i];
    const __m128i differing = _mm_xor_si128(load(text), load(chunk.text));
    other = _mm_or_si128(other, _mm_and_si128(differing, load(chunk.mask)));
  }
  return _mm_testz_si128(other, other) != 0;
}

/// Keeps an object up to the token `needs`, at most CSJ_SHAPE_TOKENS. Returns false if it has too
/// many keys, or one that is too long.
inline bool keep(shape &shape, const uint8_t *bytes, const uint32_t *tokens, const uint8_t *kinds,
                 uint32_t needs) {
  shape.needs = 0;
  shape.chunk_count = 0;
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

} // namespace csj
#endif
