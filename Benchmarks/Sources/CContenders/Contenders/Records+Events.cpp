// The events feed, eight fields of each record: line by line, and through the document stream with
// batches that stay in the second-level cache.
#include "Event.hpp"

using namespace simdjson;
using bench::read_event;

bool bench_read_event_lines(bench_parser *parser, const bench_document *feed, bench_take_event take,
                            void *context) {
  return parser->guarded([&] {
    const char *line = reinterpret_cast<const char *>(feed->bytes);
    const char *const end = line + feed->length;
    while (line < end) {
      const void *const newline = std::memchr(line, '\n', size_t(end - line));
      const char *const stop = newline ? static_cast<const char *>(newline) : end;
      const size_t capacity = size_t(end - line) + SIMDJSON_PADDING;
      ondemand::document document =
          parser->parser.iterate(padded_string_view(line, size_t(stop - line), capacity));
      const bench_event event = read_event(document.get_object());
      take(context, &event);
      line = stop + 1;
    }
  });
}

bool bench_read_event_stream(bench_parser *parser, const bench_document *feed,
                             bench_take_event take, void *context) {
  return parser->guarded([&] {
    ondemand::document_stream stream =
        parser->parser.iterate_many(feed->bytes, feed->length, 128 << 10);
    for (auto document : stream) {
      const bench_event event = read_event(document.get_object());
      take(context, &event);
    }
  });
}
