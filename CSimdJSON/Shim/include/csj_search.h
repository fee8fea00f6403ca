// Finding the objects that have all of some keys, wherever they are: the inner loop of searches.
// Plain C, inlined into Swift.
#pragma once

#include "csj_fields.h"

#ifdef __cplusplus
extern "C" {
#endif

/// As many members are compared without a call back.
#define CSJ_COMPARED_MEMBERS 256

/// Whether a name may stand twice among the members of the object at token `object`. False is certain;
/// true may be wrong: the object is large, has keys with escapes, or is broken.
///
/// Compares hashes of the keys, each with those before it: for some dozens faster than any table.
/// Sound as `csj_search_objects` is; a key is read up to 7 bytes behind its end.
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
    if (raw[-1] != '"' || bytes[key[1]] != ':' || raw[length] != '"') { return true; }
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
    const uint32_t *behind = key + 3;
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
      behind = tokens + end;
    }
    if (behind >= stop || bytes[*behind] != ',') { return behind >= stop || bytes[*behind] != '}'; }
    key = behind + 1;
  }
  return true;
}

/// Where a search stands.
typedef struct csj_search {
  /// What lies before this token is done with.
  uint32_t token;
  /// How many containers of the searched value are open there.
  uint32_t depth;
  /// The object at hand.
  uint32_t object;
  /// A bit for each key that is asked for, and for each that the object at hand has.
  uint64_t wanted, found;
  /// The next container that another member of the same name, behind it, hides.
  uint32_t hidden;
  /// Whether to come back at objects that have some of the keys.
  bool reports_some;
  /// Whether to come back for links as soon as there is something to skip behind the first object.
  bool wants_links;
  /// Whether links can be made.
  bool can_link;
  /// Whether the searched value is done with.
  bool is_done;
} csj_search;

/// Why a search came back.
typedef enum csj_searched {
  /// The searched value, or the document, ends.
  CSJ_SEARCHED_END,
  /// The object at hand has all keys. The search stands before it.
  CSJ_SEARCHED_ALL,
  /// The object at hand has some of the keys. The search stands inside or behind it.
  CSJ_SEARCHED_SOME,
  /// The object at hand takes a careful look: a key is not plain, or something is no field.
  CSJ_SEARCHED_CAREFUL,
  /// The object at hand may have a name twice: what that hides is to be found before the search goes
  /// on, inside.
  CSJ_SEARCHED_NAMES,
  /// The search stands before the container that is hidden.
  CSJ_SEARCHED_HIDDEN,
  /// So much is to be skipped that links pay. The search stands before the object at hand.
  CSJ_SEARCHED_LINKS,
} csj_searched;

