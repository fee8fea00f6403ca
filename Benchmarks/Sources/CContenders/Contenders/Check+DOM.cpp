// The verdict on whole documents, by simdjson's DOM parse: the strict check that simdjson offers.
#include "Registry.hpp"

namespace {

struct Check {
  simdjson::dom::parser parser;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    for (const simdjson::padded_string_view &bytes : documents) {
      simdjson::dom::element root;
      // The bytes are padded: without `false` they would be copied.
      const auto error = parser.parse(bytes.data(), bytes.size(), false).get(root);
      sink.integer(error == simdjson::SUCCESS ? 1 : 0);
    }
  }
};

} // namespace

namespace bench {
Made make_check_dom(Documents documents) { return Contender<Check>::make(std::move(documents)); }
} // namespace bench
