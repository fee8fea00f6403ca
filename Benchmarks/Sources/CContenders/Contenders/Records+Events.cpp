// The events feed, eight fields of each record: line by line, and through the document stream with
// batches that stay in the second-level cache.
#include "LogRecord.hpp"
#include "Records.hpp"

namespace {

using namespace simdjson;
using bench::ForwardFirst;

/// One walk for both: either may be missing, and a lookup of what is missing would go over the
/// payload again.
void read_payload(ondemand::object payload, bench_event &event) {
  for (auto field : payload) {
    const ondemand::raw_json_string key = field.key();
    if (key == "size") {
      event.has_size = true;
      event.size = field.value().get_int64();
    } else if (key == "issue") {
      event.has_score = true;
      event.score = field.value().find_field("score").get_double();
    }
  }
}

bench_event read_event(ondemand::object record) {
  bench_event event{};
  event.id = ForwardFirst::field(record, "id").get_int64();
  event.type = bench::view(ForwardFirst::field(record, "type").get_string());
  event.login = bench::view(ForwardFirst::field(record, "actor").find_field("login").get_string());
  event.repository =
      bench::view(ForwardFirst::field(record, "repo").find_field("name").get_string());
  read_payload(ForwardFirst::field(record, "payload").get_object(), event);
  event.is_public = ForwardFirst::field(record, "public").get_bool();
  event.created_at = bench::view(ForwardFirst::field(record, "created_at").get_string());
  return event;
}

} // namespace

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
