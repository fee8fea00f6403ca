// Where the libraries' own headers are installed, the build stops if libraries.h declares something otherwise.
#include "libraries.h"

#if defined(__has_include)

#define CDC_SAME_PLACE(type, ours, theirs, member, their_member)                                   \
  _Static_assert(offsetof(ours, member) == offsetof(theirs, their_member) &&                       \
                     sizeof(((ours *)0)->member) == sizeof(((theirs *)0)->their_member),           \
                 #type "." #their_member);
#define CDC_SAME_FUNCTION(function, type)                                                          \
  _Static_assert(__builtin_types_compatible_p(__typeof__(&function), type), #function);

#if __has_include(<bzlib.h>)
#include <bzlib.h>
#define CDC_BZ_MEMBER(ours, theirs)                                                                \
  CDC_SAME_PLACE(bz_stream, struct cdc_bz_stream, bz_stream, ours, theirs)
_Static_assert(sizeof(struct cdc_bz_stream) == sizeof(bz_stream), "bz_stream");
CDC_BZ_MEMBER(next_in, next_in)
CDC_BZ_MEMBER(avail_in, avail_in)
CDC_BZ_MEMBER(next_out, next_out)
CDC_BZ_MEMBER(avail_out, avail_out)
CDC_BZ_MEMBER(state, state)
CDC_BZ_MEMBER(allocate, bzalloc)
CDC_BZ_MEMBER(release, bzfree)
CDC_BZ_MEMBER(opaque, opaque)
_Static_assert(CDC_BZ_OK == BZ_OK && CDC_BZ_STREAM_END == BZ_STREAM_END &&
                   CDC_BZ_MEM_ERROR == BZ_MEM_ERROR && CDC_BZ_DATA_ERROR == BZ_DATA_ERROR &&
                   CDC_BZ_DATA_ERROR_MAGIC == BZ_DATA_ERROR_MAGIC,
               "the results of libbz2");
CDC_SAME_FUNCTION(BZ2_bzDecompressInit, int (*)(bz_stream *, int, int))
CDC_SAME_FUNCTION(BZ2_bzDecompress, int (*)(bz_stream *))
CDC_SAME_FUNCTION(BZ2_bzDecompressEnd, int (*)(bz_stream *))
#endif

#if __has_include(<lzma.h>)
#include <lzma.h>
#define CDC_LZMA_MEMBER(ours)                                                                      \
  CDC_SAME_PLACE(lzma_stream, struct cdc_lzma_stream, lzma_stream, ours, ours)
_Static_assert(sizeof(struct cdc_lzma_stream) == sizeof(lzma_stream), "lzma_stream");
CDC_LZMA_MEMBER(next_in)
CDC_LZMA_MEMBER(avail_in)
CDC_LZMA_MEMBER(next_out)
CDC_LZMA_MEMBER(avail_out)
CDC_LZMA_MEMBER(allocator)
CDC_LZMA_MEMBER(internal)
_Static_assert(CDC_LZMA_OK == (int)LZMA_OK && CDC_LZMA_STREAM_END == (int)LZMA_STREAM_END &&
                   CDC_LZMA_UNSUPPORTED_CHECK == (int)LZMA_UNSUPPORTED_CHECK &&
                   CDC_LZMA_MEM_ERROR == (int)LZMA_MEM_ERROR &&
                   CDC_LZMA_MEMLIMIT_ERROR == (int)LZMA_MEMLIMIT_ERROR &&
                   CDC_LZMA_FORMAT_ERROR == (int)LZMA_FORMAT_ERROR &&
                   CDC_LZMA_OPTIONS_ERROR == (int)LZMA_OPTIONS_ERROR &&
                   CDC_LZMA_DATA_ERROR == (int)LZMA_DATA_ERROR &&
                   CDC_LZMA_BUF_ERROR == (int)LZMA_BUF_ERROR,
               "the results of liblzma");
_Static_assert(CDC_LZMA_RUN == (int)LZMA_RUN, "LZMA_RUN");
_Static_assert(CDC_LZMA_TELL_UNSUPPORTED_CHECK == LZMA_TELL_UNSUPPORTED_CHECK,
               "LZMA_TELL_UNSUPPORTED_CHECK");
_Static_assert(sizeof(lzma_ret) == sizeof(int) && sizeof(lzma_action) == sizeof(int), "lzma_ret");
CDC_SAME_FUNCTION(lzma_stream_decoder, lzma_ret (*)(lzma_stream *, uint64_t, uint32_t))
CDC_SAME_FUNCTION(lzma_code, lzma_ret (*)(lzma_stream *, lzma_action))
CDC_SAME_FUNCTION(lzma_end, void (*)(lzma_stream *))
#endif

#if __has_include(<lz4frame.h>)
#include <lz4frame.h>
_Static_assert(CDC_LZ4F_VERSION == LZ4F_VERSION, "LZ4F_VERSION");
CDC_SAME_FUNCTION(LZ4F_createDecompressionContext, size_t (*)(LZ4F_dctx **, unsigned))
CDC_SAME_FUNCTION(LZ4F_freeDecompressionContext, size_t (*)(LZ4F_dctx *))
CDC_SAME_FUNCTION(LZ4F_decompress, size_t (*)(LZ4F_dctx *, void *, size_t *, const void *, size_t *,
                                              const LZ4F_decompressOptions_t *))
CDC_SAME_FUNCTION(LZ4F_isError, unsigned (*)(size_t))
CDC_SAME_FUNCTION(LZ4F_getErrorName, const char *(*)(size_t))
#endif

#endif
