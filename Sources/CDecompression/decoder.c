#include "cdecompression.h"
#include "libraries.h"

#include <stdlib.h>
#include <string.h>

struct cdc_decoder {
  int format;
  /// Whether the library has state of this decoder.
  int is_begun;
  uint64_t most;
  /// The number of bytes that the context of LZ4 asked for, and whether it may hold text that did not fit.
  size_t wanted;
  int is_full;
  union {
    struct cdc_bz_stream bzip2;
    struct cdc_lzma_stream xz;
    void *lz4;
  } state;
};

cdc_decoder *cdc_make(int format, uint64_t most) {
  cdc_decoder *decoder = calloc(1, sizeof(cdc_decoder));
  if (!decoder) { return NULL; }
  decoder->format = format;
  decoder->most = most;
  if (format == CDC_LZ4) {
    if (cdc_lz4.is_error(cdc_lz4.make(&decoder->state.lz4, CDC_LZ4F_VERSION))) {
      free(decoder);
      return NULL;
    }
    decoder->is_begun = 1;
  }
  return decoder;
}

static void end(cdc_decoder *decoder) {
  if (!decoder->is_begun) { return; }
  switch (decoder->format) {
  case CDC_BZIP2: cdc_bzip2.end(&decoder->state.bzip2); break;
  case CDC_XZ: cdc_xz.end(&decoder->state.xz); break;
  default: cdc_lz4.release(decoder->state.lz4);
  }
}

void cdc_free(cdc_decoder *decoder) {
  end(decoder);
  free(decoder);
}

int cdc_begin(cdc_decoder *decoder) {
  switch (decoder->format) {
  case CDC_BZIP2:
    // A stream of libbz2 decodes one stream of a file.
    end(decoder);
    memset(&decoder->state.bzip2, 0, sizeof decoder->state.bzip2);
    decoder->is_begun = cdc_bzip2.init(&decoder->state.bzip2, 0, 0) == CDC_BZ_OK;
    return decoder->is_begun ? CDC_OK : CDC_NO_MEMORY;
  case CDC_XZ:
    // Takes over the memory of the stream before; it frees that itself when it fails.
    decoder->is_begun = cdc_xz.init(&decoder->state.xz, decoder->most,
                                    CDC_LZMA_TELL_UNSUPPORTED_CHECK) == CDC_LZMA_OK;
    return decoder->is_begun ? CDC_OK : CDC_NO_MEMORY;
  default:
    // After a frame, the context is ready for another. A frame's header has 7 bytes or more; another 4 are
    // left out, as if it had asked.
    decoder->wanted = 7 + 4;
    return CDC_OK;
  }
}

static int bzip2_decode(struct cdc_bz_stream *stream, const uint8_t *in, size_t in_count,
                        uint8_t *out, size_t out_count, size_t *taken, size_t *written) {
  stream->next_in = (const char *)in;
  stream->avail_in = (unsigned)in_count;
  stream->next_out = (char *)out;
  stream->avail_out = (unsigned)out_count;
  const int result = cdc_bzip2.decode(stream);
  *taken = in_count - stream->avail_in;
  *written = out_count - stream->avail_out;
  switch (result) {
  case CDC_BZ_OK: return CDC_OK;
  case CDC_BZ_STREAM_END: return CDC_END;
  case CDC_BZ_MEM_ERROR: return CDC_NO_MEMORY;
  case CDC_BZ_DATA_ERROR_MAGIC: return CDC_NOT_BEGUN;
  default: return CDC_DAMAGED_OR_BAD_CHECKSUM;
  }
}

