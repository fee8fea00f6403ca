// Threads of C11 by way of POSIX. The thread sanitizer sees threads that begin with pthread_create, not those of
// thrd_create, as librdkafka's: the first of them to allocate memory would end the process. scripts/sanitize loads this
// before the C library.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

struct start {
  thrd_start_t function;
  void *argument;
};

static void *run(void *given) {
  struct start start = *(struct start *)given;
  free(given);
  return (void *)(intptr_t)start.function(start.argument);
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
  struct start *start = malloc(sizeof *start);
  if (!start) { return thrd_nomem; }
  *start = (struct start){function, argument};
  if (pthread_create(thread, NULL, run, start) != 0) {
    free(start);
    return thrd_error;
  }
  return thrd_success;
}

int thrd_join(thrd_t thread, int *result) {
  void *found;
  if (pthread_join(thread, &found) != 0) { return thrd_error; }
  if (result) { *result = (int)(intptr_t)found; }
  return thrd_success;
}
