// Loads the library under a pseudo-terminal and compares the signals that the process handles.
// usage: signals LIBRARY. Ends with 1 when loading and a first call change them.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// The set of handled signals, as /proc tells it.
static void handled(char *set, size_t size) {
  FILE *status = fopen("/proc/self/status", "r");
  if (status == NULL) { exit(2); }
  char line[256];
  set[0] = 0;
  while (fgets(line, sizeof line, status) != NULL) {
    if (strncmp(line, "SigCgt:", 7) == 0) { snprintf(set, size, "%s", line + 7); }
  }
  fclose(status);
}

static int load(const char *path) {
  char before[64], after[64];
  handled(before, sizeof before);
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    printf("%s\n", dlerror());
    return 2;
  }
  void *(*scan_new)(const char *, void **) = (void *(*)(const char *, void **))dlsym(library, "sluice_scan_new");
  void (*error_free)(void *) = (void (*)(void *))dlsym(library, "sluice_error_free");
  if (scan_new == NULL || error_free == NULL) { return 2; }
  void *error = NULL;
  if (scan_new("{}", &error) != NULL || error == NULL) { return 2; }
  error_free(error);
  handled(after, sizeof after);
  before[strcspn(before, "\n")] = 0;
  after[strcspn(after, "\n")] = 0;
  printf("signals handled on a terminal: %s before loading, %s after\n", before + 1, after + 1);
  return strcmp(before, after) == 0 && isatty(0) && isatty(2) ? 0 : 1;
}

int main(int count, char **arguments) {
  if (count != 2) { return 2; }
  int terminal = -1;
  const pid_t child = forkpty(&terminal, NULL, NULL, NULL);
  if (child < 0) { return 2; }
  if (child == 0) {
    const int code = load(arguments[1]);
    fflush(stdout);
    _exit(code);
  }
  char text[1024];
  ssize_t size;
  while ((size = read(terminal, text, sizeof text)) > 0) { fwrite(text, 1, (size_t)size, stdout); }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 2;
}
