// Whether an object may have a name twice: asked before a search continues inside it. Plain C,
// inlined into Swift.
//
// Bounds: tokens are read below the record's `end` only; a key is read in words of 8 bytes, up to 7
// bytes after its end, which CSJ_PADDING allows.
#pragma once

#include "csj_names.h"
#include "csj_record.h"
#include "csj_skip.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The maximum number of members compared without a call back.
#define CSJ_COMPARED_MEMBERS 256

/// Whether a name may occur twice among the members of the object at token `object`. False is
/// certain; true may be wrong: the object is large, has keys with escapes, or is broken.
///
/// Compares the hash of each key with those before it: for a few dozen keys faster than any table.
/// Sound as `csj_search_objects` is; a key is read up to 7 bytes after its end.
__attribute__((noinline, unused)) static bool csj_may_repeat_names(
    const csj_record *_Nonnull record, uint32_t object) {
  const uint8_t *const bytes = record->bytes;
  const uint32_t *const tokens = record->tokens;
  const uint32_t *const stop = tokens + record->end;
  uint32_t hashes[CSJ_COMPARED_MEMBERS];
  uint32_t count = 0;
  const uint32_t *key = tokens + object + 1;
  if (key < stop && bytes[*key] == '}') { return false; }
  while (stop - key > 3 && count < CSJ_COMPARED_MEMBERS) {
    const uint8_t *raw = bytes + key[0] + 1;
    uint32_t length = key[1] - key[0] - 2;
    if (raw[-1] != '"' || bytes[key[1]] != ':') { return true; }
    // Back over white space to the closing quote.
    while (length > 0 && raw[length] != '"') { length--; }
    if (raw[length] != '"') { return true; }
    if (csj_key_escapes(raw, length)) { return true; }
    uint64_t hash = length;
    for (; length > 8; length -= 8, raw += 8) {
      hash = (hash ^ csj_load64(raw)) * 0x9E3779B97F4A7C15ull;
      hash ^= hash >> 32;
    }
    if (length > 0) { hash ^= csj_load64(raw) << (64 - 8 * length); }
    hash *= 0x9E3779B97F4A7C15ull;
    const uint32_t short_hash = (uint32_t)(hash >> 32);
    uint32_t equal = 0;
    for (uint32_t i = 0; i < count; i++) { equal |= hashes[i] == short_hash; }
    if (equal != 0) { return true; }
    hashes[count++] = short_hash;
    const uint32_t *after = key + 3;
    const uint8_t value = bytes[key[2]];
    if (csj_is_bracket(value)) {
      if (!csj_opens(value)) { return true; }
      const uint32_t at = (uint32_t)(key - tokens) + 2;
      uint32_t end = UINT32_MAX;
      if (record->links != 0) {
        end = record->links[at - record->first];
        end = end == 0 ? UINT32_MAX : end + 1;
      } else {
        end = csj_walk_out(bytes, tokens, at + 1, record->end);
        *record->budget -= end == UINT32_MAX ? 0 : end - at;
      }
      if (end == UINT32_MAX) { return true; }
      after = tokens + end;
    }
    if (after >= stop || bytes[*after] != ',') { return after >= stop || bytes[*after] != '}'; }
    key = after + 1;
  }
  return true;
}

#ifdef __cplusplus
}
#endif
