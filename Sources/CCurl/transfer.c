#include "ccurl.h"
#include "library.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// The bytes that curl reads from a connection at a time, and those that are held for the next call. A plain
// connection never has more in one step, so that only encrypted ones are paused.
enum { READ_SIZE = 256 << 10, HELD_SIZE = 512 << 10, MOST_HEAD = 256 << 10, MOST_DESCRIPTORS = 8 };

struct ccu_transfer {
  void *multi;
  void *easy;
  struct ccu_slist *headers;
  int is_added;
  // The head of the response.
  char *head;
  size_t head_count, head_room;
  long status;
  int is_head_whole, is_head_told, is_over;
  int code;
  char reason[CCU_ERROR_SIZE];
  // Where the next bytes go: to the caller's room, then to those held.
  uint8_t *room;
  size_t room_count, room_used;
  uint8_t *held;
  size_t held_start, held_end;
  int is_paused;
};

static int hold(ccu_transfer *transfer, const char *bytes, size_t count) {
  if (transfer->held_start == transfer->held_end) { transfer->held_start = transfer->held_end = 0; }
  if (count > HELD_SIZE - transfer->held_end) { return 0; }
  memcpy(transfer->held + transfer->held_end, bytes, count);
  transfer->held_end += count;
  return 1;
}

static size_t take_body(char *bytes, size_t size, size_t number, void *context) {
  ccu_transfer *transfer = context;
  const size_t count = size * number;
  size_t direct = 0;
  if (transfer->held_start == transfer->held_end) {
    const size_t free_count = transfer->room_count - transfer->room_used;
    direct = count < free_count ? count : free_count;
  }
  // All or nothing: a paused piece comes again as a whole.
  if (count > direct) {
    if (transfer->held_start == transfer->held_end) {
      transfer->held_start = transfer->held_end = 0;
    }
    if (count - direct > HELD_SIZE - transfer->held_end) {
      transfer->is_paused = 1;
      return CCU_WRITE_PAUSE;
    }
  }
  if (direct > 0) {
    memcpy(transfer->room + transfer->room_used, bytes, direct);
    transfer->room_used += direct;
  }
  if (count > direct && !hold(transfer, bytes + direct, count - direct)) { return 0; }
  return count;
}

static size_t take_head(char *bytes, size_t size, size_t number, void *context) {
  ccu_transfer *transfer = context;
  const size_t count = size * number;
  // Trailers come after the body.
  if (transfer->is_head_told) { return count; }
  if (count >= 5 && memcmp(bytes, "HTTP/", 5) == 0) {
    transfer->head_count = 0;
    transfer->is_head_whole = 0;
  }
  if (count > MOST_HEAD - transfer->head_count) { return 0; }
  if (transfer->head_count + count > transfer->head_room) {
    const size_t room = 2 * (transfer->head_count + count);
    char *head = realloc(transfer->head, room);
    if (!head) { return 0; }
    transfer->head = head;
    transfer->head_room = room;
  }
  memcpy(transfer->head + transfer->head_count, bytes, count);
  transfer->head_count += count;
  if (count <= 2 && (bytes[0] == '\r' || bytes[0] == '\n')) {
    long status = 0;
    ccu.easy_getinfo(transfer->easy, CCU_INFO_RESPONSE_CODE, &status);
    // 1xx: another head follows.
    if (status >= 200) {
      transfer->status = status;
      transfer->is_head_whole = 1;
    }
  }
  return count;
}

ccu_transfer *ccu_make(void) {
  ccu_transfer *transfer = calloc(1, sizeof *transfer);
  if (!transfer) { return NULL; }
  transfer->multi = ccu.multi_init();
  transfer->easy = ccu.easy_init();
  transfer->held = malloc(HELD_SIZE);
  if (!transfer->multi || !transfer->easy || !transfer->held) {
    ccu_free(transfer);
    return NULL;
  }
  return transfer;
}

void ccu_free(ccu_transfer *transfer) {
  ccu_end(transfer);
  if (transfer->easy) { ccu.easy_cleanup(transfer->easy); }
  if (transfer->multi) { ccu.multi_cleanup(transfer->multi); }
  if (transfer->headers) { ccu.slist_free_all(transfer->headers); }
  free(transfer->head);
  free(transfer->held);
  free(transfer);
}

void ccu_end(ccu_transfer *transfer) {
  if (transfer->is_added) { ccu.multi_remove_handle(transfer->multi, transfer->easy); }
  transfer->is_added = 0;
  transfer->is_over = 1;
  transfer->held_start = transfer->held_end = 0;
}

static int set_text(ccu_transfer *transfer, int option, const char *text) {
  return text ? ccu.easy_setopt(transfer->easy, option, text) : 0;
}

static int set_number(ccu_transfer *transfer, int option, long number) {
  return ccu.easy_setopt(transfer->easy, option, number);
}

