// The names of wanted fields: a small hash table per object, with a guess at the name that comes
// next. Plain C, inlined into Swift.
//
// Bounds: a key and a name are read in words of 8 bytes, up to 7 bytes after either: a key is
// followed by other text and CSJ_PADDING, a name by other names (see `csj_name`).
#pragma once

#include "csj_base.h"
#include "csj_text.h"

#ifdef __cplusplus
extern "C" {
#endif

/// No name: the end of a bucket's chain.
#define CSJ_NO_NAME UINT16_MAX
/// The low bits of a hash select the bucket of a name.
#define CSJ_BUCKETS 64

/// A wanted field.
typedef struct csj_name {
  /// The name, unescaped. Readable in steps of 8 bytes up to `length`.
  const uint8_t *_Nonnull text;
  uint32_t length;
  /// The index at which its value's token is noted.
  uint32_t location;
  /// The level of the wanted fields below it; -1: none.
  int32_t below;
  /// The sibling that usually follows. Learned, and shared by threads: only a guess.
  uint16_t expected;
  /// The next name in its bucket.
  uint16_t next;
  /// Whether a null is noted like any other value.
  bool takes_null;
} csj_name;

/// The greatest number of bytes of a short name.
#define CSJ_SHORT_NAME 16

/// A short name, as two words; bytes after it are 0. None: the length is UINT32_MAX.
typedef struct csj_short_name {
  uint64_t words[2];
  uint32_t length;
  uint32_t location;
} csj_short_name;

/// The wanted fields of one object.
typedef struct csj_fields {
  csj_name *_Nullable names;
  uint32_t count;
  /// The name that usually comes first.
  uint16_t expected;
  uint16_t buckets[CSJ_BUCKETS];
  /// The possible first two bytes of the names and their escapes, six bits of each.
  uint64_t starts[64];
  /// If all names are short: each alone in the place that the multiplier gives it. 0: not all are, or no such
  /// multiplier was found.
  uint64_t multiplier;
  csj_short_name shorts[CSJ_BUCKETS];
  /// Above 0: three of four guesses at the next name were wrong lately. Only of csj_pick_scan, as `scans`.
  int32_t disorder;
  uint32_t scans;
} csj_fields;

/// Which of several fields with the same name counts.
typedef enum csj_duplicates { CSJ_FIRST_COUNTS, CSJ_LAST_COUNTS, CSJ_NONE_ALLOWED } csj_duplicates;

CSJ_INLINE uint32_t csj_bucket(uint32_t length, uint8_t first, uint8_t last) {
  return (length * 7 + first + last * 5u) % CSJ_BUCKETS;
}

/// Whether a key has this name: `length` bytes each, eight at a time. Reads up to 7 bytes after
/// both, which are padding, other text or other names.
CSJ_INLINE bool csj_is_named(const uint8_t *_Nonnull raw, const csj_name *_Nonnull name) {
  uint32_t left = name->length;
  const uint8_t *text = name->text;
  for (; left > 8; left -= 8, raw += 8, text += 8) {
    if (csj_load64(raw) != csj_load64(text)) { return false; }
  }
  return left == 0 || (csj_load64(raw) ^ csj_load64(text)) << (64 - 8 * left) == 0;
}

/// The name of a plain key, or CSJ_NO_NAME.
CSJ_INLINE uint16_t csj_find_name(const csj_fields *_Nonnull fields, const uint8_t *_Nonnull raw,
                                  uint32_t length) {
  const uint8_t last = length == 0 ? '"' : raw[length - 1];
  uint16_t name = fields->buckets[csj_bucket(length, raw[0], last)];
  while (name != CSJ_NO_NAME) {
    const csj_name *const candidate = &fields->names[name];
    if (candidate->length == length && csj_is_named(raw, candidate)) { break; }
    name = candidate->next;
  }
  return name;
}

/// Remembers which name followed which. Relaxed: threads that share the plan overwrite each other's
/// guesses, and a wrong one costs a table lookup.
CSJ_INLINE void csj_learn(csj_fields *_Nonnull fields, uint16_t last, uint16_t found) {
  uint16_t *const expected =
      last == CSJ_NO_NAME ? &fields->expected : &fields->names[last].expected;
  __atomic_store_n(expected, found, __ATOMIC_RELAXED);
}

CSJ_INLINE uint16_t csj_expected(const uint16_t *_Nonnull expected) {
  return __atomic_load_n(expected, __ATOMIC_RELAXED);
}

/// Ones for as many bytes of a word as a key of 0 to 16 bytes has in it: its first word's from the ninth on, its
/// second word's from the first.
static const uint64_t csj_key_masks[25] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF, 0xFFFFFFFFFFull, 0xFFFFFFFFFFFFull,
    0xFFFFFFFFFFFFFFull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull, ~0ull};

