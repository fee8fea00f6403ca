// The events feed, eight fields of each record into a sink: line by line, and through the document stream.
#include "Event.hpp"
#include "Registry.hpp"

namespace {

using bench::read_event;

template <class Sink> void hand_over(const bench_event &event, Sink &sink) {
  const auto text = [](const bench_view &view) {
    return std::string_view(view.bytes, view.length);
  };
  sink.integer(event.id);
  sink.text(text(event.type));
  sink.text(text(event.login));
  sink.text(text(event.repository));
  if (event.has_size) { sink.integer(event.size); } else { sink.missing(); }
  if (event.has_score) { sink.real(event.score); } else { sink.missing(); }
  sink.integer(event.is_public ? 1 : 0);
  sink.text(text(event.created_at));
}

struct Lines {
  simdjson::ondemand::parser parser;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    for (const simdjson::padded_string_view &feed : documents) {
      const char *line = feed.data();
      const char *const end = line + feed.size();
      while (line < end) {
        const void *const newline = std::memchr(line, '\n', size_t(end - line));
        const char *const stop = newline ? static_cast<const char *>(newline) : end;
        const size_t capacity = size_t(end - line) + simdjson::SIMDJSON_PADDING;
        simdjson::ondemand::document document =
            parser.iterate(simdjson::padded_string_view(line, size_t(stop - line), capacity));
        hand_over(read_event(document.get_object()), sink);
        line = stop + 1;
      }
    }
  }
};

template <size_t batch> struct Stream {
  simdjson::ondemand::parser parser;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    for (const simdjson::padded_string_view &feed : documents) {
      simdjson::ondemand::document_stream stream =
          parser.iterate_many(feed.data(), feed.size(), batch);
      for (auto document : stream) { hand_over(read_event(document.get_object()), sink); }
    }
  }
};

} // namespace

namespace bench {
Made make_events_lines(Documents documents) {
  return Contender<Lines>::make(std::move(documents));
}
Made make_events_iterate_many(Documents documents) {
  return Contender<Stream<simdjson::ondemand::DEFAULT_BATCH_SIZE>>::make(std::move(documents));
}
Made make_events_iterate_many_cached(Documents documents) {
  return Contender<Stream<(128 << 10)>>::make(std::move(documents));
}
} // namespace bench
