// Memory for the C interface.
#include "csj_memory.h"

#include <cstdint>
#include <cstdlib>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define CSJ_IS_SANITIZED
#endif
#endif

extern "C" void *csj_allocate(size_t bytes) { return std::malloc(bytes); }

extern "C" void *csj_allocate_aligned(size_t bytes) {
  void *memory = nullptr;
  return posix_memalign(&memory, 64, bytes) == 0 ? memory : nullptr;
}

extern "C" void *csj_reallocate(void *memory, size_t bytes) { return std::realloc(memory, bytes); }

extern "C" void csj_free(void *memory) { std::free(memory); }

extern "C" bool csj_is_readable(const void *end, size_t count) {
#if defined(__x86_64__) && !defined(CSJ_IS_SANITIZED)
  // No page of an x86-64 is smaller.
  const uintptr_t last = (reinterpret_cast<uintptr_t>(end) - 1) % 4096;
  return last + count < 4096;
#else
  (void)end, (void)count;
  return false;
#endif
}
