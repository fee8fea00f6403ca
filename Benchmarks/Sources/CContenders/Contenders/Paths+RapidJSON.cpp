// The fields at JSON Pointers, through RapidJSON's tree and its pointers.
#include "Registry.hpp"

#if __has_include(<rapidjson/pointer.h>)
#include "Paths.hpp"
#include "RapidJSON.hpp"

#include <rapidjson/pointer.h>
#include <stdexcept>

namespace {

template <bool lines> struct PathsRapidJSON {
  std::vector<rapidjson::Pointer> pointers;

  PathsRapidJSON() {
    for (const std::string &path : bench::paths) { pointers.emplace_back(path.c_str()); }
  }

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    bench::for_each_text<lines>(documents, [&](const char *text, size_t length, size_t) {
      rapidjson::Document document;
      document.Parse<rapidjson::kParseValidateEncodingFlag | rapidjson::kParseFullPrecisionFlag>(
          text, length);
      if (document.HasParseError()) {
        throw std::runtime_error(rapidjson::GetParseError_En(document.GetParseError()));
      }
      for (const rapidjson::Pointer &pointer : pointers) {
        const rapidjson::Value *const value = pointer.Get(document);
        if (value == nullptr || value->IsNull()) {
          sink.missing();
        } else if (value->IsString()) {
          sink.text(std::string_view(value->GetString(), value->GetStringLength()));
        } else if (value->IsNumber()) {
          sink.real(value->GetDouble());
        } else if (value->IsBool()) {
          sink.integer(value->GetBool() ? 1 : 0);
        } else {
          sink.integer(2);
        }
      }
    });
  }
};

} // namespace

namespace bench {
Made make_paths_rapidjson_lines(Documents documents) {
  return Contender<PathsRapidJSON<true>>::make(std::move(documents));
}
Made make_paths_rapidjson_whole(Documents documents) {
  return Contender<PathsRapidJSON<false>>::make(std::move(documents));
}
} // namespace bench
#else
bench::Made bench::make_paths_rapidjson_lines(Documents) { return nullptr; }
bench::Made bench::make_paths_rapidjson_whole(Documents) { return nullptr; }
#endif
