// Picking fields out of records that are mostly alike: shape speculation. (The idea is from Li,
// Katsipoulakis, Chandramouli, Goldstein and Kossmann, "Mison: A Fast JSON Parser for Data
// Analytics", VLDB 2017.)
//
// A guess alone proves nothing: the same key may occur deeper, in an array, as a value, or twice.
// Here a record is compared with one that was walked before. The two have the *same shape* up to a
// token if, up to there,
//   1. each bracket, colon and comma of one is at the same token of the other, a string is where
//      the other has a key, and a scalar is where the other has another scalar; and
//   2. each key of one that a search may examine, including its escapes, has the same bytes in the
//      other: the keys of the object itself, and those of the located inner objects, in which the
//      search went on.
// Depth, parents and the place of each key follow from 1, and 2 says that no such key differs. So a
// search that examined only these tokens takes the same path in both, and ends at the same token,
// however it treats duplicates: the locations for one hold for the other.
//
// Bounds: tokens and kinds are those of stage 1; kinds are readable 64 bytes after the last token,
// and bytes CSJ_PADDING after the window.
#pragma once

#include "csj_names.h"
#include "csj_skip.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The maximum number of tokens of a record that are compared, and of another object. Beyond it,
/// walking the fields costs no more, and is not misled by variation inside containers.
#define CSJ_SHAPE_TOKENS 512
#define CSJ_PART_SHAPE_TOKENS 256
/// The maximum number of chunks of keys, of 16 bytes each.
#define CSJ_SHAPE_CHUNKS 96
/// Longer keys are not compared: their objects have no shape.
#define CSJ_SHAPE_KEY_BYTES 48

/// The state of picking: the shapes of the objects that were met, and the locations for each.
typedef struct csj_picker csj_picker;

/// Creates a picker for `count` names in objects that are nested at most `levels` deep: 1 is the
/// record itself. `has_records`: all objects are whole records, of which `end` is the end; more of their
/// shapes are kept. Returns NULL if memory runs out.
csj_picker *_Nullable csj_picker_create(uint32_t count, uint32_t levels, bool has_records);
void csj_picker_destroy(csj_picker *_Nullable picker);

/// Forgets all shapes.
void csj_picker_forget(csj_picker *_Nonnull picker);

/// Finds the wanted fields of the object at `first`, in the order of the names. Writes them to
/// `locations`, which have room for the names' count rounded up to 8; UINT32_MAX: the field is
/// missing. Returns false if the object's shape is not known.
///
/// `kinds` are the tokens' kinds from stage 1; `end` is after the last token.
bool csj_pick(csj_picker *_Nonnull picker, const uint8_t *_Nonnull bytes,
              const uint32_t *_Nonnull tokens, const uint8_t *_Nonnull kinds, uint32_t first,
              uint32_t end, uint32_t *_Nonnull locations);

/// Keeps the locations in an object of unknown shape. `needs`: the number of its tokens examined to
/// find them. Of whole records, only those are kept that had as many tokens and the same locations as one
/// before: records with their keys in any order would replace the shapes of others.
void csj_pick_learn(csj_picker *_Nonnull picker, const uint8_t *_Nonnull bytes,
                    const uint32_t *_Nonnull tokens, const uint8_t *_Nonnull kinds, uint32_t first,
                    uint32_t end, const uint32_t *_Nonnull locations, uint32_t needs);

/// Not 0 if one of the eight bytes is a backslash.
CSJ_INLINE uint64_t csj_backslashes(uint64_t word) {
  const uint64_t other = word ^ 0x5C5C5C5C5C5C5C5Cull;
  return (other - 0x0101010101010101ull) & ~other & 0x8080808080808080ull;
}

/// csj_pick_scan for short names, of which the first field counts: without a branch for what a key is, because where
/// keys come in any order, none of them can be foreseen. 0: something is not plain, and locations may be set.
///
/// Measured, this loop alone: six of eleven fields of log records, shuffled: 78 ns a record, 123 by guesses; always in
/// the same order: 74, and 42 by guesses.
__attribute__((noinline, unused)) static uint32_t csj_pick_scan_short(
    const csj_fields *_Nonnull fields, const uint8_t *_Nonnull bytes,
    const uint32_t *_Nonnull tokens, const uint8_t *_Nullable kinds, uint32_t end, uint32_t object,
    uint32_t *_Nonnull locations) {
  uint32_t key = object + 1, missing = fields->count;
  uint64_t escapes = 0;
  if (key < end && bytes[tokens[key]] == '}') { return 2; }
  while (end - key > 3) {
    const uint32_t length = tokens[key + 1] - tokens[key] - 2;
    const uint8_t *const raw = bytes + tokens[key] + 1;
    const uint8_t value = bytes[tokens[key + 2]];
    if (raw[-1] != '"' || bytes[tokens[key + 1]] != ':' || (value | 0x20) == '}' ||
        raw[length] != '"') {
      return 0;
    }
    if (length <= CSJ_SHORT_NAME) {
      uint64_t words[2];
      csj_short_words(raw, length, words);
      escapes |= csj_backslashes(words[0]) | csj_backslashes(words[1]);
      const csj_short_name *const name =
          &fields->shorts[csj_short_place(words, length, fields->multiplier)];
      const bool is_named = (name->length == length) & (name->words[0] == words[0]) &
                            (name->words[1] == words[1]);
      // Location 0 is the record's own, in which nothing is noted.
      uint32_t *const location = &locations[name->location & (0u - is_named)];
      const bool is_first = is_named & (*location == UINT32_MAX);
      *location = is_first ? key + 2 : *location;
      missing -= is_first;
      if (missing == 0) { return escapes != 0 ? 0 : key + 3 - object; }
    } else if (csj_key_escapes(raw, length)) {
      return 0;
    }
    uint32_t after = key + 3;
    if (csj_opens(value)) {
      after = csj_walk_out_of(bytes, tokens, kinds, after, end);
      if (after == UINT32_MAX) { return 0; }
    }
    if (after >= end) { return 0; }
    if (bytes[tokens[after]] == '}') { return escapes != 0 ? 0 : after + 1 - object; }
    if (bytes[tokens[after]] != ',') { return 0; }
    key = after + 1;
  }
  return 0;
}

