#pragma once
#include <zstd.h>
#include <zstd_errors.h>

// ZSTD_getErrorCode gives an enum, of which Swift imports every case by its own name: compare numbers.
__attribute__((unused)) static inline int czstd_error(size_t result) { return (int)ZSTD_getErrorCode(result); }
