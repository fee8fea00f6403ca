// Defines the C allocator's entry points, records each request, and calls glibc's own functions. All of the process
// uses them, including Swift's runtime and simdjson.
#include "include/counter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define COUNTER_OFF
#endif
#endif

#if defined(__linux__)
#include <features.h>
#endif

#if defined(__GLIBC__) && !defined(COUNTER_OFF)

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static atomic_bool counting;
static atomic_uint_fast64_t allocations, bytes, large;

static void note(size_t size) {
  if (!atomic_load_explicit(&counting, memory_order_relaxed)) { return; }
  atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&bytes, size, memory_order_relaxed);
  if (size >= 64 << 10) { atomic_fetch_add_explicit(&large, 1, memory_order_relaxed); }
}

void *malloc(size_t size) {
  note(size);
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note(number * size);
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  note(size);
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note(size);
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  note(size);
  void *const made = __libc_memalign(alignment, size);
  if (made == NULL) { return ENOMEM; }
  *out = made;
  return 0;
}

bool counter_works(void) { return true; }

void counter_begin(void) {
  allocations = 0;
  bytes = 0;
  large = 0;
  counting = true;
}

void counter_read(counted *out) { *out = (counted){allocations, bytes, large}; }

counted counter_end(void) {
  counting = false;
  return (counted){allocations, bytes, large};
}

#else

bool counter_works(void) { return false; }
void counter_begin(void) {}
void counter_read(counted *out) { *out = (counted){0, 0, 0}; }
counted counter_end(void) { return (counted){0, 0, 0}; }

#endif
