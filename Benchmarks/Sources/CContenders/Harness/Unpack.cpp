// Decompression alone, without reading the text.
#include "unpack.h"

#include <isa-l/igzip_lib.h>
#include <memory>
#include <zstd.h>

size_t bench_unpack_gzip(const uint8_t *bytes, size_t count, uint8_t *buffer, size_t size) {
  auto state = std::make_unique<inflate_state>();
  isal_inflate_init(state.get());
  state->crc_flag = ISAL_GZIP;
  state->next_in = const_cast<uint8_t *>(bytes);
  state->avail_in = uint32_t(count);
  size_t total = 0;
  while (state->block_state != ISAL_BLOCK_FINISH) {
    state->next_out = buffer;
    state->avail_out = uint32_t(size);
    if (isal_inflate(state.get()) != ISAL_DECOMP_OK) { return 0; }
    const size_t written = size - state->avail_out;
    if (written == 0 && state->avail_in == 0 && state->block_state != ISAL_BLOCK_FINISH) {
      return 0;
    }
    total += written;
  }
  return total;
}

size_t bench_unpack_zstd(const uint8_t *bytes, size_t count, uint8_t *buffer, size_t size) {
  ZSTD_DCtx *const context = ZSTD_createDCtx();
  ZSTD_inBuffer input{bytes, count, 0};
  size_t total = 0;
  size_t result = 1;
  while (result != 0) {
    ZSTD_outBuffer output{buffer, size, 0};
    result = ZSTD_decompressStream(context, &output, &input);
    if (ZSTD_isError(result) || (output.pos == 0 && result != 0)) {
      total = 0;
      break;
    }
    total += output.pos;
  }
  ZSTD_freeDCtx(context);
  return total;
}

size_t bench_pack_zstd(const uint8_t *text, size_t count, uint8_t *out, size_t size) {
  const size_t written = ZSTD_compress(out, size, text, count, 3);
  return ZSTD_isError(written) ? 0 : written;
}
