// The number of records of a feed for which a condition holds, and the sum of a number in them: line by
// line and through the document stream.
#include "Registry.hpp"
#include "Selection.hpp"

#include <cmath>

namespace {

/// Durations have three decimals: in thousandths, sums do not depend on the order of the additions.
int64_t whole(int64_t sum) { return sum; }
int64_t whole(double sum) { return std::llround(sum * 1000); }

template <class Sum, bool streams> struct Count {
  simdjson::ondemand::parser parser;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    Sum sum;
    for (const simdjson::padded_string_view &feed : documents) {
      if constexpr (streams) {
        simdjson::ondemand::document_stream stream =
            parser.iterate_many(feed.data(), feed.size(), 128 << 10);
        for (auto document : stream) { sum(document.get_object()); }
      } else {
        bench::each_line(parser, feed.data(), feed.data() + feed.size(),
                         [&](simdjson::ondemand::object record) { sum(record); });
      }
    }
    sink.integer(sum.count);
    sink.integer(whole(sum.sum));
  }
};

} // namespace

namespace bench {
Made make_count_events_lines(Documents documents) {
  return Contender<Count<EventSum, false>>::make(std::move(documents));
}
Made make_count_events_stream(Documents documents) {
  return Contender<Count<EventSum, true>>::make(std::move(documents));
}
Made make_count_logs_lines(Documents documents) {
  return Contender<Count<LogSum, false>>::make(std::move(documents));
}
Made make_count_logs_stream(Documents documents) {
  return Contender<Count<LogSum, true>>::make(std::move(documents));
}
} // namespace bench
