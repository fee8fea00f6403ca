// The C++ contenders, for Swift: made by name, run, and asked for all values. (Those that pass records to
// Swift are in records.h.)
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef __clang__ // built alone, by a compiler without these words
#define _Nullable
#define _Nonnull
#endif

// Only these are visible when the contenders are built as a library of their own.
#pragma GCC visibility push(default)

#ifdef __cplusplus
extern "C" {
#endif

/// One input document or feed, followed by at least 64 readable bytes.
typedef struct {
  const uint8_t *_Nullable bytes;
  size_t length;
} bench_document;

/// The sum of what a contender read. Every contender does the same additions, so that no compiler can leave
/// out the reading, and equal sums are the first sign of equal answers.
typedef struct {
  uint64_t numbers; ///< the sum of all numbers (the bits of doubles)
  uint64_t bytes;   ///< the unescaped UTF-8 length of all strings
  uint64_t edges;   ///< the sum of each string's first and last byte
  uint64_t absent;  ///< fields that were missing or null
} bench_tally;

typedef struct bench_contender bench_contender;
typedef void (*bench_output)(void *_Nullable context, const char *_Nonnull bytes, size_t length);

/// The name of the contender at `index`, such as "partial.find_field"; NULL after the last.
const char *_Nullable bench_contender_name(size_t index);

/// The contender of that name over these documents, which stay in place; NULL if it does not exist.
bench_contender *_Nullable bench_contender_make(const char *_Nonnull name,
                                                const bench_document *_Nonnull documents,
                                                size_t count);
void bench_contender_free(bench_contender *_Nullable contender);

/// The JSON Pointers that contenders named paths.* made from now on read.
void bench_set_paths(const char *_Nonnull const *_Nonnull pointers, size_t count);

/// Reads all documents `passes` times and adds the values to `tally`. False: there was an error, which
/// `bench_contender_error` describes.
bool bench_contender_run(bench_contender *_Nonnull contender, size_t passes,
                         bench_tally *_Nonnull tally);

/// Reads all documents once and writes out every value in full.
bool bench_contender_values(bench_contender *_Nonnull contender, bench_output _Nonnull output,
                            void *_Nullable context);
const char *_Nonnull bench_contender_error(const bench_contender *_Nonnull contender);

/// Adds up or writes out the rows of the table `events` in a SQLite database, in their order.
bool bench_table_tally(const char *_Nonnull path, bench_tally *_Nonnull tally);
bool bench_table_values(const char *_Nonnull path, bench_output _Nonnull output,
                        void *_Nullable context);

/// The libraries that contenders are made with: NULL after the last. The version is also NULL for a library
/// that was missing at the build; the Debian package of that name contains it.
const char *_Nullable bench_library_name(size_t index);
const char *_Nullable bench_library_version(size_t index);
const char *_Nullable bench_library_package(size_t index);
/// The package whose library was missing for the contender of that name; NULL: nothing was missing.
const char *_Nullable bench_contender_missing_package(const char *_Nonnull name);

/// How the contenders were built.
const char *_Nonnull bench_compiler(void);
const char *_Nonnull bench_simdjson_version(void);
/// The kernel that simdjson's library dispatches to (stage 1, DOM).
const char *_Nonnull bench_active_kernel(void);
/// The kernel that On-Demand's inlined code was compiled for.
const char *_Nonnull bench_inlined_kernel(void);

/// Starts counting heap allocations of this process: malloc and its relatives, from any library.
void bench_allocations_begin(void);
/// Stops, and returns how many there were.
uint64_t bench_allocations_end(void);

/// The kernel's counts for a work. Every machine has the time, which shows that counting works.
typedef enum { bench_counter_instructions, bench_counter_nanoseconds } bench_counter;

/// Does the work, and counts it and the threads that it starts in user mode. False: this machine can't
/// count that.
bool bench_count_events(bench_counter kind, void (*_Nonnull work)(void *_Nullable),
                        void *_Nullable context, uint64_t *_Nonnull count);

/// Why this machine can't count instructions; NULL: it can.
const char *_Nullable bench_no_instructions(void);

#ifdef __cplusplus
}
#endif

#pragma GCC visibility pop
