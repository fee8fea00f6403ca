// Declares openpty and cfmakeraw.
#define _GNU_SOURCE
#include "feed_test_support.h"

#include <isa-l/igzip_lib.h>
#include <stdlib.h>
#include <termios.h>
#ifdef __APPLE__
#include <util.h>
#else
#include <pty.h>
#endif

size_t gzip_test_member(const uint8_t *in, size_t in_count, uint8_t *out, size_t out_count) {
  struct isal_zstream *stream = malloc(sizeof *stream);
  uint8_t *level_buffer = malloc(ISAL_DEF_LVL1_DEFAULT);
  size_t size = 0;
  if (stream != NULL && level_buffer != NULL) {
    isal_deflate_init(stream);
    stream->gzip_flag = IGZIP_GZIP;
    stream->end_of_stream = 1;
    stream->level = 1;
    stream->level_buf = level_buffer;
    stream->level_buf_size = ISAL_DEF_LVL1_DEFAULT;
    stream->next_in = (uint8_t *)in;
    stream->avail_in = (uint32_t)in_count;
    stream->next_out = out;
    stream->avail_out = (uint32_t)out_count;
    if (isal_deflate(stream) == COMP_OK && stream->internal_state.state == ZSTATE_END) {
      size = stream->total_out;
    }
  }
  free(level_buffer);
  free(stream);
  return size;
}

int feed_test_terminal(int *terminal, int *other) {
  if (openpty(terminal, other, NULL, NULL, NULL) != 0) return -1;
  struct termios settings;
  if (tcgetattr(*other, &settings) != 0) return -1;
  cfmakeraw(&settings);
  return tcsetattr(*other, TCSANOW, &settings);
}
