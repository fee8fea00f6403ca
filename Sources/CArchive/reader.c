#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "carchive.h"
#include "library.h"

#include <locale.h>
#include <pthread.h>
#include <stdlib.h>

#ifdef __APPLE__
#include <xlocale.h>
#endif

struct carch_reader {
  struct archive *archive;
  struct carch_source source;
  int is_open;
};

// libarchive converts names that are marked as UTF-8 to the locale's encoding, and a program that has called no
// setlocale has one that can't hold them. So its calls are made in another locale, which is the thread's own.
static locale_t utf8;

static void make_locale(void) {
  utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (!utf8) { utf8 = newlocale(LC_CTYPE_MASK, "en_US.UTF-8", (locale_t)0); }
}

static locale_t begin_utf8(void) { return utf8 ? uselocale(utf8) : (locale_t)0; }

static void end_utf8(locale_t before) {
  if (before) { uselocale(before); }
}

static ssize_t read_source(struct archive *archive, void *context, const void **bytes) {
  (void)archive;
  const carch_reader *reader = context;
  return (ssize_t)reader->source.read(reader->source.context, bytes);
}

static int64_t skip_source(struct archive *archive, void *context, int64_t count) {
  (void)archive;
  const carch_reader *reader = context;
  return reader->source.skip(reader->source.context, count);
}

static int64_t seek_source(struct archive *archive, void *context, int64_t offset, int whence) {
  (void)archive;
  const carch_reader *reader = context;
  const int64_t found = reader->source.seek(reader->source.context, offset, whence);
  return found < 0 ? CARCH_LA_FATAL : found;
}

carch_reader *carch_make(int format, struct carch_source source) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_locale);
  carch_reader *reader = calloc(1, sizeof(carch_reader));
  if (!reader) { return NULL; }
  reader->source = source;
  reader->archive = carch_la.make();
  if (!reader->archive) {
    free(reader);
    return NULL;
  }
  int result = CARCH_LA_OK;
  switch (format) {
  case CARCH_TAR: result = carch_la.tar(reader->archive); break;
  case CARCH_ZIP: result = carch_la.zip(reader->archive); break;
  default: result = carch_la.zip_in_order(reader->archive);
  }
  if (result == CARCH_LA_OK) { result = carch_la.set_context(reader->archive, reader); }
  if (result == CARCH_LA_OK) { result = carch_la.set_read(reader->archive, read_source); }
  if (result == CARCH_LA_OK) { result = carch_la.set_skip(reader->archive, skip_source); }
  if (result == CARCH_LA_OK && source.seek) {
    result = carch_la.set_seek(reader->archive, seek_source);
  }
  if (result != CARCH_LA_OK) {
    carch_free(reader);
    return NULL;
  }
  return reader;
}

void carch_free(carch_reader *reader) {
  carch_la.release(reader->archive);
  free(reader);
}

static int next(carch_reader *reader, struct archive_entry **entry) {
  if (!reader->is_open) {
    reader->is_open = 1;
    const int result = carch_la.open(reader->archive);
    if (result != CARCH_LA_OK) { return result; }
  }
  return carch_la.next(reader->archive, entry);
}

int carch_next(carch_reader *reader, struct carch_member *member) {
  struct archive_entry *entry = NULL;
  const locale_t before = begin_utf8();
  const int result = next(reader, &entry);
  const int is_there = (result == CARCH_LA_OK || result == CARCH_LA_WARN) && entry;
  if (is_there) {
    const mode_t type = carch_la.type(entry);
    member->name = carch_la.name(entry);
    member->kind = type == CARCH_LA_SYMBOLIC || carch_la.hardlink(entry) ? CARCH_LINK
                   : type == CARCH_LA_REGULAR                            ? CARCH_FILE
                                                                         : CARCH_OTHER;
    member->is_encrypted = carch_la.is_encrypted(entry) != 0;
  }
  end_utf8(before);
  return is_there ? 1 : result == CARCH_LA_EOF ? 0 : -1;
}

int64_t carch_data(carch_reader *reader, void *room, size_t count) {
  const locale_t before = begin_utf8();
  const ssize_t result = carch_la.data(reader->archive, room, count);
  end_utf8(before);
  return result < 0 ? -1 : result;
}

int64_t carch_taken(carch_reader *reader) { return carch_la.filter_bytes(reader->archive, -1); }

const char *carch_reason(carch_reader *reader) {
  const char *reason = carch_la.reason(reader->archive);
  return reason ? reason : "libarchive gives no reason";
}
