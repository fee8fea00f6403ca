// Eight columns of a feed as CSV, line by line and through the document stream.
#include "Registry.hpp"
#include "Selection.hpp"

namespace {

/// The number of bytes and rows: the bytes themselves are compared before any time counts.
void hand_over(std::string_view bytes, bench::Tally &tally) { tally.bytes += bytes.size(); }
void hand_over(std::string_view bytes, bench::Text &text) { text.out += bytes; }
void count(uint64_t rows, bench::Tally &tally) { tally.numbers += rows; }
void count(uint64_t, bench::Text &) {}

template <class Row, bool streams> struct Select {
  simdjson::ondemand::parser parser;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    const auto out = [&](std::string_view bytes) { hand_over(bytes, sink); };
    bench::CSVRows<decltype(out)> rows(out);
    const Row row;
    rows.head(Row::names);
    for (const simdjson::padded_string_view &feed : documents) {
      if constexpr (streams) {
        // Batches that fit the cache; the default of 1 MB is slower.
        simdjson::ondemand::document_stream stream =
            parser.iterate_many(feed.data(), feed.size(), 128 << 10);
        for (auto document : stream) { row(document.get_object(), rows); }
      } else {
        bench::each_line(parser, feed.data(), feed.data() + feed.size(),
                         [&](simdjson::ondemand::object record) { row(record, rows); });
      }
    }
    rows.flush();
    count(rows.rows, sink);
  }
};

} // namespace

namespace bench {
Made make_select_events_lines(Documents documents) {
  return Contender<Select<EventRows, false>>::make(std::move(documents));
}
Made make_select_events_stream(Documents documents) {
  return Contender<Select<EventRows, true>>::make(std::move(documents));
}
Made make_select_logs_lines(Documents documents) {
  return Contender<Select<LogRows, false>>::make(std::move(documents));
}
Made make_select_logs_stream(Documents documents) {
  return Contender<Select<LogRows, true>>::make(std::move(documents));
}
} // namespace bench
