// What is declared by hand of libarchive: part of the binary interface of libarchive.so.13 (since 2013).
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { CARCH_LA_EOF = 1, CARCH_LA_OK = 0, CARCH_LA_WARN = -20, CARCH_LA_FATAL = -30 };
/// Types of entries.
enum { CARCH_LA_REGULAR = 0100000, CARCH_LA_SYMBOLIC = 0120000 };

struct archive;
struct archive_entry;

typedef ssize_t carch_la_read(struct archive *, void *, const void **);
typedef int64_t carch_la_skip(struct archive *, void *, int64_t);
typedef int64_t carch_la_seek(struct archive *, void *, int64_t, int);

// F(type of the result, member, symbol, parameters)
#define CARCH_FUNCTIONS(F)                                                                         \
  F(struct archive *, make, archive_read_new, (void))                                              \
  F(int, release, archive_read_free, (struct archive *))                                           \
  F(int, tar, archive_read_support_format_tar, (struct archive *))                                 \
  F(int, zip, archive_read_support_format_zip_seekable, (struct archive *))                        \
  F(int, zip_in_order, archive_read_support_format_zip_streamable, (struct archive *))             \
  F(int, set_read, archive_read_set_read_callback, (struct archive *, carch_la_read *))            \
  F(int, set_skip, archive_read_set_skip_callback, (struct archive *, carch_la_skip *))            \
  F(int, set_seek, archive_read_set_seek_callback, (struct archive *, carch_la_seek *))            \
  F(int, set_context, archive_read_set_callback_data, (struct archive *, void *))                  \
  F(int, open, archive_read_open1, (struct archive *))                                             \
  F(int, next, archive_read_next_header, (struct archive *, struct archive_entry **))              \
  F(ssize_t, data, archive_read_data, (struct archive *, void *, size_t))                          \
  F(int64_t, filter_bytes, archive_filter_bytes, (struct archive *, int))                          \
  F(const char *, reason, archive_error_string, (struct archive *))                                \
  F(const char *, name, archive_entry_pathname, (struct archive_entry *))                          \
  F(const char *, hardlink, archive_entry_hardlink, (struct archive_entry *))                      \
  F(mode_t, type, archive_entry_filetype, (struct archive_entry *))                                \
  F(int, is_encrypted, archive_entry_is_encrypted, (struct archive_entry *))

#define CARCH_MEMBER(type, member, symbol, parameters) type(*member) parameters;
/// Filled by carch_load.
struct carch_library { CARCH_FUNCTIONS(CARCH_MEMBER) };
#undef CARCH_MEMBER

extern struct carch_library carch_la;
