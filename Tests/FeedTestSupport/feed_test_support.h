#pragma once
#include <stddef.h>
#include <stdint.h>

// One gzip member of `in`, into `out`. Returns its size; 0: it does not fit (give it twice the size and a
// thousand bytes more).
size_t gzip_test_member(const uint8_t *in, size_t in_count, uint8_t *out, size_t out_count);

// A terminal that passes on what is written to `other` as it is. 0: made.
int feed_test_terminal(int *terminal, int *other);