static int set_headers(ccu_transfer *transfer, const struct ccu_request *request) {
  if (transfer->headers) { ccu.slist_free_all(transfer->headers); }
  transfer->headers = NULL;
  for (size_t i = 0; i < request->header_count; ++i) {
    struct ccu_slist *longer = ccu.slist_append(transfer->headers, request->headers[i]);
    if (!longer) { return CCU_NO_MEMORY; }
    transfer->headers = longer;
  }
  if (!transfer->headers) { return 0; }
  return ccu.easy_setopt(transfer->easy, CCU_OPT_HTTPHEADER, transfer->headers);
}

int ccu_begin(ccu_transfer *transfer, const struct ccu_request *request) {
  ccu_end(transfer);
  ccu.easy_reset(transfer->easy);
  transfer->head_count = 0;
  transfer->status = 0;
  transfer->is_head_whole = transfer->is_head_told = transfer->is_over = 0;
  transfer->is_paused = 0;
  transfer->code = 0;
  transfer->reason[0] = 0;
  int code = 0;
#define CCU_DO(call)                                                                               \
  if (!code) { code = call; }
  CCU_DO(set_number(transfer, CCU_OPT_NOSIGNAL, 1))
  CCU_DO(set_number(transfer, CCU_OPT_PROTOCOLS, CCU_PROTOCOL_HTTP | CCU_PROTOCOL_HTTPS))
  // Redirections are followed by the caller, which knows what another host must not see. Frames of HTTP/2
  // would be gathered without a bound while the reader is busy.
  CCU_DO(set_number(transfer, CCU_OPT_FOLLOWLOCATION, 0))
  CCU_DO(set_number(transfer, CCU_OPT_HTTP_VERSION, CCU_HTTP_1_1))
  CCU_DO(set_number(transfer, CCU_OPT_PATH_AS_IS, 1))
  CCU_DO(set_number(transfer, CCU_OPT_SUPPRESS_CONNECT_HEADERS, 1))
  CCU_DO(set_number(transfer, CCU_OPT_BUFFERSIZE, READ_SIZE))
  CCU_DO(set_number(transfer, CCU_OPT_CONNECTTIMEOUT_MS, request->connect_milliseconds))
  CCU_DO(ccu.easy_setopt(transfer->easy, CCU_OPT_ERRORBUFFER, transfer->reason))
  CCU_DO(ccu.easy_setopt(transfer->easy, CCU_OPT_WRITEFUNCTION, take_body))
  CCU_DO(ccu.easy_setopt(transfer->easy, CCU_OPT_WRITEDATA, transfer))
  CCU_DO(ccu.easy_setopt(transfer->easy, CCU_OPT_HEADERFUNCTION, take_head))
  CCU_DO(ccu.easy_setopt(transfer->easy, CCU_OPT_HEADERDATA, transfer))
  CCU_DO(set_text(transfer, CCU_OPT_URL, request->url))
  CCU_DO(set_text(transfer, CCU_OPT_USERAGENT, "sluice"))
  CCU_DO(set_text(transfer, CCU_OPT_RANGE, request->range))
  CCU_DO(set_text(transfer, CCU_OPT_CAINFO, request->certificates))
  if (request->is_direct) { CCU_DO(set_text(transfer, CCU_OPT_NOPROXY, "*")) }
  CCU_DO(set_text(transfer, CCU_OPT_COPYPOSTFIELDS, request->body))
  if (request->bytes) {
    CCU_DO(ccu.easy_setopt(transfer->easy, CCU_OPT_POSTFIELDSIZE_LARGE,
                           (int64_t)request->byte_count))
    CCU_DO(ccu.easy_setopt(transfer->easy, CCU_OPT_POSTFIELDS, request->bytes))
  }
  CCU_DO(set_text(transfer, CCU_OPT_CUSTOMREQUEST, request->method))
  if (request->method && strcmp(request->method, "HEAD") == 0) {
    CCU_DO(set_number(transfer, CCU_OPT_NOBODY, 1))
  }
  if (request->user) {
    CCU_DO(set_number(transfer, CCU_OPT_HTTPAUTH, CCU_AUTH_BASIC))
    CCU_DO(set_text(transfer, CCU_OPT_USERNAME, request->user))
    CCU_DO(set_text(transfer, CCU_OPT_PASSWORD, request->password ? request->password : ""))
  }
  // After the basic authentication, which it replaces.
  CCU_DO(set_text(transfer, CCU_OPT_AWS_SIGV4, request->signature))
  CCU_DO(set_headers(transfer, request))
#undef CCU_DO
  if (!code && ccu.multi_add_handle(transfer->multi, transfer->easy) != 0) { code = CCU_NO_MEMORY; }
  if (code) {
    transfer->is_over = 1;
    transfer->code = code;
    return code;
  }
  transfer->is_added = 1;
  return 0;
}

