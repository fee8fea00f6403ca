// All tokens by YAJL, a streaming reader, in chunks of 64 KiB. It validates UTF-8 by default.
#include "Registry.hpp"

#if __has_include(<yajl/yajl_parse.h>)
#include "Tokens.hpp"

#include <yajl/yajl_parse.h>

namespace {

template <class Sink> struct Callbacks {
  static Sink &of(void *context) { return *static_cast<Sink *>(context); }
  static int code(void *context, int value) {
    of(context).integer(value);
    return 1;
  }
  static int text(void *context, const unsigned char *bytes, size_t length) {
    of(context).text({reinterpret_cast<const char *>(bytes), length});
    return 1;
  }
  static constexpr yajl_callbacks all = {
      [](void *context) { return code(context, bench::literal_null); },
      [](void *context, int value) {
        return code(context, value ? bench::literal_true : bench::literal_false);
      },
      [](void *context, long long value) {
        of(context).integer(value);
        return 1;
      },
      [](void *context, double value) {
        bench::real_value(of(context), value);
        return 1;
      },
      nullptr,
      text,
      [](void *context) { return code(context, bench::begin_object); },
      text,
      [](void *context) { return code(context, bench::end_object); },
      [](void *context) { return code(context, bench::begin_array); },
      [](void *context) { return code(context, bench::end_array); },
  };
};

struct YAJL {
  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    for (const auto &bytes : documents) {
      const std::unique_ptr<yajl_handle_t, decltype(&yajl_free)> reader(
          yajl_alloc(&Callbacks<Sink>::all, nullptr, &sink), yajl_free);
      const auto *start = reinterpret_cast<const unsigned char *>(bytes.data());
      for (size_t at = 0; at < bytes.size(); at += chunk) {
        check(yajl_parse(reader.get(), start + at, std::min(chunk, bytes.size() - at)));
      }
      check(yajl_complete_parse(reader.get()));
    }
  }

private:
  static constexpr size_t chunk = 64 << 10;
  static void check(yajl_status status) {
    if (status != yajl_status_ok) { throw std::runtime_error(yajl_status_to_string(status)); }
  }
};

} // namespace

namespace bench {
Made make_tokens_yajl(Documents documents) { return Contender<YAJL>::make(std::move(documents)); }
} // namespace bench
#else
bench::Made bench::make_tokens_yajl(Documents) { return nullptr; }
#endif
