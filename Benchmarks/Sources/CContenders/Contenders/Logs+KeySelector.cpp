// The log feed in the newest simdjson's own fast ways: key selectors, which pass over the keys of a record once; lines
// whose unread rest is skipped up to the newline; and slices of the feed, each indexed as a whole.
#ifdef BENCH_NEWEST
#include "LogFields.hpp"
#include "LogRecord.hpp"
#include "Registry.hpp"

#include <algorithm>

namespace {

using namespace simdjson;

/// The six fields, each by its name.
struct ByName {
  template <class Sink> static simdjson_inline void read(ondemand::object record, Sink &sink) {
    bench::read_log_record<bench::AnyOrder>(record, sink);
  }
};

/// The same by a key selector, in the order of LogFields' bits.
struct BySelector {
  using Keys =
      ondemand::key_selector<"timestamp", "level", "status", "duration_ms", "user", "message">;

  template <class Sink> static simdjson_inline void read(ondemand::object record, Sink &sink) {
    bench::LogFields fields;
    const error_code error = record.for_each<Keys>(
        [&](size_t index, ondemand::value value) { fields.take(1u << index, value); });
    if (error) { throw simdjson_error(error); }
    fields.hand_over(sink);
  }
};

/// Lines in batches of simdjson's own size, or in slices of the feed.
template <class Record, size_t slice> struct Lines {
  ondemand::parser parser;

  template <class Sink> void read(padded_string_view text, size_t batch, Sink &sink) {
    ondemand::document_stream stream =
        parser.iterate_many(text, batch, stream_format::newline_delimited);
    for (auto document : stream) { Record::read(document.get_object(), sink); }
  }

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    for (const padded_string_view &feed : documents) {
      if constexpr (slice == 0) {
        read(feed, ondemand::DEFAULT_BATCH_SIZE, sink);
      } else {
        for (size_t i = 0; i * slice < feed.size(); ++i) {
          const padded_string_view part = slice_at(feed, '\n', slice, i);
          if (!part.empty()) { read(part, std::max<size_t>(part.size(), 64), sink); }
        }
      }
    }
  }
};

} // namespace

namespace bench {
Made make_logs_newlines(Documents documents) {
  return Contender<Lines<ByName, 0>>::make(std::move(documents));
}
Made make_logs_key_selector(Documents documents) {
  return Contender<Lines<BySelector, 0>>::make(std::move(documents));
}
Made make_logs_key_selector_slices(Documents documents) {
  return Contender<Lines<BySelector, (128 << 10)>>::make(std::move(documents));
}
} // namespace bench
#endif
