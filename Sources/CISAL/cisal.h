#pragma once
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <isa-l/igzip_lib.h>

// A decoder of gzip members. ISA-L's state has tables that Swift can't import (arrays of more than 4096
// elements), so it stays behind these functions.

typedef struct cisal_decoder cisal_decoder;

enum {
  CISAL_OK = ISAL_DECOMP_OK,
  CISAL_BAD_BLOCK = ISAL_INVALID_BLOCK,
  CISAL_BAD_SYMBOL = ISAL_INVALID_SYMBOL,
  CISAL_BAD_LOOKBACK = ISAL_INVALID_LOOKBACK,
  CISAL_BAD_HEADER = ISAL_INVALID_WRAPPER,
  CISAL_BAD_METHOD = ISAL_UNSUPPORTED_METHOD,
  CISAL_BAD_CHECKSUM = ISAL_INCORRECT_CHECKSUM,
};

// At the start of a member: header, data, and the check of CRC and length behind it.
__attribute__((unused)) static inline void cisal_begin(cisal_decoder *decoder) {
  struct inflate_state *state = (struct inflate_state *)decoder;
  isal_inflate_reset(state);
  state->crc_flag = ISAL_GZIP;
}

// Null: out of memory. Freed with cisal_free.
__attribute__((unused)) static inline cisal_decoder *cisal_make(void) {
  struct inflate_state *state = (struct inflate_state *)malloc(sizeof(struct inflate_state));
  if (state == NULL) return NULL;
  isal_inflate_init(state);
  cisal_begin((cisal_decoder *)state);
  return (cisal_decoder *)state;
}

__attribute__((unused)) static inline void cisal_free(cisal_decoder *decoder) { free(decoder); }

// Decodes from `in` to `out` until one of them is used up or the member ends. Says how many bytes it took
// and wrote. Neither count may exceed 2^30.
__attribute__((unused)) static inline int cisal_decode(
    cisal_decoder *decoder, const uint8_t *in, size_t in_count, uint8_t *out, size_t out_count,
    size_t *taken, size_t *written) {
  struct inflate_state *state = (struct inflate_state *)decoder;
  state->next_in = (uint8_t *)in;
  state->avail_in = (uint32_t)in_count;
  state->next_out = out;
  state->avail_out = (uint32_t)out_count;
  int result = isal_inflate(state);
  *taken = in_count - state->avail_in;
  *written = out_count - state->avail_out;
  return result;
}

// Whether the member is decoded to its end, its checksum compared, and all of it written out.
__attribute__((unused)) static inline int cisal_is_finished(const cisal_decoder *decoder) {
  return ((const struct inflate_state *)decoder)->block_state == ISAL_BLOCK_FINISH;
}
