// The log feed line by line: each line is a document of its own, read in place.
#include "LogRecord.hpp"
#include "Registry.hpp"

namespace {

template <class Lookup> struct Lines {
  simdjson::ondemand::parser parser;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    for (const simdjson::padded_string_view &feed : documents) {
      const char *line = feed.data();
      const char *const end = line + feed.size();
      while (line < end) {
        const void *const newline = std::memchr(line, '\n', size_t(end - line));
        const char *const stop = newline ? static_cast<const char *>(newline) : end;
        // The line is followed by the next lines, and the last one by the feed's padding.
        const size_t capacity = size_t(end - line) + simdjson::SIMDJSON_PADDING;
        simdjson::ondemand::document document = parser.iterate(
            simdjson::padded_string_view(line, size_t(stop - line), capacity));
        bench::read_log_record<Lookup>(document.get_object(), sink);
        line = stop + 1;
      }
    }
  }
};

} // namespace

namespace bench {
Made make_logs_lines(Documents documents) {
  return Contender<Lines<AnyOrder>>::make(std::move(documents));
}
Made make_logs_lines_forward(Documents documents) {
  return Contender<Lines<ForwardFirst>>::make(std::move(documents));
}
} // namespace bench