static void take_held(ccu_transfer *transfer) {
  const size_t held = transfer->held_end - transfer->held_start;
  const size_t free_count = transfer->room_count - transfer->room_used;
  const size_t count = held < free_count ? held : free_count;
  if (count == 0) { return; }
  memcpy(transfer->room + transfer->room_used, transfer->held + transfer->held_start, count);
  transfer->room_used += count;
  transfer->held_start += count;
}

// One step of curl. Returns whether anything came.
static int step(ccu_transfer *transfer) {
  const size_t used = transfer->room_used, held = transfer->held_end;
  const int was_whole = transfer->is_head_whole;
  if (transfer->is_paused) {
    transfer->is_paused = 0;
    ccu.easy_pause(transfer->easy, CCU_PAUSE_CONTINUE);
  }
  int running = 0;
  if (ccu.multi_perform(transfer->multi, &running) != 0) {
    transfer->is_over = 1;
    transfer->code = CCU_NO_MEMORY;
    return 1;
  }
  int left = 0;
  for (struct ccu_message *message; (message = ccu.multi_info_read(transfer->multi, &left));) {
    if (message->kind != CCU_MESSAGE_DONE) { continue; }
    transfer->is_over = 1;
    transfer->code = message->data.result;
  }
  return transfer->is_over || used != transfer->room_used || held != transfer->held_end ||
         was_whole != transfer->is_head_whole;
}

static int answer(ccu_transfer *transfer, size_t *got) {
  *got = 0;
  if (transfer->is_head_whole && !transfer->is_head_told) {
    transfer->is_head_told = 1;
    // What came with the head goes to the next call.
    return CCU_HEAD;
  }
  if (transfer->room_used > 0) {
    *got = transfer->room_used;
    return CCU_BYTES;
  }
  if (transfer->is_over && transfer->held_start == transfer->held_end) {
    return transfer->code ? CCU_FAILED : CCU_END;
  }
  return 0;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

int ccu_run(ccu_transfer *transfer, uint8_t *room, size_t count, size_t *got,
            const int *descriptors, size_t descriptor_count, int milliseconds) {
  transfer->room = room;
  // Before the head was told, all bytes are held.
  transfer->room_count = transfer->is_head_told ? count : 0;
  transfer->room_used = 0;
  take_held(transfer);
  int result = 0;
  int64_t deadline = -1;
  while (!transfer->is_over && transfer->held_start == transfer->held_end &&
         (!transfer->is_head_told || transfer->room_used < transfer->room_count)) {
    if (step(transfer)) {
      if (transfer->is_head_whole && !transfer->is_head_told) { break; }
      continue;
    }
    if (transfer->room_used > 0) { break; }
    if (deadline < 0) { deadline = now() + milliseconds; }
    const int64_t left = deadline - now();
    if (left <= 0) {
      result = CCU_QUIET;
      break;
    }
    struct ccu_waitfd waits[MOST_DESCRIPTORS];
    const size_t number = descriptor_count < MOST_DESCRIPTORS ? descriptor_count : MOST_DESCRIPTORS;
    for (size_t i = 0; i < number; ++i) {
      waits[i] = (struct ccu_waitfd){descriptors[i], CCU_WAIT_IN, 0};
    }
    int ready = 0;
    if (ccu.multi_poll(transfer->multi, waits, (unsigned)number, (int)left, &ready) != 0) {
      transfer->is_over = 1;
      transfer->code = CCU_NO_MEMORY;
      break;
    }
    for (size_t i = 0; i < number; ++i) {
      if (waits[i].revents) { result = CCU_STOPPED; }
    }
    if (result) { break; }
  }
  const int answered = answer(transfer, got);
  transfer->room = NULL;
  transfer->room_count = transfer->room_used = 0;
  return answered ? answered : result ? result : CCU_QUIET;
}

int ccu_is_ready(const ccu_transfer *transfer) { return transfer->held_start < transfer->held_end; }

long ccu_status(const ccu_transfer *transfer) { return transfer->status; }

const char *ccu_head(const ccu_transfer *transfer, size_t *count) {
  *count = transfer->head_count;
  return transfer->head ? transfer->head : "";
}

const char *ccu_redirection(ccu_transfer *transfer) {
  const char *url = NULL;
  ccu.easy_getinfo(transfer->easy, CCU_INFO_REDIRECT_URL, &url);
  return url;
}

long ccu_retry_after(ccu_transfer *transfer) {
  // curl_off_t.
  int64_t seconds = 0;
  ccu.easy_getinfo(transfer->easy, CCU_INFO_RETRY_AFTER, &seconds);
  return seconds < 0 ? 0 : seconds > 86400 ? 86400 : (long)seconds;
}

int ccu_code(const ccu_transfer *transfer) { return transfer->code; }

const char *ccu_reason(const ccu_transfer *transfer) {
  return transfer->reason[0] ? transfer->reason : ccu.easy_strerror(transfer->code);
}
