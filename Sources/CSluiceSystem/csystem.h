// What Swift has no words for. Header only.
#ifndef CSLUICESYSTEM_H
#define CSLUICESYSTEM_H

#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

/// For a loop that waits for another thread: leaves the core to its other hardware thread for some ten
/// cycles.
static inline __attribute__((always_inline)) void csys_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ __volatile__("yield");
#endif
}

/// The number of processors that the calling thread may run on; 0: the system doesn't tell. By the system call, because
/// glibc declares its wrapper for GNU sources only.
static inline int csys_allowed_processors(void) {
  int count = 0;
#ifdef __linux__
  unsigned long set[128] = {0};
  const long bytes = syscall(SYS_sched_getaffinity, 0, sizeof set, set);
  for (long i = 0; i < bytes / (long)sizeof *set; i++) { count += __builtin_popcountl(set[i]); }
#endif
  return count;
}

#endif