/// A key of up to CSJ_SHORT_NAME bytes as two words. Reads that many bytes. By a table, because a branch for the
/// length can't be foreseen.
CSJ_INLINE void csj_short_words(const uint8_t *_Nonnull raw, uint32_t length,
                                uint64_t *_Nonnull words) {
  words[0] = csj_load64(raw) & csj_key_masks[8 + length];
  words[1] = csj_load64(raw + 8) & csj_key_masks[length];
}

CSJ_INLINE uint32_t csj_short_place(const uint64_t *_Nonnull words, uint32_t length,
                                    uint64_t multiplier) {
  const uint64_t sum = words[0] ^ (words[1] << 29 | words[1] >> 35) ^ length;
  return (uint32_t)((sum ^ sum >> 31) * multiplier >> 58);
}

/// Looks for a multiplier that gives each short name a place of its own.
CSJ_INLINE void csj_place_short_names(csj_fields *_Nonnull fields) {
  fields->multiplier = 0;
  // With more names than a third of the places, hardly any multiplier would do.
  if (fields->count == 0 || fields->count > CSJ_BUCKETS / 3) { return; }
  uint64_t multiplier = 0x9E3779B97F4A7C15ull;
  for (int attempt = 0; attempt < 256; attempt++) {
    for (int i = 0; i < CSJ_BUCKETS; i++) {
      fields->shorts[i] = (csj_short_name){{0, 0}, UINT32_MAX, 0};
    }
    uint32_t placed = 0;
    for (; placed < fields->count; placed++) {
      const csj_name *const name = &fields->names[placed];
      if (name->length > CSJ_SHORT_NAME) { return; }
      uint8_t text[CSJ_SHORT_NAME] = {0};
      for (uint32_t i = 0; i < name->length; i++) { text[i] = name->text[i]; }
      uint64_t words[2];
      csj_short_words(text, name->length, words);
      csj_short_name *const place =
          &fields->shorts[csj_short_place(words, name->length, multiplier)];
      if (place->length != UINT32_MAX) { break; }
      *place = (csj_short_name){{words[0], words[1]}, name->length, name->location};
    }
    if (placed == fields->count) {
      fields->multiplier = multiplier;
      return;
    }
    multiplier = multiplier * 6364136223846793005ull + 1442695040888963406ull;
    multiplier |= 1;
  }
}

/// The table of `count` names (fewer than CSJ_NO_NAME), whose `text`, `length`, `location` and
/// `below` are set. A name with a backslash is never a plain key: it is left out of the buckets,
/// and only the slow path finds it.
CSJ_INLINE csj_fields csj_fields_make(csj_name *_Nonnull names, uint32_t count) {
  csj_fields fields = {names, count, 0, {0}, {0}, 0, {{{0, 0}, 0, 0}}, 0, 0};
  for (int i = 0; i < CSJ_BUCKETS; i++) { fields.buckets[i] = CSJ_NO_NAME; }
  fields.starts['\\' & 63] = UINT64_MAX;
  for (uint32_t i = count; i-- > 0;) {
    csj_name *const name = &names[i];
    const uint8_t first = name->length == 0 ? '"' : name->text[0];
    // A name of one byte is followed by its quote; the empty name by anything.
    const uint8_t second = name->length < 2 ? '"' : name->text[1];
    fields.starts[first & 63] |=
        name->length == 0 ? UINT64_MAX : 1ull << (second & 63) | 1ull << ('\\' & 63);
    name->expected = (uint16_t)((i + 1) % count);
    name->next = CSJ_NO_NAME;
    if (csj_find(name->text, '\\', name->length) != 0) {
      name->length = UINT32_MAX;
      continue;
    }
    const uint8_t last = name->length == 0 ? '"' : name->text[name->length - 1];
    uint16_t *const bucket = &fields.buckets[csj_bucket(name->length, first, last)];
    name->next = *bucket;
    *bucket = (uint16_t)i;
  }
  csj_place_short_names(&fields);
  return fields;
}

/// The name of a key whose first two bytes may be wanted, or CSJ_NO_NAME. Tries the name `*guess`
/// first; `*last` is the name found before, and read only where something is learned: by
/// value, csj_walk_fields took 3 % more instructions. `*is_slow`: the key needs the slow path, because
/// it is not plain, or has an escape and may be any name.
CSJ_INLINE uint16_t csj_match_name(csj_fields *_Nonnull fields, const uint16_t *_Nonnull guess,
                                   const uint16_t *_Nonnull last,
                                   const uint8_t *_Nonnull raw, uint32_t length,
                                   bool *_Nonnull is_slow) {
  *is_slow = raw[length] != '"';
  if (*is_slow) { return CSJ_NO_NAME; }
  const uint16_t guessed = *guess;
  const csj_name *const name = &fields->names[guessed];
  if (name->length == length && csj_is_named(raw, name)) { return guessed; }
  const uint16_t found = csj_find_name(fields, raw, length);
  if (found == CSJ_NO_NAME) {
    *is_slow = csj_key_escapes(raw, length);
  } else {
    csj_learn(fields, *last, found);
  }
  return found;
}

#ifdef __cplusplus
}
#endif
