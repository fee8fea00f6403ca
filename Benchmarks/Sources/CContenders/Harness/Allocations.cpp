// Counts heap allocations: defines the C allocator's entry points, which count when counting is on, and
// call glibc's own. Every library of the process uses them, including Swift's runtime.
#include "contenders.h"

#include <atomic>
#include <cerrno>

#ifdef __GLIBC__

extern "C" {
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
}

static std::atomic<bool> counting{false};
static std::atomic<uint64_t> count{0};

static inline void note() {
  if (__builtin_expect(counting.load(std::memory_order_relaxed), false)) {
    count.fetch_add(1, std::memory_order_relaxed);
  }
}

extern "C" {

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  note();
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  note();
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  note();
  void *const made = __libc_memalign(alignment, size);
  if (made == nullptr) { return ENOMEM; }
  *out = made;
  return 0;
}

void bench_allocations_begin(void) {
  count = 0;
  counting = true;
}

uint64_t bench_allocations_end(void) {
  counting = false;
  return count;
}

} // extern "C"

#else

void bench_allocations_begin(void) {}
uint64_t bench_allocations_end(void) { return UINT64_MAX; } // not counted here

#endif
