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

/// Fills a configuration with properties. Returns 0, or 1 + the index of the one that librdkafka does not take.
size_t ckf_configure(void *conf, const struct ckf_property *properties, size_t count,
                     struct ckf_fault *fault);

/// Fills a fault with a number and librdkafka's words for it. Returns the number.
int ckf_fail(struct ckf_fault *fault, int code);
