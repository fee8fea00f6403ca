// HTTP transfers through libcurl, which is loaded when the first one begins.
//
// It is not linked: most feeds are files, and loading it with its libraries (TLS, name resolution) takes
// several milliseconds that every command of the tool would pay. The few functions, options and structures
// that Sluice needs are declared in library.h; checks.c compares them with curl's own header where that is
// installed.
#pragma once
#include <stddef.h>
#include <stdint.h>

/// Loads libcurl, once for the process; any thread may call it. NULL, or why it can't be loaded.
const char *_Nullable ccu_load(void);

/// Such as `libcurl/7.88.1 OpenSSL/3.0.15`; NULL if it can't be loaded.
const char *_Nullable ccu_version(void);

/// A transfer that can be used again, which keeps its connection. One thread uses it at a time.
typedef struct ccu_transfer ccu_transfer;

/// A request. Texts are copied by ccu_begin.
struct ccu_request {
  const char *_Nonnull url;
  /// NULL: GET.
  const char *_Nullable method;
  /// Lines such as `If-Match: "x"`.
  const char *_Nullable const *_Nullable headers;
  size_t header_count;
  /// `0-1023`, `1024-`; NULL: everything.
  const char *_Nullable range;
  /// Basic authentication; the key of a signature.
  const char *_Nullable user;
  const char *_Nullable password;
  /// Such as `aws:amz:eu-west-1:s3`: signs the request by AWS's version 4. NULL: does not.
  const char *_Nullable signature;
  /// The body of a PUT or POST.
  const char *_Nullable body;
  /// The same as bytes, which are not copied: they must live until the transfer is given up or has another
  /// request.
  const void *_Nullable bytes;
  size_t byte_count;
  /// A file of certificates to trust; NULL: the system's.
  const char *_Nullable certificates;
  /// Whether no proxy is used, whatever the environment says.
  int is_direct;
  long connect_milliseconds;
};

/// What ccu_run returns.
enum {
  /// Bytes of the body have come.
  CCU_BYTES = 1,
  /// The head of the response has come. Once for each response, before its body.
  CCU_HEAD,
  /// The response has ended as it announced.
  CCU_END,
  /// The transfer broke off: ccu_code and ccu_reason say why.
  CCU_FAILED,
  /// One of the descriptors became readable.
  CCU_STOPPED,
  /// Nothing came in the given time.
  CCU_QUIET,
};

/// NULL when there is no memory. Only after ccu_load has answered NULL.
ccu_transfer *_Nullable ccu_make(void);

void ccu_free(ccu_transfer *_Nonnull transfer);

/// Begins a request, and gives up an earlier one. Returns 0, or an error of curl, such as
/// CCU_UNSUPPORTED for a library without signatures.
int ccu_begin(ccu_transfer *_Nonnull transfer, const struct ccu_request *_Nonnull request);

/// Gives up the current request; the connection is kept if the response has ended.
void ccu_end(ccu_transfer *_Nonnull transfer);

/// Reads on: fills `room` as far as bytes come without waiting, and waits for the first.
///
/// Waits at most `milliseconds`, and ends when one of the descriptors becomes readable.
int ccu_run(ccu_transfer *_Nonnull transfer, uint8_t *_Nullable room, size_t count,
            size_t *_Nonnull got, const int *_Nullable descriptors, size_t descriptor_count,
            int milliseconds);

/// Whether bytes are held that ccu_run returns at once.
int ccu_is_ready(const ccu_transfer *_Nonnull transfer);

/// The status of the response; 0 before its head.
long ccu_status(const ccu_transfer *_Nonnull transfer);

/// The head of the response: its lines as they came.
const char *_Nonnull ccu_head(const ccu_transfer *_Nonnull transfer, size_t *_Nonnull count);

/// After CCU_END of a redirection: where it leads, as a whole URL; NULL if nowhere. Valid until the next
/// call.
const char *_Nullable ccu_redirection(ccu_transfer *_Nonnull transfer);

/// The seconds of Retry-After, as a number or from its date; 0 without that field.
long ccu_retry_after(ccu_transfer *_Nonnull transfer);

/// After CCU_FAILED: curl's code and what it says.
int ccu_code(const ccu_transfer *_Nonnull transfer);
const char *_Nonnull ccu_reason(const ccu_transfer *_Nonnull transfer);

/// Codes that no repetition can mend: an URL that curl can't read, a certificate that is not trusted.
enum {
  CCU_UNSUPPORTED_PROTOCOL = 1,
  CCU_BAD_URL = 3,
  CCU_NOT_BUILT_IN = 4,
  CCU_NO_MEMORY = 27,
  CCU_UNSUPPORTED = 48,
  CCU_PARTIAL_BODY = 18,
  CCU_BAD_CERTIFICATE = 60,
  CCU_BAD_CERTIFICATE_FILE = 77
};