static int xz_decode(struct cdc_lzma_stream *stream, const uint8_t *in, size_t in_count,
                     uint8_t *out, size_t out_count, size_t *taken, size_t *written) {
  stream->next_in = in;
  stream->avail_in = in_count;
  stream->next_out = out;
  stream->avail_out = out_count;
  const int result = cdc_xz.decode(stream, CDC_LZMA_RUN);
  *taken = in_count - stream->avail_in;
  *written = out_count - stream->avail_out;
  switch (result) {
  case CDC_LZMA_OK:
  // There was nothing to take and nothing to write.
  case CDC_LZMA_BUF_ERROR: return CDC_OK;
  case CDC_LZMA_STREAM_END: return CDC_END;
  case CDC_LZMA_MEM_ERROR: return CDC_NO_MEMORY;
  case CDC_LZMA_MEMLIMIT_ERROR: return CDC_TOO_LARGE;
  case CDC_LZMA_FORMAT_ERROR: return CDC_NOT_BEGUN;
  case CDC_LZMA_UNSUPPORTED_CHECK:
  case CDC_LZMA_OPTIONS_ERROR: return CDC_UNSUPPORTED;
  default: return CDC_DAMAGED_OR_BAD_CHECKSUM;
  }
}

// liblz4 promises its errors' names, not their numbers.
static int lz4_error(size_t result) {
  static const struct {
    const char *name;
    int found;
  } table[] = {
      {"ERROR_frameType_unknown", CDC_NOT_BEGUN},
      {"ERROR_headerChecksum_invalid", CDC_BAD_HEADER},
      {"ERROR_maxBlockSize_invalid", CDC_BAD_HEADER},
      {"ERROR_reservedFlag_set", CDC_BAD_HEADER},
      {"ERROR_headerVersion_wrong", CDC_UNSUPPORTED},
      {"ERROR_blockChecksum_invalid", CDC_BAD_CHECKSUM},
      {"ERROR_contentChecksum_invalid", CDC_BAD_CHECKSUM},
      {"ERROR_frameSize_wrong", CDC_BAD_CHECKSUM},
      {"ERROR_allocation_failed", CDC_NO_MEMORY},
  };
  const char *name = cdc_lz4.error_name(result);
  for (size_t i = 0; i < sizeof table / sizeof table[0]; ++i) {
    if (strcmp(name, table[i].name) == 0) { return table[i].found; }
  }
  return CDC_DAMAGED;
}

// Feeds the context what it asks for, piece by piece. After an error it doesn't say what it wrote, so a
// block, the header of the next one and the checksum of the text each get a call of their own: what is
// wrong in one of them doesn't take the text before with it.
static int lz4_decode(cdc_decoder *decoder, const uint8_t *in, size_t in_count, uint8_t *out,
                      size_t out_count, size_t *taken, size_t *written) {
  // The context asks for a block together with the next one's header.
  const size_t block_header = 4;
  *taken = 0;
  *written = 0;
  while (*written < out_count) {
    size_t wanted = decoder->wanted > block_header ? decoder->wanted - block_header : decoder->wanted;
    if (decoder->is_full) { wanted = 0; }
    size_t count = in_count - *taken < wanted ? in_count - *taken : wanted;
    size_t room = out_count - *written;
    const size_t all = room;
    const int is_idle = count == 0 && !decoder->is_full;
    if (is_idle) { break; }
    const size_t result = cdc_lz4.decode(decoder->state.lz4, out + *written, &room, in + *taken,
                                         &count, NULL);
    if (cdc_lz4.is_error(result)) { return lz4_error(result); }
    *taken += count;
    *written += room;
    if (result == 0) {
      decoder->is_full = 0;
      return CDC_END;
    }
    decoder->wanted = result;
    decoder->is_full = room == all;
  }
  return CDC_OK;
}

int cdc_decode(cdc_decoder *decoder, const uint8_t *in, size_t in_count, uint8_t *out,
               size_t out_count, size_t *taken, size_t *written) {
  switch (decoder->format) {
  case CDC_BZIP2:
    return bzip2_decode(&decoder->state.bzip2, in, in_count, out, out_count, taken, written);
  case CDC_XZ: return xz_decode(&decoder->state.xz, in, in_count, out, out_count, taken, written);
  default: return lz4_decode(decoder, in, in_count, out, out_count, taken, written);
  }
}
