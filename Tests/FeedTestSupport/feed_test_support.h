#pragma once
#include <stddef.h>
#include <stdint.h>

// Compresses `in` into one gzip member in `out`. Returns its size, or 0 if it does not fit (provide twice
// the size plus a thousand bytes).
size_t gzip_test_member(const uint8_t *in, size_t in_count, uint8_t *out, size_t out_count);

// Opens a terminal that passes on unchanged what is written to `other`. Returns 0 on success.
int feed_test_terminal(int *terminal, int *other);
