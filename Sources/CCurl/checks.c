// Where curl's own header is installed, the build stops if something was declared otherwise.
#include "ccurl.h"
#include "library.h"

#if defined(__has_include)
#if __has_include(<curl/curl.h>)
#define CURL_DISABLE_TYPECHECK
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>

#if LIBCURL_VERSION_NUM >= 0x074B00
#define CCU_SAME(name, number) _Static_assert(CURLOPT_##name == number, "CURLOPT_" #name);
CCU_OPTIONS(CCU_SAME)
#undef CCU_SAME
#endif

_Static_assert(sizeof(struct ccu_slist) == sizeof(struct curl_slist), "curl_slist");
_Static_assert(offsetof(struct ccu_slist, next) == offsetof(struct curl_slist, next), "curl_slist");
_Static_assert(sizeof(struct ccu_waitfd) == sizeof(struct curl_waitfd) &&
                   offsetof(struct ccu_waitfd, revents) == offsetof(struct curl_waitfd, revents),
               "curl_waitfd");
_Static_assert(sizeof(struct ccu_message) == sizeof(CURLMsg) &&
                   offsetof(struct ccu_message, easy) == offsetof(CURLMsg, easy_handle) &&
                   offsetof(struct ccu_message, data) == offsetof(CURLMsg, data),
               "CURLMsg");
_Static_assert(sizeof(CURLoption) == sizeof(int) && sizeof(CURLcode) == sizeof(int) &&
                   sizeof(CURLMcode) == sizeof(int) && sizeof(CURLINFO) == sizeof(int),
               "enumerations");
_Static_assert(CCU_MESSAGE_DONE == CURLMSG_DONE, "CURLMSG_DONE");
_Static_assert(CCU_WAIT_IN == CURL_WAIT_POLLIN, "CURL_WAIT_POLLIN");
_Static_assert(CCU_GLOBAL_ALL == CURL_GLOBAL_ALL, "CURL_GLOBAL_ALL");
_Static_assert(CCU_ERROR_SIZE == CURL_ERROR_SIZE, "CURL_ERROR_SIZE");
_Static_assert(CCU_PAUSE_CONTINUE == CURLPAUSE_CONT, "CURLPAUSE_CONT");
_Static_assert(CCU_WRITE_PAUSE == CURL_WRITEFUNC_PAUSE, "CURL_WRITEFUNC_PAUSE");
_Static_assert(CCU_PROTOCOL_HTTP == CURLPROTO_HTTP, "CURLPROTO_HTTP");
_Static_assert(CCU_PROTOCOL_HTTPS == CURLPROTO_HTTPS, "CURLPROTO_HTTPS");
_Static_assert(CCU_HTTP_1_1 == CURL_HTTP_VERSION_1_1, "CURL_HTTP_VERSION_1_1");
_Static_assert(CCU_AUTH_BASIC == CURLAUTH_BASIC, "CURLAUTH_BASIC");
_Static_assert(CCU_INFO_RESPONSE_CODE == CURLINFO_RESPONSE_CODE, "CURLINFO_RESPONSE_CODE");
_Static_assert(CCU_INFO_REDIRECT_URL == CURLINFO_REDIRECT_URL, "CURLINFO_REDIRECT_URL");
_Static_assert(CCU_INFO_RETRY_AFTER == CURLINFO_RETRY_AFTER, "CURLINFO_RETRY_AFTER");
_Static_assert(CCU_UNSUPPORTED_PROTOCOL == CURLE_UNSUPPORTED_PROTOCOL, "UNSUPPORTED_PROTOCOL");
_Static_assert(CCU_BAD_URL == CURLE_URL_MALFORMAT, "CURLE_URL_MALFORMAT");
_Static_assert(CCU_NOT_BUILT_IN == CURLE_NOT_BUILT_IN, "CURLE_NOT_BUILT_IN");
_Static_assert(CCU_NO_MEMORY == CURLE_OUT_OF_MEMORY, "CURLE_OUT_OF_MEMORY");
_Static_assert(CCU_UNSUPPORTED == CURLE_UNKNOWN_OPTION, "CURLE_UNKNOWN_OPTION");
_Static_assert(CCU_PARTIAL_BODY == CURLE_PARTIAL_FILE, "CURLE_PARTIAL_FILE");
_Static_assert(CCU_BAD_CERTIFICATE == CURLE_PEER_FAILED_VERIFICATION, "PEER_FAILED_VERIFICATION");
_Static_assert(CCU_BAD_CERTIFICATE_FILE == CURLE_SSL_CACERT_BADFILE, "CURLE_SSL_CACERT_BADFILE");
#endif
#endif
