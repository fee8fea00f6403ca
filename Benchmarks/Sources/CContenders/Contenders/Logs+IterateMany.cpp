// The log feed through On-Demand's document stream.
#include "LogRecord.hpp"
#include "Registry.hpp"

namespace {

/// simdjson's own batch size, or one whose index stays in the second-level cache.
template <class Lookup, size_t batch> struct Stream {
  simdjson::ondemand::parser parser;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    for (const simdjson::padded_string_view &feed : documents) {
      simdjson::ondemand::document_stream stream =
          parser.iterate_many(feed.data(), feed.size(), batch);
      for (auto document : stream) {
        bench::read_log_record<Lookup>(document.get_object(), sink);
      }
    }
  }
};

constexpr size_t standard = simdjson::ondemand::DEFAULT_BATCH_SIZE;
constexpr size_t cached = 128 << 10;

} // namespace

namespace bench {
Made make_logs_iterate_many(Documents documents) {
  return Contender<Stream<AnyOrder, standard>>::make(std::move(documents));
}
Made make_logs_iterate_many_cached(Documents documents) {
  return Contender<Stream<AnyOrder, cached>>::make(std::move(documents));
}
} // namespace bench
