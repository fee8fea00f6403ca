#include "feed_test_support.h"

#include <dlfcn.h>

// Loaded by name, as CDecompression does, so that the tests are built without the libraries' headers.
static void *function(const char *const *names, const char *symbol) {
  for (; *names; ++names) {
    void *library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
    if (library) { return dlsym(library, symbol); }
  }
  return NULL;
}

static size_t bzip2(unsigned variant, const uint8_t *in, size_t in_count, uint8_t *out,
                    size_t out_count) {
  static const char *const names[] = {"libbz2.so.1.0", "libbz2.so.1", "libbz2.1.0.dylib", NULL};
  int (*compress)(char *, unsigned *, const char *, unsigned, int, int, int);
  *(void **)&compress = function(names, "BZ2_bzBuffToBuffCompress");
  if (!compress) { return 0; }
  unsigned size = (unsigned)out_count;
  const int level = 1 + (int)(variant % 9);
  return compress((char *)out, &size, (const char *)in, (unsigned)in_count, level, 0, 0) == 0 ? size
                                                                                            : 0;
}

static size_t xz(unsigned variant, const uint8_t *in, size_t in_count, uint8_t *out,
                 size_t out_count) {
  static const char *const names[] = {"liblzma.so.5", "liblzma.5.dylib", NULL};
  int (*encode)(uint32_t, int, const void *, const uint8_t *, size_t, uint8_t *, size_t *, size_t);
  *(void **)&encode = function(names, "lzma_easy_buffer_encode");
  if (!encode) { return 0; }
  // CRC64, CRC32, SHA-256, none.
  static const int checks[] = {4, 1, 10, 0};
  size_t size = 0;
  const int result =
      encode(variant / 4 % 3, checks[variant % 4], NULL, in, in_count, out, &size, out_count);
  return result == 0 ? size : 0;
}

static size_t lz4(unsigned variant, const uint8_t *in, size_t in_count, uint8_t *out,
                  size_t out_count) {
  static const char *const names[] = {"liblz4.so.1", "liblz4.1.dylib", NULL};
  size_t (*compress)(void *, size_t, const void *, size_t, const void *);
  unsigned (*is_error)(size_t);
  *(void **)&compress = function(names, "LZ4F_compressFrame");
  *(void **)&is_error = function(names, "LZ4F_isError");
  if (!compress || !is_error) { return 0; }
  // LZ4F_preferences_t, without the reserved numbers at its end.
  struct {
    int block_size, is_independent, has_checksum, type;
    uint64_t size;
    unsigned dictionary;
    int has_block_checksums;
    int level;
    unsigned flushes, speed, reserved[3];
  } preferences = {0};
  preferences.has_checksum = !(variant & 1);
  preferences.is_independent = variant >> 1 & 1;
  preferences.has_block_checksums = variant >> 2 & 1;
  preferences.block_size = variant >> 3 & 1 ? 7 : 4;
  preferences.size = variant >> 4 & 1 ? in_count : 0;
  const size_t size = compress(out, out_count, in, in_count, &preferences);
  return is_error(size) ? 0 : size;
}

size_t archive_test_compress(int format, unsigned variant, const uint8_t *in, size_t in_count,
                             uint8_t *out, size_t out_count) {
  switch (format) {
  case ARCHIVE_TEST_BZIP2: return bzip2(variant, in, in_count, out, out_count);
  case ARCHIVE_TEST_XZ: return xz(variant, in, in_count, out, out_count);
  default: return lz4(variant, in, in_count, out, out_count);
  }
}
