// Members of tar and zip archives through libarchive, loaded when the first archive is read.
//
// It is not linked: most feeds need none of it, and every command of the tool would pay for loading it. So the few
// functions that Sluice needs are declared in library.h; checks.c compares them with libarchive's own headers where
// those are installed.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Formats. A zip archive is read by the directory at its end where the source can be read at any place, and else
/// member by member.
enum { CARCH_TAR = 0, CARCH_ZIP = 1, CARCH_ZIP_IN_ORDER = 2 };

/// What a member is.
enum { CARCH_FILE = 0, CARCH_LINK = 1, CARCH_OTHER = 2 };

/// Loads the library, once for the process; any thread may call it. NULL, or why it can't be loaded.
const char *_Nullable carch_load(void);

/// The version of the library, such as "3.6.2"; NULL when it does not tell. Only after carch_load has answered NULL.
const char *_Nullable carch_version(void);

typedef struct carch_reader carch_reader;

/// Where the archive's bytes come from. Each gets the context.
struct carch_source {
  void *_Nullable context;
  /// Sets where the next bytes are, which stay there until the next call. Their number; 0 at the end, -1 for an error.
  int64_t (*_Nonnull read)(void *_Nullable context, const void *_Nullable *_Nonnull bytes);
  /// Skips bytes. How many: 0 or more.
  int64_t (*_Nonnull skip)(void *_Nullable context, int64_t count);
  /// Moves to a place, by the words of lseek. The new offset, or -1. NULL: the bytes come in order only.
  int64_t (*_Nullable seek)(void *_Nullable context, int64_t offset, int whence);
};

struct carch_member {
  /// Valid until the next member; NULL: its name can't be expressed.
  const char *_Nullable name;
  int kind;
  int is_encrypted;
};

/// Makes a reader; the source must outlive it. NULL when there is no memory. Only after carch_load has answered NULL.
/// Free the result with carch_free.
carch_reader *_Nullable carch_make(int format, struct carch_source source);

void carch_free(carch_reader *_Nonnull reader);

/// Moves to the next member: 1; 0 at the end of the archive; -1 for an error, after which only carch_reason and
/// carch_free may follow.
int carch_next(carch_reader *_Nonnull reader, struct carch_member *_Nonnull member);

/// Reads on in the current member. The number of bytes; 0 at its end, whose checksum matches if it has one; -1 for an
/// error, as with carch_next.
int64_t carch_data(carch_reader *_Nonnull reader, void *_Nonnull room, size_t count);

/// How many bytes of the source were used.
int64_t carch_taken(carch_reader *_Nonnull reader);

/// What is wrong, in the library's words. Valid until the next call.
const char *_Nonnull carch_reason(carch_reader *_Nonnull reader);
