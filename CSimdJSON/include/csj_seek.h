// Searching an object for one key: the inner loop of cursors. Plain C, inlined into Swift.
//
// Bounds: tokens are read below `end` (the separator at `end` at the most, where one is readable),
// and keys between two tokens; looking for an escape in a key reads into the padding.
#pragma once

#include "csj_skip.h"
#include "csj_text.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a search for a key ended.
typedef enum csj_sought {
  /// At text that is not plain: the next step takes the slow path.
  CSJ_SOUGHT_SLOW_PATH,
  CSJ_SOUGHT_FOUND,
  /// At the object's closing brace: no field is left.
  CSJ_SOUGHT_NONE,
  /// At a value that is a container: the search continues after it.
  CSJ_SOUGHT_CONTAINER,
} csj_sought;

/// Searches an object's fields for a key from `separator` on: the comma before a field, or, for the
/// first, the object's own token. Continues while fields are plain: scalar values, no escapes or
/// white space in a key that may be equal. `*value` becomes the found field's value; otherwise that
/// of the last field passed (unchanged if no field was passed).
///
/// Keys are distinguished by their length, which follows from the distance of two tokens without
/// reading the text. If `name` is a literal, the comparison is a few immediate words. Sound because
/// tokens are read below `end` only (the separator at `end` at the most, where one is readable),
/// each is an offset into readable bytes, and a name is compared with bytes between two tokens.
CSJ_INLINE csj_sought csj_seek(const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull tokens,
                               uint32_t end, uint32_t object, uint32_t separator,
                               uint32_t *_Nonnull value, const uint8_t *_Nonnull name,
                               size_t count) {
  if (separator != object) {
    // At `end` a byte is readable, but not the document's: the loop's bound is checked before a
    // comma counts.
    const uint8_t byte = bytes[tokens[separator]];
    if (byte != ',') {
      return byte == '}' && separator < end ? CSJ_SOUGHT_NONE : CSJ_SOUGHT_SLOW_PATH;
    }
  }
  const uint32_t *const first = tokens + separator + 1;
  const uint32_t *const stop = tokens + end;
  const uint32_t *key = first;
  csj_sought sought = CSJ_SOUGHT_SLOW_PATH;
  for (; stop - key > 3; key += 4) {
    const uint32_t at = key[0], colon = key[1];
    if (bytes[at] != '"' || bytes[colon] != ':') { break; }
    const size_t length = (size_t)colon - at - 2;
    const uint8_t *const raw = bytes + at + 1;
    if (length == count) {
      // Without a quote at its end, white space follows it: the key is shorter.
      if (raw[count] == '"' && csj_equal(raw, name, count) && csj_find(name, '\\', count) == 0) {
        *value = (uint32_t)(key - tokens) + 2;
        return CSJ_SOUGHT_FOUND;
      }
    } else if (length > count) {
      // An escape, or white space before the colon.
      if (raw[0] == '\\') { break; }
      if ((count == 0 || raw[0] == name[0]) &&
          (raw[count] == '"' || ((count < 2 || raw[1] == name[1] || raw[1] == '\\') &&
                                 csj_key_escapes(raw, length)))) {
        break;
      }
    }
    if (csj_is_bracket(bytes[key[2]])) {
      *value = (uint32_t)(key - tokens) + 2;
      // A closing bracket instead of a value: the value is missing.
      return (bytes[key[2]] | 0x20) == '{' ? CSJ_SOUGHT_CONTAINER : CSJ_SOUGHT_SLOW_PATH;
    }
    const uint8_t after = bytes[key[3]];
    if (after != ',') {
      if (after == '}') { sought = CSJ_SOUGHT_NONE; }
      key += 4;
      break;
    }
  }
  if (key != first) { *value = (uint32_t)(key - tokens) - 2; }
  return sought;
}

#ifdef __cplusplus
}
#endif
