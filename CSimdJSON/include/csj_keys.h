// Searching the keys of a document for one name by the kinds of its tokens, eight at a time. Plain C,
// inlined into Swift.
//
// Bounds: tokens are read below `end` only, and so is each key's colon; kinds are readable 64 bytes
// after the last token; a name is compared as `csj_equal` does, within the padding.
#pragma once

#include "csj_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A bit for each byte of a word that is 0: its highest one. Exact for every byte.
CSJ_INLINE uint64_t csj_zero_bytes(uint64_t word) {
  const uint64_t low = 0x7F7F7F7F7F7F7F7Fu;
  return ~(((word & low) + low) | word | low);
}

/// The next token from `token` on that is a key, and may be this name; otherwise `end`. For
/// documents that a full check found valid: there, each string before a colon is a key.
///
/// A key of the name's length is compared. A longer one may have white space after it or escapes in
/// it: it is returned if its first byte does not rule that out.
CSJ_INLINE uint32_t csj_next_key(const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull tokens,
                                 const uint8_t *_Nonnull kinds, uint32_t token, uint32_t end,
                                 const uint8_t *_Nonnull name, size_t count) {
  for (; token + 1 < end; token += 8) {
    const uint64_t strings = csj_load64(kinds + token) ^ 0x2222222222222222u;
    const uint64_t colons = csj_load64(kinds + token + 1) ^ 0x3A3A3A3A3A3A3A3Au;
    uint64_t keys = csj_zero_bytes(strings | colons);
    for (; keys != 0; keys &= keys - 1) {
      const uint32_t key = token + ((uint32_t)__builtin_ctzll(keys) >> 3);
      if (key + 1 >= end) { return end; }
      const uint8_t *const raw = bytes + tokens[key] + 1;
      const size_t length = (size_t)(tokens[key + 1] - tokens[key]) - 2;
      if (length < count) { continue; }
      if (length == count && raw[count] == '"') {
        if (csj_equal(raw, name, count)) { return key; }
      } else if (raw[0] == '\\' || raw[0] == '"' || (count > 0 && raw[0] == name[0])) {
        return key;
      }
    }
  }
  return end;
}

#ifdef __cplusplus
}
#endif
