// What stage 1 says about a text.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  CSJ_OK = 0,
  CSJ_NO_MEMORY,       ///< an allocation failed
  CSJ_TOO_LARGE,       ///< more than CSJ_MAX_BYTES
  CSJ_EMPTY,           ///< no token in the window
  CSJ_CAPACITY,        ///< streaming: the window ends inside its only document; the index is usable
  CSJ_INVALID_UTF8,    ///< the bytes are not UTF-8
  CSJ_UNCLOSED_STRING, ///< a string has no closing quote
  CSJ_CONTROL_IN_STRING, ///< a string contains a raw control character below U+0020
  CSJ_INTERNAL         ///< simdjson returned a code that stage 1 does not document
} csj_status;

#ifdef __cplusplus
}
#endif
