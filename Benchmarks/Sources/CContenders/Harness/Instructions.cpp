// Counts instructions by the kernel's performance counters (perf_event_open(2)), if it has them: many
// virtual machines do not.
#include "contenders.h"

#include <cerrno>
#include <cstring>

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace {

/// A counter of this thread, and of those that it starts from now on, in user mode; -1: not available.
int opened(uint32_t type, uint64_t config) {
  perf_event_attr wanted{};
  wanted.size = sizeof wanted;
  wanted.type = type;
  wanted.config = config;
  wanted.disabled = 1;
  wanted.inherit = 1;
  wanted.exclude_kernel = 1;
  wanted.exclude_hv = 1;
  return int(syscall(SYS_perf_event_open, &wanted, 0, -1, -1, PERF_FLAG_FD_CLOEXEC));
}

} // namespace

bool bench_count_events(bench_counter kind, void (*work)(void *), void *context, uint64_t *count) {
  const bool instructions = kind == bench_counter_instructions;
  const int counter =
      opened(instructions ? PERF_TYPE_HARDWARE : PERF_TYPE_SOFTWARE,
             instructions ? uint64_t(PERF_COUNT_HW_INSTRUCTIONS) : uint64_t(PERF_COUNT_SW_TASK_CLOCK));
  if (counter < 0) { return false; }
  ioctl(counter, PERF_EVENT_IOC_RESET, 0);
  ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
  work(context);
  ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
  const bool done = read(counter, count, sizeof *count) == sizeof *count;
  close(counter);
  return done && *count > 0;
}

const char *bench_no_instructions(void) {
  const int counter = opened(PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS);
  if (counter < 0) { return std::strerror(errno); }
  close(counter);
  return nullptr;
}

#else

bool bench_count_events(bench_counter, void (*)(void *), void *, uint64_t *) { return false; }
const char *bench_no_instructions(void) { return "only Linux counts them"; }

#endif
