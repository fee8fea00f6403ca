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

/// When a file was made, in nanoseconds since 1970; 0: the system doesn't tell. The file at a path, or, if that is empty, the
/// open one. By the system call, because not every libc declares it; statx(2) fixes the places of the fields.
static inline long long csys_birth_time(int file, const char *path) {
#if defined(__linux__) && defined(SYS_statx)
  enum { current_folder = -100, empty_path = 0x1000, birth_time = 0x800 };
  struct {
    unsigned mask, head[19];
    long long seconds;
    unsigned nanoseconds, rest[41];
  } status = {0};
  _Static_assert(sizeof status == 256, "what statx fills");
  const long result = *path ? syscall(SYS_statx, current_folder, path, 0, birth_time, &status)
                            : syscall(SYS_statx, file, path, empty_path, birth_time, &status);
  if (result == 0 && status.mask & birth_time) {
    return status.seconds * 1000000000 + status.nanoseconds;
  }
#else
  (void)file, (void)path;
#endif
  return 0;
}

#endif
