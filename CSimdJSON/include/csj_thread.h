// The current thread: the bounds of its stack, and its depth of writing.
#pragma once

#include "csj_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The address of the current stack frame, which shows how much of the stack is in use.
CSJ_INLINE uintptr_t csj_frame_address(void) { return (uintptr_t)__builtin_frame_address(0); }

/// The bounds of the current thread's stack: its lowest address, and the end after its highest.
/// Returns false if the system does not report them. Takes nanoseconds, but microseconds in a
/// thread's first call. On Linux's main thread the first call takes longer, because it reads a
/// file.
bool csj_stack_bounds(uintptr_t *_Nonnull lowest, uintptr_t *_Nonnull end);

/// What the writers on the current thread share: see WritingDepth.swift.
typedef struct csj_writing_depth {
  /// How many levels are open.
  uint32_t levels;
  /// How many calls are at work that hear of a refusal.
  uint32_t listeners;
  /// Whether a level was refused since the outermost call began.
  bool refused;
} csj_writing_depth;

/// Valid on the current thread, for as long as it runs. Nanoseconds.
csj_writing_depth *_Nonnull csj_writing_depth_here(void);

#ifdef __cplusplus
}
#endif
