#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <isa-l.h>

// A decoder of gzip members. ISA-L's state has tables that Swift can't import (arrays of more than 4096
// elements), so these functions hide it.
//
// The header is read separately. isal_inflate can read it too, but keeps its state in a local variable, and
// fails if the header arrives in two pieces (github.com/intel/isa-l/issues/224).

typedef struct cisal_decoder {
  struct inflate_state state;
  struct isal_gzip_header header;
  int is_in_header;
} cisal_decoder;

enum {
  CISAL_OK = ISAL_DECOMP_OK,
  CISAL_BAD_HEADER = ISAL_INVALID_WRAPPER,
  CISAL_BAD_METHOD = ISAL_UNSUPPORTED_METHOD,
  CISAL_BAD_CHECKSUM = ISAL_INCORRECT_CHECKSUM,
};

// Prepares for the start of a member: header, data, and then the check of CRC and length.
__attribute__((unused)) static inline void cisal_begin(cisal_decoder *decoder) {
  isal_inflate_reset(&decoder->state);
  isal_gzip_header_init(&decoder->header);
  decoder->is_in_header = 1;
}

// Returns null if memory runs out. Free the result with cisal_free.
__attribute__((unused)) static inline cisal_decoder *cisal_make(void) {
  cisal_decoder *decoder = (cisal_decoder *)calloc(1, sizeof(cisal_decoder));
  if (decoder == NULL) return NULL;
  isal_inflate_init(&decoder->state);
  cisal_begin(decoder);
  return decoder;
}

__attribute__((unused)) static inline void cisal_free(cisal_decoder *decoder) { free(decoder); }

// Decodes from `in` to `out` until one of them is used up or the member ends. Sets the number of bytes taken
// and written. Neither count may exceed 2^30.
__attribute__((unused)) static inline int cisal_decode(
    cisal_decoder *decoder, const uint8_t *in, size_t in_count, uint8_t *out, size_t out_count,
    size_t *taken, size_t *written) {
  struct inflate_state *state = &decoder->state;
  state->next_in = (uint8_t *)in;
  state->avail_in = (uint32_t)in_count;
  state->next_out = out;
  state->avail_out = (uint32_t)out_count;
  int result = ISAL_DECOMP_OK;
  if (decoder->is_in_header) {
    result = isal_read_gzip_header(state, &decoder->header);
    if (result == ISAL_DECOMP_OK) {
      decoder->is_in_header = 0;
      state->crc_flag = ISAL_GZIP;
    }
  }
  if (!decoder->is_in_header) result = isal_inflate(state);
  if (result == ISAL_END_INPUT) result = ISAL_DECOMP_OK;
  *taken = in_count - state->avail_in;
  *written = out_count - state->avail_out;
  return result;
}

// Whether the whole member is decoded and written, and its checksum was compared.
__attribute__((unused)) static inline int cisal_is_finished(const cisal_decoder *decoder) {
  return !decoder->is_in_header && decoder->state.block_state == ISAL_BLOCK_FINISH;
}

// Finds the first of `count` places where a member's header may begin: its magic, deflate, and flags without
// reserved bits (RFC 1952 section 2.3). Four bytes are readable from each of them. Returns `count` without one.
__attribute__((unused)) static inline size_t cisal_find_header(const uint8_t *bytes, size_t count) {
  const uint8_t *at = bytes, *const end = bytes + count;
  while (at < end && (at = (const uint8_t *)memchr(at, 0x1F, (size_t)(end - at))) != NULL) {
    if (at[1] == 0x8B && at[2] == 8 && (at[3] & 0xE0) == 0) return (size_t)(at - bytes);
    at++;
  }
  return count;
}
