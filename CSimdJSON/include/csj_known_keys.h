// The keys of a document that were read before: each found by its bytes, by any number of threads at
// once, without a lock. Plain C, inlined into Swift.
//
// Bounds: tokens and links are read below the object's closing bracket; a key is read in words of 8
// bytes, up to 7 bytes after its end, which CSJ_PADDING allows.
#pragma once

#include "csj_skip.h"
#include "csj_text.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The number of places for keys.
#define CSJ_KEY_PLACES 512
/// The number of places in which a key may be.
#define CSJ_KEY_STEPS 4

/// No key's place.
#define CSJ_NO_KEY UINT32_MAX

typedef enum { CSJ_KEY_FREE = 0, CSJ_KEY_CLAIMED, CSJ_KEY_KNOWN } csj_key_state;

/// A place for a key without escapes. `text` is where it first occurs. It and the length are written
/// before `state` says that the key is known, and never again.
typedef struct {
  const uint8_t *_Nullable text;
  uint32_t length;
  uint16_t state;
  uint16_t next; ///< the place of a key that followed once: only a guess; 0 at first
} csj_known_key;

/// Whether two keys of the same length are equal.
CSJ_INLINE bool csj_same_key(const uint8_t *_Nonnull a, const uint8_t *_Nonnull b,
                             uint32_t length) {
  for (; length > 8; length -= 8, a += 8, b += 8) {
    if (csj_load64(a) != csj_load64(b)) { return false; }
  }
  return length == 0 || (csj_load64(a) ^ csj_load64(b)) << (64 - 8 * length) == 0;
}

/// The first place in which a key may be.
CSJ_INLINE uint32_t csj_key_place(const uint8_t *_Nonnull raw, uint32_t length) {
  uint64_t sum = length * 0xD6E8FEB86659FD93ull;
  if (length >= 8) {
    const uint64_t last = csj_load64(raw + length - 8);
    sum ^= csj_load64(raw) ^ (last << 29 | last >> 35);
  } else if (length > 0) {
    sum ^= csj_load64(raw) << (64 - 8 * length);
  }
  sum ^= sum >> 32;
  return (uint32_t)(sum * 0x9E3779B97F4A7C15ull >> 55);
}

/// The place of a key, or -1 minus the place that is free for it, or INT32_MIN without one.
///
/// A key is never in two places: it is entered at the first one that is not known, and that place
/// keeps its key.
CSJ_INLINE int32_t csj_find_key(const csj_known_key *_Nonnull keys, const uint8_t *_Nonnull raw,
                                uint32_t length) {
  uint32_t place = csj_key_place(raw, length);
  for (int step = 0; step < CSJ_KEY_STEPS; step++) {
    const csj_known_key *const key = keys + place;
    if (__atomic_load_n(&key->state, __ATOMIC_ACQUIRE) != CSJ_KEY_KNOWN) {
      return -1 - (int32_t)place;
    }
    if (key->length == length && csj_same_key(key->text, raw, length)) { return (int32_t)place; }
    place = (place + 1) % CSJ_KEY_PLACES;
  }
  return INT32_MIN;
}

/// The same, where the key at `last` came before, which often tells which follows.
CSJ_INLINE int32_t csj_find_next_key(csj_known_key *_Nonnull keys, uint32_t last,
                                     const uint8_t *_Nonnull raw, uint32_t length) {
  if (last == CSJ_NO_KEY) { return csj_find_key(keys, raw, length); }
  const uint32_t guess = __atomic_load_n(&keys[last].next, __ATOMIC_RELAXED);
  const csj_known_key *const key = keys + guess;
  if (__atomic_load_n(&key->state, __ATOMIC_ACQUIRE) == CSJ_KEY_KNOWN && key->length == length &&
      csj_same_key(key->text, raw, length)) {
    return (int32_t)guess;
  }
  const int32_t place = csj_find_key(keys, raw, length);
  // Set once, so that threads don't overwrite each other's guesses.
  if (place > 0 && guess == 0) {
    __atomic_store_n(&keys[last].next, (uint16_t)place, __ATOMIC_RELAXED);
  }
  return place;
}

/// Takes a free place. Returns false if another thread was faster.
CSJ_INLINE bool csj_claim_key(csj_known_key *_Nonnull key) {
  uint16_t expected = CSJ_KEY_FREE;
  return __atomic_compare_exchange_n(&key->state, &expected, (uint16_t)CSJ_KEY_CLAIMED, false,
                                     __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/// Makes a key known, and with it all that was written before.
CSJ_INLINE void csj_publish_key(csj_known_key *_Nonnull key, const uint8_t *_Nonnull raw,
                                uint32_t length) {
  key->text = raw;
  key->length = length;
  __atomic_store_n(&key->state, (uint16_t)CSJ_KEY_KNOWN, __ATOMIC_RELEASE);
}

typedef enum {
  CSJ_KEYS_DIFFER,
  CSJ_KEYS_REPEAT, ///< a key occurs twice
  CSJ_KEYS_UNKNOWN ///< the key at `key` is not known; enter it and go on, or give up
} csj_keys_verdict;

/// How far a comparison of an object's keys came.
typedef struct {
  uint64_t seen[CSJ_KEY_PLACES / 64]; ///< a bit for each place whose key has occurred
  uint32_t key;                       ///< the token of the next key
  uint32_t last;                      ///< the place of the key before, or CSJ_NO_KEY
} csj_key_walk;

/// Whether a key occurs twice in an object of a document that was found to be valid: continues at
/// `walk->key`. `close` is the closing brace; all brackets have links.
__attribute__((noinline, unused)) static csj_keys_verdict csj_compare_keys(
    const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull tokens,
    const uint32_t *_Nonnull links, csj_known_key *_Nonnull keys, uint32_t close,
    csj_key_walk *_Nonnull walk) {
  uint32_t token = walk->key, last = walk->last;
  while (token < close) {
    const uint32_t quote = tokens[token];
    const uint8_t *const raw = bytes + quote + 1;
    const uint32_t length = csj_closing_quote(bytes, tokens[token + 1]) - quote - 1;
    const int32_t place = csj_find_next_key(keys, last, raw, length);
    if (place < 0) {
      walk->key = token;
      walk->last = last;
      return CSJ_KEYS_UNKNOWN;
    }
    const uint64_t bit = 1ull << (place % 64);
    if ((walk->seen[place / 64] & bit) != 0) { return CSJ_KEYS_REPEAT; }
    walk->seen[place / 64] |= bit;
    last = (uint32_t)place;
    // The value, a comma or the closing brace.
    const uint8_t value = bytes[tokens[token + 2]];
    token = ((value | 0x20) == '{' ? links[token + 2] : token + 2) + 2;
  }
  return CSJ_KEYS_DIFFER;
}

#ifdef __cplusplus
}
#endif
