// The verdict on each line of a feed, by simdjson's DOM parse: the strict check that simdjson offers.
#include "Registry.hpp"

namespace {

struct FullLines {
  simdjson::dom::parser parser;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    for (const simdjson::padded_string_view &feed : documents) {
      const char *line = feed.data();
      const char *const end = line + feed.size();
      while (line < end) {
        const void *const newline = std::memchr(line, '\n', size_t(end - line));
        const char *const stop = newline ? static_cast<const char *>(newline) : end;
        simdjson::dom::element root;
        // What follows in the feed is its padding: without `false` the line would be copied.
        const auto error = parser.parse(line, size_t(stop - line), false).get(root);
        sink.integer(error == simdjson::SUCCESS ? 1 : 0);
        line = stop + 1;
      }
    }
  }
};

} // namespace

namespace bench {
Made make_full_dom_lines(Documents documents) {
  return Contender<FullLines>::make(std::move(documents));
}
} // namespace bench
