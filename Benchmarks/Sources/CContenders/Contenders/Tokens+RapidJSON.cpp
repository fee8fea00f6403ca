// All tokens by RapidJSON's SAX reader, with its UTF-8 validation, from one string that ends with a NUL:
// its fastest stream. Its SIMD code is switched on.
#include "Registry.hpp"

#if __has_include(<rapidjson/reader.h>)
#include "RapidJSON.hpp"
#include "Tokens.hpp"

namespace {

template <class Sink> struct Handler {
  Sink &sink;
  bool Null() { return code(bench::literal_null); }
  bool Bool(bool value) { return code(value ? bench::literal_true : bench::literal_false); }
  bool Int(int value) { return integer(value); }
  bool Uint(unsigned value) { return integer(value); }
  bool Int64(int64_t value) { return integer(value); }
  bool Uint64(uint64_t value) { return integer(int64_t(value)); }
  bool Double(double value) {
    bench::real_value(sink, value);
    return true;
  }
  bool RawNumber(const char *, rapidjson::SizeType, bool) { return false; }
  bool String(const char *text, rapidjson::SizeType length, bool) {
    sink.text({text, length});
    return true;
  }
  bool Key(const char *text, rapidjson::SizeType length, bool) {
    sink.text({text, length});
    return true;
  }
  bool StartObject() { return code(bench::begin_object); }
  bool EndObject(rapidjson::SizeType) { return code(bench::end_object); }
  bool StartArray() { return code(bench::begin_array); }
  bool EndArray(rapidjson::SizeType) { return code(bench::end_array); }

private:
  bool code(int value) {
    sink.integer(value);
    return true;
  }
  bool integer(int64_t value) {
    sink.integer(value);
    return true;
  }
};

struct RapidJSON {
  rapidjson::Reader reader;
  std::vector<std::string> texts;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    if (texts.empty()) { texts.assign(documents.begin(), documents.end()); }
    for (const std::string &text : texts) {
      rapidjson::StringStream stream(text.c_str());
      Handler<Sink> handler{sink};
      const auto result = reader.Parse<rapidjson::kParseValidateEncodingFlag>(stream, handler);
      if (!result) { throw std::runtime_error(rapidjson::GetParseError_En(result.Code())); }
    }
  }
};

} // namespace

namespace bench {
Made make_tokens_rapidjson(Documents documents) {
  return Contender<RapidJSON>::make(std::move(documents));
}
} // namespace bench
#else
bench::Made bench::make_tokens_rapidjson(Documents) { return nullptr; }
#endif
