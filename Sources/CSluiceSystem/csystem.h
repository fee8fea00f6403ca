// What Swift has no words for. Header only.
#ifndef CSLUICESYSTEM_H
#define CSLUICESYSTEM_H

/// For a loop that waits for another thread: leaves the core to its other hardware thread for some ten
/// cycles.
static inline __attribute__((always_inline)) void csys_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ __volatile__("yield");
#endif
}

#endif
