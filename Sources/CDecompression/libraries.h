// What is declared by hand of libbz2, liblzma and liblz4. The layouts and numbers are part of the binary
// interfaces of libbz2.so.1 (since 2000), liblzma.so.5 (since 2012) and liblz4.so.1 (since 2014).
#pragma once
#include <stddef.h>
#include <stdint.h>

/// bz_stream.
struct cdc_bz_stream {
  const char *next_in;
  unsigned avail_in;
  unsigned total_in_low;
  unsigned total_in_high;
  char *next_out;
  unsigned avail_out;
  unsigned total_out_low;
  unsigned total_out_high;
  void *state;
  void *(*allocate)(void *, int, int);
  void (*release)(void *, void *);
  void *opaque;
};

enum {
  CDC_BZ_OK = 0,
  CDC_BZ_STREAM_END = 4,
  CDC_BZ_MEM_ERROR = -3,
  CDC_BZ_DATA_ERROR = -4,
  CDC_BZ_DATA_ERROR_MAGIC = -5
};

/// lzma_stream: its reserved members must be zero.
struct cdc_lzma_stream {
  const uint8_t *next_in;
  size_t avail_in;
  uint64_t total_in;
  uint8_t *next_out;
  size_t avail_out;
  uint64_t total_out;
  const void *allocator;
  void *internal;
  void *reserved_pointers[4];
  uint64_t reserved_numbers[2];
  size_t reserved_sizes[2];
  int reserved_enums[2];
};

enum {
  CDC_LZMA_OK = 0,
  CDC_LZMA_STREAM_END = 1,
  CDC_LZMA_UNSUPPORTED_CHECK = 3,
  CDC_LZMA_MEM_ERROR = 5,
  CDC_LZMA_MEMLIMIT_ERROR = 6,
  CDC_LZMA_FORMAT_ERROR = 7,
  CDC_LZMA_OPTIONS_ERROR = 8,
  CDC_LZMA_DATA_ERROR = 9,
  CDC_LZMA_BUF_ERROR = 10
};

/// lzma_action.
enum { CDC_LZMA_RUN = 0 };
/// LZMA_TELL_UNSUPPORTED_CHECK: a check that can't be compared is an error.
enum { CDC_LZMA_TELL_UNSUPPORTED_CHECK = 2 };

/// LZ4F_VERSION.
enum { CDC_LZ4F_VERSION = 100 };

// F(library, type of the result, member, symbol, parameters)
#define CDC_BZIP2_FUNCTIONS(F)                                                                     \
  F(bzip2, int, init, BZ2_bzDecompressInit, (struct cdc_bz_stream *, int, int))                    \
  F(bzip2, int, decode, BZ2_bzDecompress, (struct cdc_bz_stream *))                                \
  F(bzip2, int, end, BZ2_bzDecompressEnd, (struct cdc_bz_stream *))

#define CDC_XZ_FUNCTIONS(F)                                                                        \
  F(xz, int, init, lzma_stream_decoder, (struct cdc_lzma_stream *, uint64_t, uint32_t))            \
  F(xz, int, decode, lzma_code, (struct cdc_lzma_stream *, int))                                   \
  F(xz, void, end, lzma_end, (struct cdc_lzma_stream *))

#define CDC_LZ4_FUNCTIONS(F)                                                                       \
  F(lz4, size_t, make, LZ4F_createDecompressionContext, (void **, unsigned))                       \
  F(lz4, size_t, release, LZ4F_freeDecompressionContext, (void *))                                 \
  F(lz4, size_t, decode, LZ4F_decompress,                                                          \
    (void *, void *, size_t *, const void *, size_t *, const void *))                              \
  F(lz4, unsigned, is_error, LZ4F_isError, (size_t))                                               \
  F(lz4, const char *, error_name, LZ4F_getErrorName, (size_t))

#define CDC_MEMBER(library, type, member, symbol, parameters) type(*member) parameters;
/// Each is filled by cdc_load.
struct cdc_bzip2_library { CDC_BZIP2_FUNCTIONS(CDC_MEMBER) };
struct cdc_xz_library { CDC_XZ_FUNCTIONS(CDC_MEMBER) };
struct cdc_lz4_library { CDC_LZ4_FUNCTIONS(CDC_MEMBER) };
#undef CDC_MEMBER

extern struct cdc_bzip2_library cdc_bzip2;
extern struct cdc_xz_library cdc_xz;
extern struct cdc_lz4_library cdc_lz4;
