// A topic as its readers see it.
#pragma once
#include "ckafka.h"

#include <pthread.h>

struct ckf_topic {
  void *client;
  void *topic;
  char *name;
  // What the callback of errors has told last.
  pthread_mutex_t lock;
  int has_trouble;
  struct ckf_fault trouble;
};

/// Fills a fault with a number and librdkafka's words for it. Returns the number.
int ckf_fail(struct ckf_fault *fault, int code);
