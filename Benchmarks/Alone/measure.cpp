// Runs a program and prints what it cost: `user system peak-KiB wall status`, times in seconds.
//
// A small process of its own, because the kernel counts the memory of the process that starts a program in
// that program's peak.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double seconds(timeval time) { return double(time.tv_sec) + double(time.tv_usec) * 1e-6; }

static double now() {
  timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

int main(int count, char **arguments) {
  if (count < 2) { return 2; }
  const double start = now();
  const pid_t child = fork();
  if (child < 0) { return 2; }
  if (child == 0) {
    const int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, STDIN_FILENO);
    dup2(nowhere, STDOUT_FILENO);
    // Ctrl-C is for the harness, which lets the current work end.
    setpgid(0, 0);
    execv(arguments[1], arguments + 1);
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  if (wait4(child, &status, 0, &usage) != child) { return 2; }
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  std::printf("%.6f %.6f %ld %.6f %d\n", seconds(usage.ru_utime), seconds(usage.ru_stime),
              usage.ru_maxrss, now() - start, code);
  return 0;
}
