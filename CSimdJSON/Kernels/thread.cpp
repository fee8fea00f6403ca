// The current thread: the bounds of its stack, and its depth of writing.
//
// Bounds: no memory is read but the thread's own variables.
#include "csj_thread.h"

#include <pthread.h>

// Looked up once per thread, because on Linux's main thread the answer comes from a file. A
// thread's stack never moves.
static thread_local uintptr_t known_lowest = 0;
static thread_local uintptr_t known_end = 0;

static bool ask(uintptr_t *lowest, uintptr_t *end) {
#if defined(__APPLE__)
  *end = reinterpret_cast<uintptr_t>(pthread_get_stackaddr_np(pthread_self()));
  *lowest = *end - pthread_get_stacksize_np(pthread_self());
  return true;
#elif defined(__linux__)
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) { return false; }
  void *start = nullptr;
  size_t size = 0;
  const bool known = pthread_attr_getstack(&attributes, &start, &size) == 0;
  pthread_attr_destroy(&attributes);
  *lowest = reinterpret_cast<uintptr_t>(start);
  *end = *lowest + size;
  return known;
#else
  *lowest = *end = 0;
  return false;
#endif
}

extern "C" bool csj_stack_bounds(uintptr_t *lowest, uintptr_t *end) {
  if (known_end == 0 && !ask(&known_lowest, &known_end)) {
    known_end = 0;
    *lowest = *end = 0;
    return false;
  }
  *lowest = known_lowest;
  *end = known_end;
  return true;
}

static thread_local csj_writing_depth writing_depth = {0, 0, false};

extern "C" csj_writing_depth *csj_writing_depth_here(void) { return &writing_depth; }