/// Goes on to the next object, in the order of the text, that has all keys.
///
/// Looks at each object's keys only; its values are stepped over. When that is not enough the search
/// goes on inside: the next opening brace is the next object. Each token is looked at once as a
/// token of its object, and once on the way to the next. `masks` are the bits of each name, by its
/// note.
///
/// Sound because tokens are read below `end` only, each an offset into readable bytes; keys are
/// compared as `csj_walk_fields` does; and notes are indices of masks.
__attribute__((noinline, unused)) static csj_searched csj_search_objects(
    const csj_record *_Nonnull record, const csj_fields *_Nonnull fields,
    const uint64_t *_Nonnull masks, csj_search *_Nonnull search) {
  const uint8_t *const bytes = record->bytes;
  const uint32_t *const tokens = record->tokens;
  const uint32_t *const stop = tokens + record->end;
  const uint32_t *const links = record->links;
  const uint32_t *p = tokens + search->token;
  uint32_t depth = search->depth;
  bool is_first = search->object == UINT32_MAX;
  csj_searched searched = CSJ_SEARCHED_END;
  while (!search->is_done) {
    // To the next object: only brackets and literals have this bit.
    while (stop - p >= 4 && ((bytes[p[0]] | bytes[p[1]] | bytes[p[2]] | bytes[p[3]]) & 0x40) == 0) {
      p += 4;
    }
    if (p >= stop) { break; }
    const uint8_t byte = bytes[*p];
    if ((uint32_t)(p - tokens) == search->hidden) {
      searched = CSJ_SEARCHED_HIDDEN;
      break;
    }
    if (byte != '{') {
      p++;
      const int8_t nesting = csj_nesting[byte];
      depth += (uint32_t)nesting;
      search->is_done = nesting < 0 && depth == 0;
      continue;
    }
    search->object = (uint32_t)(p - tokens);
    uint64_t found = 0;
    search->found = 0;
    searched = search->wanted == 0 ? CSJ_SEARCHED_ALL : CSJ_SEARCHED_CAREFUL;
    const uint32_t *key = p + 1;
    // The first container in it, and its closing brace.
    const uint32_t *inner = 0, *close = 0;
    if (key < stop && bytes[*key] == '}') { close = key; }
    while (searched == CSJ_SEARCHED_CAREFUL && close == 0 && stop - key > 3) {
      const uint8_t *const raw = bytes + key[0] + 1;
      if (raw[-1] != '"' || bytes[key[1]] != ':') { break; }
      if (fields->starts[raw[0] & 63] >> (raw[1] & 63) & 1) {
        const uint32_t length = key[1] - key[0] - 2;
        if (raw[length] != '"') { break; }
        const uint16_t name = csj_find_name(fields, raw, length);
        if (name == CSJ_NO_NAME) {
          if (csj_key_escapes(raw, length)) { break; }
        } else {
          found |= masks[fields->names[name].note];
          if (found == search->wanted) {
            searched = CSJ_SEARCHED_ALL;
            break;
          }
        }
      }
      const uint32_t *behind = key + 3;
      const uint8_t value = bytes[key[2]];
      if (csj_is_bracket(value)) {
        if (!csj_opens(value)) { break; }
        const uint32_t at = (uint32_t)(key - tokens) + 2;
        uint32_t end = UINT32_MAX;
        if (links != 0) {
          end = links[at - record->first];
          end = end == 0 ? UINT32_MAX : end + 1;
        } else if (*record->budget < 0 || (search->wants_links && !is_first)) {
          searched = CSJ_SEARCHED_LINKS;
          break;
        } else {
          end = csj_walk_out(bytes, tokens, at + 1, record->end);
          *record->budget -= end == UINT32_MAX ? 0 : end - at;
        }
        if (end == UINT32_MAX) { break; }
        if (inner == 0) { inner = key + 2; }
        behind = tokens + end;
      }
      if (behind >= stop) { break; }
      if (bytes[*behind] == ',') {
        key = behind + 1;
      } else if (bytes[*behind] == '}') {
        close = behind;
      } else {
        break;
      }
    }
    search->found = found;
    if (close == 0 || searched != CSJ_SEARCHED_CAREFUL) { break; }
    // Its members are gone over again for their names: of a large one with links.
    const uint64_t span = (uint64_t)(close - p);
    if (inner != 0 && links == 0 && search->can_link && span * 4 >= record->end - record->first) {
      searched = CSJ_SEARCHED_LINKS;
      break;
    }
    // Not this one: on inside, if there is something inside.
    searched = CSJ_SEARCHED_END;
    is_first = false;
    if (inner != 0) {
      p = inner;
      depth++;
    } else {
      p = close + 1;
      search->is_done = depth == 0;
    }
    if (inner != 0 && csj_may_repeat_names(record, search->object)) {
      searched = CSJ_SEARCHED_NAMES;
      break;
    }
    if (found != 0 && search->reports_some) {
      searched = CSJ_SEARCHED_SOME;
      break;
    }
  }
  search->token = (uint32_t)(p - tokens);
  search->depth = depth;
  return searched;
}

#ifdef __cplusplus
}
#endif
