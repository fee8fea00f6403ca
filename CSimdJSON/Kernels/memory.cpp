// Memory for the C interface.
#include "csj_memory.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define CSJ_IS_SANITIZED
#endif
#endif

extern "C" void *csj_allocate(size_t bytes) { return std::malloc(bytes); }

extern "C" void *csj_allocate_aligned(size_t bytes) {
  constexpr size_t line = 64, huge_page = size_t(2) << 20;
  const bool is_large = bytes >= huge_page;
  void *memory = nullptr;
  if (posix_memalign(&memory, is_large ? huge_page : line, bytes) != 0) { return nullptr; }
#if defined(__linux__)
  // The first write to a page of 4 KB takes 2 us, which is longer than finding the tokens of a text there. Where there
  // are no huge pages, this has no effect.
  if (is_large) { (void)madvise(memory, bytes / huge_page * huge_page, MADV_HUGEPAGE); }
#endif
  return memory;
}

extern "C" void *csj_reallocate(void *memory, size_t bytes) { return std::realloc(memory, bytes); }

extern "C" void csj_free(void *memory) { std::free(memory); }

extern "C" void csj_copy(void *to, const void *from, size_t count) {
  // From 2112 bytes on memcpy uses it.
  constexpr size_t step = 2048;
  auto *target = static_cast<uint8_t *>(to);
  auto *source = static_cast<const uint8_t *>(from);
  for (; count > step; count -= step) {
    std::memcpy(target, source, step);
    target += step;
    source += step;
    // Keeps the compiler from joining the steps.
    __asm__("" : "+r"(target));
  }
  std::memcpy(target, source, count);
}

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
