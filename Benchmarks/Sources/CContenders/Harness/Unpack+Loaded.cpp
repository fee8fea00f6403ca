// Decompression alone by liblzma, libbz2 and liblz4, which are loaded here as Sluice loads them: their headers
// need not be installed.
#include "unpack.h"

#include <dlfcn.h>

namespace {

template <typename Function> Function load(const char *library, const char *name) {
  void *const handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
  return handle == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(handle, name));
}

// lzma/base.h
struct xz_stream {
  const uint8_t *next_in;
  size_t avail_in;
  uint64_t total_in;
  uint8_t *next_out;
  size_t avail_out;
  uint64_t total_out;
  const void *allocator;
  void *internal;
  void *reserved_pointers[4];
  uint64_t reserved_integers[2];
  size_t reserved_sizes[2];
  int reserved_enums[2];
};

// bzlib.h
struct bz_stream {
  const char *next_in;
  unsigned avail_in, total_in[2];
  char *next_out;
  unsigned avail_out, total_out[2];
  void *state;
  void *(*allocate)(void *, int, int);
  void (*release)(void *, void *);
  void *opaque;
};

} // namespace

size_t bench_unpack_xz(const uint8_t *bytes, size_t count, uint8_t *buffer, size_t size) {
  static const auto begin =
      load<int (*)(xz_stream *, uint64_t, uint32_t)>("liblzma.so.5", "lzma_stream_decoder");
  static const auto step = load<int (*)(xz_stream *, int)>("liblzma.so.5", "lzma_code");
  static const auto end = load<void (*)(xz_stream *)>("liblzma.so.5", "lzma_end");
  if (begin == nullptr || step == nullptr || end == nullptr) { return 0; }
  xz_stream stream{};
  if (begin(&stream, UINT64_MAX, 0) != 0) { return 0; }
  stream.next_in = bytes;
  stream.avail_in = count;
  int status = 0;
  while (status == 0) {
    stream.next_out = buffer;
    stream.avail_out = size;
    status = step(&stream, 0); // LZMA_RUN
  }
  const size_t total = status == 1 ? stream.total_out : 0; // LZMA_STREAM_END
  end(&stream);
  return total;
}

size_t bench_unpack_bzip2(const uint8_t *bytes, size_t count, uint8_t *buffer, size_t size) {
  static const auto begin =
      load<int (*)(bz_stream *, int, int)>("libbz2.so.1.0", "BZ2_bzDecompressInit");
  static const auto step = load<int (*)(bz_stream *)>("libbz2.so.1.0", "BZ2_bzDecompress");
  static const auto end = load<int (*)(bz_stream *)>("libbz2.so.1.0", "BZ2_bzDecompressEnd");
  if (begin == nullptr || step == nullptr || end == nullptr) { return 0; }
  bz_stream stream{};
  if (begin(&stream, 0, 0) != 0) { return 0; }
  stream.next_in = reinterpret_cast<const char *>(bytes);
  stream.avail_in = unsigned(count);
  size_t total = 0;
  int status = 0;
  while (status == 0) {
    stream.next_out = reinterpret_cast<char *>(buffer);
    stream.avail_out = unsigned(size);
    status = step(&stream);
    total += size - stream.avail_out;
  }
  end(&stream);
  return status == 4 ? total : 0; // BZ_STREAM_END
}

size_t bench_unpack_lz4(const uint8_t *bytes, size_t count, uint8_t *buffer, size_t size) {
  static const auto begin = load<size_t (*)(void **, unsigned)>(
      "liblz4.so.1", "LZ4F_createDecompressionContext");
  static const auto step =
      load<size_t (*)(void *, void *, size_t *, const void *, size_t *, const void *)>(
          "liblz4.so.1", "LZ4F_decompress");
  static const auto failed = load<unsigned (*)(size_t)>("liblz4.so.1", "LZ4F_isError");
  static const auto end =
      load<size_t (*)(void *)>("liblz4.so.1", "LZ4F_freeDecompressionContext");
  if (begin == nullptr || step == nullptr || failed == nullptr || end == nullptr) { return 0; }
  void *context = nullptr;
  if (failed(begin(&context, 100)) != 0) { return 0; } // LZ4F_VERSION
  size_t total = 0, left = 1;
  while (left != 0) {
    size_t written = size, taken = count;
    left = step(context, buffer, &written, bytes, &taken, nullptr);
    if (failed(left) != 0 || (written == 0 && taken == 0)) {
      total = 0;
      break;
    }
    bytes += taken;
    count -= taken;
    total += written;
  }
  end(context);
  return total;
}

size_t bench_pack_lz4(const uint8_t *text, size_t count, uint8_t *out, size_t size) {
  static const auto pack =
      load<size_t (*)(void *, size_t, const void *, size_t, const void *)>("liblz4.so.1",
                                                                           "LZ4F_compressFrame");
  static const auto failed = load<unsigned (*)(size_t)>("liblz4.so.1", "LZ4F_isError");
  if (pack == nullptr || failed == nullptr) { return 0; }
  const size_t written = pack(out, size, text, count, nullptr);
  return failed(written) != 0 ? 0 : written;
}
