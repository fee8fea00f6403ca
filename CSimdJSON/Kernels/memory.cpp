// Memory for the C interface.
#include "csj_memory.h"

#include <cstdlib>

extern "C" void *csj_allocate(size_t bytes) { return std::malloc(bytes); }

extern "C" void *csj_allocate_aligned(size_t bytes) {
  void *memory = nullptr;
  return posix_memalign(&memory, 64, bytes) == 0 ? memory : nullptr;
}

extern "C" void csj_free(void *memory) { std::free(memory); }
