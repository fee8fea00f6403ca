// What is declared by hand of libcurl. Names, numbers and layouts are part of the binary interface of
// libcurl.so.4, which has not changed since 2006; newer options only make an older library answer "unknown".
#pragma once
#include <stddef.h>

struct ccu_slist {
  char *data;
  struct ccu_slist *next;
};

/// curl_waitfd.
struct ccu_waitfd {
  int fd;
  short events;
  short revents;
};

/// CURLMsg.
struct ccu_message {
  int kind;
  void *easy;
  union {
    void *whatever;
    int result;
  } data;
};

enum { CCU_MESSAGE_DONE = 1, CCU_WAIT_IN = 1, CCU_GLOBAL_ALL = 3, CCU_ERROR_SIZE = 256 };

// Bits of pausing, and what a writer returns for it.
enum { CCU_PAUSE_CONTINUE = 0, CCU_WRITE_PAUSE = 0x10000001 };

enum { CCU_PROTOCOL_HTTP = 1, CCU_PROTOCOL_HTTPS = 2, CCU_HTTP_1_1 = 2, CCU_AUTH_BASIC = 1 };

// F(name, number, CURLOPT_…)
#define CCU_OPTIONS(F)                                                                             \
  F(WRITEDATA, 10001)                                                                              \
  F(URL, 10002)                                                                                    \
  F(POSTFIELDS, 10015)                                                                             \
  F(RANGE, 10007)                                                                                  \
  F(ERRORBUFFER, 10010)                                                                            \
  F(COPYPOSTFIELDS, 10165)                                                                         \
  F(USERAGENT, 10018)                                                                              \
  F(HTTPHEADER, 10023)                                                                             \
  F(HEADERDATA, 10029)                                                                             \
  F(CUSTOMREQUEST, 10036)                                                                          \
  F(CAINFO, 10065)                                                                                 \
  F(USERNAME, 10173)                                                                               \
  F(PASSWORD, 10174)                                                                               \
  F(NOPROXY, 10177)                                                                                \
  F(AWS_SIGV4, 10305)                                                                              \
  F(POSTFIELDSIZE_LARGE, 30120)                                                                    \
  F(WRITEFUNCTION, 20011)                                                                          \
  F(HEADERFUNCTION, 20079)                                                                         \
  F(NOBODY, 44)                                                                                    \
  F(FOLLOWLOCATION, 52)                                                                            \
  F(HTTP_VERSION, 84)                                                                              \
  F(BUFFERSIZE, 98)                                                                                \
  F(NOSIGNAL, 99)                                                                                  \
  F(HTTPAUTH, 107)                                                                                 \
  F(CONNECTTIMEOUT_MS, 156)                                                                        \
  F(PROTOCOLS, 181)                                                                                \
  F(PATH_AS_IS, 234)                                                                               \
  F(SUPPRESS_CONNECT_HEADERS, 265)

#define CCU_OPTION(name, number) CCU_OPT_##name = number,
enum { CCU_OPTIONS(CCU_OPTION) };
#undef CCU_OPTION

enum { CCU_INFO_RESPONSE_CODE = 0x200002, CCU_INFO_REDIRECT_URL = 0x10001F,
       CCU_INFO_RETRY_AFTER = 0x600039 };

// F(type of the result, member, symbol, parameters). curl's enumerations are ints.
#define CCU_FUNCTIONS(F)                                                                           \
  F(char *, version, curl_version, (void))                                                         \
  F(int, global_init, curl_global_init, (long))                                                    \
  F(void *, easy_init, curl_easy_init, (void))                                                     \
  F(void, easy_cleanup, curl_easy_cleanup, (void *))                                               \
  F(void, easy_reset, curl_easy_reset, (void *))                                                   \
  F(int, easy_setopt, curl_easy_setopt, (void *, int, ...))                                        \
  F(int, easy_getinfo, curl_easy_getinfo, (void *, int, ...))                                      \
  F(int, easy_pause, curl_easy_pause, (void *, int))                                               \
  F(const char *, easy_strerror, curl_easy_strerror, (int))                                        \
  F(void *, multi_init, curl_multi_init, (void))                                                   \
  F(int, multi_cleanup, curl_multi_cleanup, (void *))                                              \
  F(int, multi_add_handle, curl_multi_add_handle, (void *, void *))                                \
  F(int, multi_remove_handle, curl_multi_remove_handle, (void *, void *))                          \
  F(int, multi_perform, curl_multi_perform, (void *, int *))                                       \
  F(int, multi_poll, curl_multi_poll, (void *, struct ccu_waitfd *, unsigned, int, int *))         \
  F(struct ccu_message *, multi_info_read, curl_multi_info_read, (void *, int *))                  \
  F(struct ccu_slist *, slist_append, curl_slist_append, (struct ccu_slist *, const char *))       \
  F(void, slist_free_all, curl_slist_free_all, (struct ccu_slist *))

#define CCU_MEMBER(type, member, symbol, parameters) type(*member) parameters;
/// Filled by ccu_load.
struct ccu_library { CCU_FUNCTIONS(CCU_MEMBER) };
#undef CCU_MEMBER

extern struct ccu_library ccu;
