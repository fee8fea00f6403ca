#pragma once
#include <stddef.h>
#include <stdint.h>

// Compresses `in` into one gzip member in `out`. Returns its size, or 0 if it does not fit (provide twice
// the size plus a thousand bytes).
size_t gzip_test_member(const uint8_t *in, size_t in_count, uint8_t *out, size_t out_count);

// Opens a terminal that passes on unchanged what is written to `other`. Returns 0 on success.
int feed_test_terminal(int *terminal, int *other);

enum { ARCHIVE_TEST_BZIP2, ARCHIVE_TEST_XZ, ARCHIVE_TEST_LZ4 };

// Compresses `in` into one stream or frame in `out`, in one of several ways that the format has: another
// block size, checksum or preset. Returns its size, or 0 if it does not fit (provide twice the size plus a
// thousand bytes) or the library is not there.
size_t archive_test_compress(int format, unsigned variant, const uint8_t *in, size_t in_count,
                             uint8_t *out, size_t out_count);
