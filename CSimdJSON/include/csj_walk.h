// Noting where the wanted fields of a record are: the inner loop of schemas and rules. Plain C,
// inlined into Swift.
//
// Bounds: tokens are read below the record's `end` only; keys as in csj_names.h; `outer` is written
// below CSJ_WALK_DEPTH, and locations at the indices that the names have.
#pragma once

#include "csj_names.h"
#include "csj_number_text.h"
#include "csj_record.h"
#include "csj_skip.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The location of a null value, unless nulls are wanted as they are.
#define CSJ_NULL_LOCATION UINT32_MAX

/// The number of nested objects that a walk enters without a call back.
#define CSJ_WALK_DEPTH 6

/// An object in which a walk continues after the inner one ends.
typedef struct csj_outer {
  uint16_t level;
  uint16_t last;
} csj_outer;

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

/// Why a walk returned.
typedef enum csj_walked {
  /// The current key is not plain (white space after it, an escape), or it does not begin a field:
  /// use the slow path.
  CSJ_WALKED_SLOW_PATH,
  /// The record ends: `key` is its closing brace.
  CSJ_WALKED_END,
  /// The current value was passed: `key` is where a separator should be, but is not.
  CSJ_WALKED_NO_SEPARATOR,
  /// The current field's value is a container to be skipped on the slow path.
  CSJ_WALKED_CONTAINER,
  /// The current field, of the record itself, has a container as its value, which is wanted as a
  /// whole and noted.
  CSJ_WALKED_WANTED,
  /// Fields below the current field are wanted: `last` is its name. Its value is not noted yet.
  CSJ_WALKED_BELOW,
} csj_walked;

/// Whether a token is `null`; another token follows it.
CSJ_INLINE bool csj_is_null(const uint8_t *_Nonnull value) {
  return *value == 'n' && csj_load32(value) == 0x6C6C756Eu && csj_ends_scalar(value[4]);
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

/// Iterates over a record's fields from the current key and notes the tokens of the wanted values;
/// for fields with the same name, the one that counts. Returns if more must be done: see
/// `csj_walked`. `levels` are all wanted fields, by level.
///
/// Most keys are distinguished by their first two bytes alone. Sound because tokens are read below
/// `end` only, each an offset into readable bytes; a key is compared over its length, and up to 7
/// bytes more are read, which the padding allows; names are `count` at most, and guesses are only
/// ever indices of names; `outer` is written below CSJ_WALK_DEPTH. Not inlined: the loop needs the
/// registers.
__attribute__((noinline, unused)) static csj_walked csj_walk_fields(
    const csj_record *_Nonnull record, csj_fields *_Nonnull levels, uint32_t *_Nonnull locations,
    csj_walk *_Nonnull walk) {
  const uint8_t *const bytes = record->bytes;
  const uint32_t *const tokens = record->tokens;
  const uint32_t *const stop = tokens + record->end;
  const uint32_t *key = tokens + walk->key;
  csj_fields *fields = levels + walk->level;
  csj_walked walked = CSJ_WALKED_SLOW_PATH;
  while (stop - key > 3) {
    const uint8_t *const raw = bytes + key[0] + 1;
    if (raw[-1] != '"' || bytes[key[1]] != ':') { break; }
    const uint8_t value = bytes[key[2]];
    const uint32_t *after = key + 3;
    if (fields->starts[raw[0] & 63] >> (raw[1] & 63) & 1) {
      bool is_slow;
      const uint16_t found = csj_match_name(fields, &walk->guess, &walk->last, raw,
                                            key[1] - key[0] - 2, &is_slow);
      if (is_slow) { break; }
      if (found != CSJ_NO_NAME) {
        // A closing bracket instead of a value: the value is missing.
        if ((value | 0x20) == '}') { break; }
        const csj_name *const name = &fields->names[found];
        uint32_t *const location = &locations[name->location];
        walk->last = found;
        walk->guess = csj_expected(&name->expected);
        if (name->below >= 0) {
          csj_fields *const below = &levels[name->below];
          if (*location != 0 || value != '{' || below->count == 0 ||
              walk->depth == CSJ_WALK_DEPTH) {
            walked = CSJ_WALKED_BELOW;
            break;
          }
          *location = (uint32_t)(key - tokens) + 2;
          if (bytes[key[3]] != '}') {
            walk->outer[walk->depth] = (csj_outer){walk->level, found};
            walk->depth++;
            csj_walk_begin(walk, levels, (uint16_t)name->below, *location);
            fields = below;
            key = tokens + walk->key;
            continue;
          }
          after = key + 4;
          goto separator;
        }
        if (__builtin_expect(*location != 0, 0)) {
          if (walk->duplicates == CSJ_FIRST_COUNTS) { goto step; }
          if (walk->duplicates == CSJ_NONE_ALLOWED) { break; }
          walk->has_duplicates = true;
        }
        *location = !name->takes_null && csj_is_null(bytes + key[2]) ? CSJ_NULL_LOCATION
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
      after = tokens + end;
    }
  separator:
    if (after < stop && bytes[*after] == ',') {
      key = after + 1;
      continue;
    }
    // Leaves as many objects as end here.
    while (after < stop && bytes[*after] == '}') {
      if (walk->depth == 0) {
        walked = CSJ_WALKED_END;
        break;
      }
      csj_walk_leave(walk, levels);
      fields = levels + walk->level;
      after++;
    }
    if (walked != CSJ_WALKED_END && after < stop && bytes[*after] == ',') {
      key = after + 1;
      continue;
    }
    key = after;
    if (walked != CSJ_WALKED_END) { walked = CSJ_WALKED_NO_SEPARATOR; }
    break;
  }
  walk->key = (uint32_t)(key - tokens);
  return walked;
}

#ifdef __cplusplus
}
#endif
