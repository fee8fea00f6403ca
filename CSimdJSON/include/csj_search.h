// Finding the objects that have all of several keys, at any depth: the inner loop of searches.
// Plain C, inlined into Swift.
//
// Bounds: tokens are read below the record's `end` only; keys as in csj_names.h.
#pragma once

#include "csj_repeated_names.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The state of a search.
typedef struct csj_search {
  /// Everything before this token is done.
  uint32_t token;
  /// The number of open containers of the searched value there.
  uint32_t depth;
  /// The current object.
  uint32_t object;
  /// A bit for each requested key, and for each that the current object has.
  uint64_t wanted, found;
  /// The next container that is hidden by a later member with the same name.
  uint32_t hidden;
  /// Whether to return at objects that have some of the keys.
  bool reports_some;
  /// Whether to return for links once there is anything to skip after the first object.
  bool wants_links;
  /// Whether links can be made.
  bool can_link;
  /// Whether the searched value is done.
  bool is_done;
} csj_search;

/// Why a search returned.
typedef enum csj_searched {
  /// The searched value, or the document, ends.
  CSJ_SEARCHED_END,
  /// The current object has all keys. The search is before it.
  CSJ_SEARCHED_ALL,
  /// The current object has some of the keys. The search is inside it or after it.
  CSJ_SEARCHED_SOME,
  /// The current object needs the slow path: a key is not plain, or something is not a field.
  CSJ_SEARCHED_SLOW_PATH,
  /// The current object may have a name twice: find what that hides before the search continues
  /// inside.
  CSJ_SEARCHED_NAMES,
  /// The search is before the hidden container.
  CSJ_SEARCHED_HIDDEN,
  /// Enough must be skipped that links pay. The search is before the current object.
  CSJ_SEARCHED_LINKS,
} csj_searched;

/// Moves to the next object, in the order of the text, that has all keys.
///
/// Examines only each object's keys, and steps over its values. If that is not enough the search
/// continues inside: the next opening brace is the next object. Each token is examined once as a
/// token of its object, and once on the way to the next. `masks` are the bits of each name, by its
/// location.
///
/// Sound because tokens are read below `end` only, each an offset into readable bytes; keys are
/// compared as `csj_walk_fields` does; and locations are indices of masks.
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
    // Finds the next object: only brackets and literals have this bit.
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
    searched = search->wanted == 0 ? CSJ_SEARCHED_ALL : CSJ_SEARCHED_SLOW_PATH;
    const uint32_t *key = p + 1;
    // The first container in it, and its closing brace.
    const uint32_t *inner = 0, *close = 0;
    if (key < stop && bytes[*key] == '}') { close = key; }
    while (searched == CSJ_SEARCHED_SLOW_PATH && close == 0 && stop - key > 3) {
      const uint8_t *const raw = bytes + key[0] + 1;
      if (raw[-1] != '"' || bytes[key[1]] != ':') { break; }
      if (fields->starts[raw[0] & 63] >> (raw[1] & 63) & 1) {
        const uint32_t length = key[1] - key[0] - 2;
        if (raw[length] != '"') { break; }
        const uint16_t name = csj_find_name(fields, raw, length);
        if (name == CSJ_NO_NAME) {
          if (csj_key_escapes(raw, length)) { break; }
        } else {
          found |= masks[fields->names[name].location];
          if (found == search->wanted) {
            searched = CSJ_SEARCHED_ALL;
            break;
          }
        }
      }
      const uint32_t *after = key + 3;
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
        after = tokens + end;
      }
      if (after >= stop) { break; }
      if (bytes[*after] == ',') {
        key = after + 1;
      } else if (bytes[*after] == '}') {
        close = after;
      } else {
        break;
      }
    }
    search->found = found;
    if (close == 0 || searched != CSJ_SEARCHED_SLOW_PATH) { break; }
    // Its members are read again for their names; a large object uses links.
    const uint64_t span = (uint64_t)(close - p);
    if (inner != 0 && links == 0 && search->can_link && span * 4 >= record->end - record->first) {
      searched = CSJ_SEARCHED_LINKS;
      break;
    }
    // Not this one: continues inside, if there is anything inside.
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
