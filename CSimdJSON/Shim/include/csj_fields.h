// Noting the locations of the fields of an object that a plan needs: the inner loop of schemas and
// rules. Plain C, inlined into Swift.
#pragma once

#include "csj_inline.h"

#ifdef __cplusplus
extern "C" {
#endif

/// No name: the end of a bucket's chain.
#define CSJ_NO_NAME UINT16_MAX
/// The note for a null value, unless nulls are wanted as they are.
#define CSJ_NOTED_NULL UINT32_MAX
/// The low bits of a hash select the bucket of a name.
#define CSJ_BUCKETS 64

/// A wanted field.
typedef struct csj_name {
  /// The name, unescaped. Readable in steps of 8 bytes up to `length`.
  const uint8_t *_Nonnull text;
  uint32_t length;
  /// The index of the note for its value's token.
  uint32_t note;
  /// The level of the wanted fields below it; -1: none.
  int32_t below;
  /// The sibling that usually follows. Learned, and shared by threads: only a guess.
  uint16_t expected;
  /// The next name in its bucket.
  uint16_t next;
  /// Whether a null is noted like any other value.
  bool takes_null;
} csj_name;

/// The wanted fields of one object.
typedef struct csj_fields {
  csj_name *_Nullable names;
  uint32_t count;
  /// The name that usually comes first.
  uint16_t expected;
  uint16_t buckets[CSJ_BUCKETS];
  /// The possible first two bytes of the names and their escapes, six bits of each.
  uint64_t starts[64];
} csj_fields;

/// The number of nested objects that a walk enters without a call back.
#define CSJ_WALK_DEPTH 6

/// An object in which a walk continues after the inner one ends.
typedef struct csj_outer {
  uint16_t level;
  uint16_t last;
} csj_outer;

/// Which of several fields with the same name counts.
typedef enum csj_duplicates { CSJ_FIRST_COUNTS, CSJ_LAST_COUNTS, CSJ_NONE_ALLOWED } csj_duplicates;

/// The state of a walk over a record's fields.
typedef struct csj_walk {
  /// The token of the current key.
  uint32_t key;
  /// The name that is tried first.
  uint16_t guess;
  /// The last name found in this object; CSJ_NO_NAME before the first.
  uint16_t last;
  /// The level of the current object's wanted fields.
  uint16_t level;
  /// The number of the record's objects around it.
  uint8_t depth;
  /// Whether to return at each container that is wanted as a whole.
  bool stops_at_wanted;
  /// Whether a wanted field occurred a second time, and counts.
  bool has_duplicates;
  /// Which of several fields with the same name counts: a csj_duplicates.
  uint8_t duplicates;
  csj_outer outer[CSJ_WALK_DEPTH];
} csj_walk;

/// What a walk reads, and how it skips.
typedef struct csj_record {
  const uint8_t *_Nonnull bytes;
  const uint32_t *_Nonnull tokens;
  /// The tokens' kinds, where stage 1 gives them.
  const uint8_t *_Nullable kinds;
  uint32_t end;
  /// The first token that has a link.
  uint32_t first;
  /// The partners of brackets, if known.
  const uint32_t *_Nullable links;
  /// The number of tokens that may be skipped one by one before links are made.
  int64_t *_Nonnull budget;
} csj_record;

/// Why a walk returned.
typedef enum csj_walked {
  /// The current key is not plain (white space after it, an escape), or it does not begin a field:
  /// use the slow path.
  CSJ_WALKED_CAREFUL,
  /// The record ends: `key` is its closing brace.
  CSJ_WALKED_END,
  /// The current value was passed: `key` is where a separator should be, but is not.
  CSJ_WALKED_BEHIND,
  /// The current field's value is a container to be skipped on the slow path.
  CSJ_WALKED_CONTAINER,
  /// The current field, of the record itself, has a container as its value, which is wanted as a
  /// whole and noted.
  CSJ_WALKED_WANTED,
  /// Fields below the current field are wanted: `last` is its name. Its value is not noted yet.
  CSJ_WALKED_BELOW,
} csj_walked;

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

/// Whether a container begins with this byte.
CSJ_INLINE bool csj_opens(uint8_t byte) { return (byte | 0x20) == '{'; }

/// Whether a token is `null`; another token follows it.
CSJ_INLINE bool csj_is_null(const uint8_t *_Nonnull value) {
  return *value == 'n' && csj_load32(value) == 0x6C6C756Eu && csj_ends_scalar(value[4]);
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

/// The table of `count` names (fewer than CSJ_NO_NAME), whose `text`, `length`, `note` and `below` are
/// set. A name with a backslash is never a plain key: it is left out of the buckets, and only the slow
/// path finds it.
CSJ_INLINE csj_fields csj_fields_make(csj_name *_Nonnull names, uint32_t count) {
  csj_fields fields = {names, count, 0, {0}, {0}};
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
  return fields;
}

/// The name of a key whose first two bytes may be wanted, or CSJ_NO_NAME; tries the expected name
/// first. `*careful`: the key is not plain, or has an escape and may be any name.
CSJ_INLINE uint16_t csj_match_name(csj_fields *_Nonnull fields, const csj_walk *_Nonnull walk,
                                   const uint8_t *_Nonnull raw, uint32_t length,
                                   bool *_Nonnull careful) {
  *careful = raw[length] != '"';
  if (*careful) { return CSJ_NO_NAME; }
  const uint16_t guess = walk->guess;
  const csj_name *const name = &fields->names[guess];
  if (name->length == length && csj_is_named(raw, name)) { return guess; }
  const uint16_t found = csj_find_name(fields, raw, length);
  if (found == CSJ_NO_NAME) {
    *careful = csj_key_escapes(raw, length);
  } else {
    csj_learn(fields, walk->last, found);
  }
  return found;
}

/// Begins the fields of an object: the current key is its first.
CSJ_INLINE void csj_walk_begin(csj_walk *_Nonnull walk, const csj_fields *_Nonnull levels,
                               uint16_t level, uint32_t object) {
  walk->level = level;
  walk->guess = csj_expected(&levels[level].expected);
  walk->last = CSJ_NO_NAME;
  walk->key = object + 1;
}

/// Returns to the object around the current one.
CSJ_INLINE void csj_walk_leave(csj_walk *_Nonnull walk, const csj_fields *_Nonnull levels) {
  walk->depth--;
  walk->level = walk->outer[walk->depth].level;
  walk->last = walk->outer[walk->depth].last;
  walk->guess = csj_expected(&levels[walk->level].names[walk->last].expected);
}

/// Iterates over a record's fields from the current key and notes the tokens of the wanted values; for
/// fields with the same name, the one that counts. Returns if more must be done: see `csj_walked`.
/// `levels` are all wanted fields, by level.
///
/// Most keys are distinguished by their first two bytes alone. Sound because tokens are read below
/// `end` only, each an offset into readable bytes; a key is compared over its length, and up to 7
/// bytes more are read, which the padding allows; names are `count` at most, and guesses are only ever
/// indices of names; `outer` is written below CSJ_WALK_DEPTH. Not inlined: the loop needs the
/// registers.
__attribute__((noinline, unused)) static csj_walked csj_walk_fields(const csj_record *_Nonnull record,
                                                            csj_fields *_Nonnull levels,
                                                            uint32_t *_Nonnull notes,
                                                            csj_walk *_Nonnull walk) {
  const uint8_t *const bytes = record->bytes;
  const uint32_t *const tokens = record->tokens;
  const uint32_t *const stop = tokens + record->end;
  const uint32_t *key = tokens + walk->key;
  csj_fields *fields = levels + walk->level;
  csj_walked walked = CSJ_WALKED_CAREFUL;
  while (stop - key > 3) {
    const uint8_t *const raw = bytes + key[0] + 1;
    if (raw[-1] != '"' || bytes[key[1]] != ':') { break; }
    const uint8_t value = bytes[key[2]];
    const uint32_t *behind = key + 3;
    if (fields->starts[raw[0] & 63] >> (raw[1] & 63) & 1) {
      bool careful;
      const uint16_t found = csj_match_name(fields, walk, raw, key[1] - key[0] - 2, &careful);
      if (careful) { break; }
      if (found != CSJ_NO_NAME) {
        // A closing bracket instead of a value: the value is missing.
        if ((value | 0x20) == '}') { break; }
        const csj_name *const name = &fields->names[found];
        uint32_t *const note = &notes[name->note];
        walk->last = found;
        walk->guess = csj_expected(&name->expected);
        if (name->below >= 0) {
          csj_fields *const below = &levels[name->below];
          if (*note != 0 || value != '{' || below->count == 0 || walk->depth == CSJ_WALK_DEPTH) {
            walked = CSJ_WALKED_BELOW;
            break;
          }
          *note = (uint32_t)(key - tokens) + 2;
          if (bytes[key[3]] != '}') {
            walk->outer[walk->depth] = (csj_outer){walk->level, found};
            walk->depth++;
            csj_walk_begin(walk, levels, (uint16_t)name->below, *note);
            fields = below;
            key = tokens + walk->key;
            continue;
          }
          behind = key + 4;
          goto separator;
        }
        if (__builtin_expect(*note != 0, 0)) {
          if (walk->duplicates == CSJ_FIRST_COUNTS) { goto step; }
          if (walk->duplicates == CSJ_NONE_ALLOWED) { break; }
          walk->has_duplicates = true;
        }
        *note = !name->takes_null && csj_is_null(bytes + key[2]) ? CSJ_NOTED_NULL
                                                                 : (uint32_t)(key - tokens) + 2;
        if (csj_opens(value) && walk->depth == 0 && walk->stops_at_wanted) {
          walked = CSJ_WALKED_WANTED;
          break;
        }
      }
    }
  step:
    if (csj_is_bracket(value)) {
      if (!csj_opens(value)) { break; }
      const uint32_t at = (uint32_t)(key - tokens) + 2;
      uint32_t end = UINT32_MAX;
      if (record->links != 0) {
        end = record->links[at - record->first];
        end = end == 0 ? UINT32_MAX : end + 1;
      } else if (*record->budget >= 0) {
        end = csj_walk_out_of(bytes, tokens, record->kinds, at + 1, record->end);
        *record->budget -= end == UINT32_MAX ? 0 : end - at;
      }
      if (end == UINT32_MAX) {
        walked = CSJ_WALKED_CONTAINER;
        break;
      }
      behind = tokens + end;
    }
  separator:
    if (behind < stop && bytes[*behind] == ',') {
      key = behind + 1;
      continue;
    }
    // Leaves as many objects as end here.
    while (behind < stop && bytes[*behind] == '}') {
      if (walk->depth == 0) {
        walked = CSJ_WALKED_END;
        break;
      }
      csj_walk_leave(walk, levels);
      fields = levels + walk->level;
      behind++;
    }
    if (walked != CSJ_WALKED_END && behind < stop && bytes[*behind] == ',') {
      key = behind + 1;
      continue;
    }
    key = behind;
    if (walked != CSJ_WALKED_END) { walked = CSJ_WALKED_BEHIND; }
    break;
  }
  walk->key = (uint32_t)(key - tokens);
  return walked;
}

#ifdef __cplusplus
}
#endif
