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
/// The same for an xz file, by liblzma; 0 where the library is missing, too.
size_t bench_unpack_xz(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull buffer,
                       size_t size);
/// The same for a bzip2 file, by libbz2.
size_t bench_unpack_bzip2(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull buffer,
                          size_t size);
/// The same for an LZ4 frame, by liblz4.
size_t bench_unpack_lz4(const uint8_t *_Nonnull bytes, size_t count, uint8_t *_Nonnull buffer,
                        size_t size);
/// One LZ4 frame, with the library's own settings. 0: it does not fit, or there is no library.
size_t bench_pack_lz4(const uint8_t *_Nonnull text, size_t count, uint8_t *_Nonnull out, size_t size);
/// One zstd frame of level 3, into `out`. Returns its size; 0: it does not fit.
size_t bench_pack_zstd(const uint8_t *_Nonnull text, size_t count, uint8_t *_Nonnull out, size_t size);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
