// Decompression alone, for the workloads that read compressed feeds.
#pragma once

#include "contenders.h"

#pragma GCC visibility push(default)

#ifdef __cplusplus
extern "C" {
#endif

/// One gzip member, decoded by Intel ISA-L through a buffer that is reused. Returns the size of the text;
/// 0: it is damaged.
size_t bench_unpack_gzip(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull buffer,
                         size_t size);
/// The same for one zstd frame, by libzstd.
size_t bench_unpack_zstd(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull buffer,
                         size_t size);
/// One zstd frame of level 3, into `out`. Returns its size; 0: it does not fit.
size_t bench_pack_zstd(const uint8_t *_Nonnull text, size_t count, uint8_t *_Nonnull out, size_t size);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