/// csj_pick_scan by guesses at the name that comes next. `disorder` grows with wrong ones.
CSJ_INLINE uint32_t csj_pick_scan_guessing(
    csj_fields *_Nonnull fields, const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull tokens,
    const uint8_t *_Nullable kinds, uint32_t end, uint32_t object, csj_duplicates duplicates,
    uint32_t *_Nonnull locations, int32_t *_Nonnull disorder) {
  const uint32_t *key = tokens + object + 1;
  const uint32_t *const stop = tokens + end;
  if (key < stop && bytes[*key] == '}') { return 2; }
  uint32_t missing = fields->count;
  uint16_t guess = csj_expected(&fields->expected), last = CSJ_NO_NAME;
  while (stop - key > 3) {
    const uint8_t *const raw = bytes + key[0] + 1;
    const uint8_t value = bytes[key[2]];
    if (raw[-1] != '"' || bytes[key[1]] != ':' || (value | 0x20) == '}') { return 0; }
    if (fields->starts[raw[0] & 63] >> (raw[1] & 63) & 1) {
      bool is_slow;
      const uint16_t guessed = guess;
      const uint16_t found =
          csj_match_name(fields, &guess, &last, raw, key[1] - key[0] - 2, &is_slow);
      if (is_slow) { return 0; }
      if (found != CSJ_NO_NAME) {
        *disorder += found != guessed ? 1 : -3;
        const csj_name *const name = &fields->names[found];
        uint32_t *const location = &locations[name->location];
        guess = csj_expected(&name->expected);
        last = found;
        if (*location == UINT32_MAX) {
          missing--;
        } else if (duplicates == CSJ_NONE_ALLOWED) {
          return 0;
        }
        if (*location == UINT32_MAX || duplicates == CSJ_LAST_COUNTS) {
          *location = (uint32_t)(key - tokens) + 2;
        }
        if (missing == 0 && duplicates == CSJ_FIRST_COUNTS) { return *location + 1 - object; }
      }
    }
    const uint32_t *after = key + 3;
    if (csj_opens(value)) {
      const uint32_t end_token =
          csj_walk_out_of(bytes, tokens, kinds, (uint32_t)(after - tokens), end);
      if (end_token == UINT32_MAX) { return 0; }
      after = tokens + end_token;
    }
    if (after >= stop) { return 0; }
    if (bytes[*after] == '}') { return (uint32_t)(after - tokens) + 1 - object; }
    if (bytes[*after] != ',') { return 0; }
    key = after + 1;
  }
  return 0;
}

/// Iterates over the fields of the object at `object` and writes the tokens of those named in
/// `fields`, each at its name's `location`; all are UINT32_MAX before. Returns the number of tokens
/// examined, including the object's own. 0: the object needs the slow path, because something in it
/// is not plain (an escape or white space in a key, a fault, a duplicate that is not allowed), and
/// the locations are invalid.
///
/// Sound because tokens are read below `end` only, each an offset into readable bytes; a name is
/// compared with bytes between two tokens, and up to 7 more, which the padding allows.
__attribute__((noinline, unused)) static uint32_t csj_pick_scan(
    csj_fields *_Nonnull fields, const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull tokens,
    const uint8_t *_Nullable kinds, uint32_t end, uint32_t object, csj_duplicates duplicates,
    uint32_t *_Nonnull locations) {
  // Some objects are always read by guesses, which shows when they come true again.
  if (fields->disorder > 0 && fields->multiplier != 0 && duplicates == CSJ_FIRST_COUNTS &&
      fields->scans++ % 16 != 0) {
    const uint32_t examined =
        csj_pick_scan_short(fields, bytes, tokens, kinds, end, object, locations);
    if (examined != 0) { return examined; }
    for (uint32_t i = 0; i < fields->count; i++) {
      locations[fields->names[i].location] = UINT32_MAX;
    }
  }
  int32_t disorder = fields->disorder;
  const uint32_t examined = csj_pick_scan_guessing(fields, bytes, tokens, kinds, end, object,
                                                   duplicates, locations, &disorder);
  fields->disorder = disorder < -32 ? -32 : disorder > 32 ? 32 : disorder;
  return examined;
}

#ifdef __cplusplus
}
#endif
