// Records of mixed kinds through On-Demand's document stream, four fields of each, of which three may be
// missing.
#include "Registry.hpp"

namespace {

/// Whether the field is there.
template <class From>
simdjson_inline bool find(From &record, std::string_view name, simdjson::ondemand::value &value) {
  const auto error = record[name].get(value);
  if (error == simdjson::NO_SUCH_FIELD) { return false; }
  if (error != simdjson::SUCCESS) { throw simdjson::simdjson_error(error); }
  return true;
}

template <class Sink>
simdjson_inline void read(simdjson::ondemand::object record, Sink &sink) {
  simdjson::ondemand::value value;
  sink.real(record["ts"].get_double());
  if (find(record, "uid", value)) { sink.text(value.get_string()); } else { sink.missing(); }
  if (find(record, "id.orig_h", value)) { sink.text(value.get_string()); } else { sink.missing(); }
  if (find(record, "id.resp_p", value)) { sink.integer(value.get_int64()); } else { sink.missing(); }
}

template <size_t batch> struct Stream {
  simdjson::ondemand::parser parser;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    for (const simdjson::padded_string_view &feed : documents) {
      simdjson::ondemand::document_stream stream =
          parser.iterate_many(feed.data(), feed.size(), batch);
      for (auto document : stream) { read(document.get_object(), sink); }
    }
  }
};

} // namespace

namespace bench {
Made make_kinds_iterate_many(Documents documents) {
  return Contender<Stream<simdjson::ondemand::DEFAULT_BATCH_SIZE>>::make(std::move(documents));
}
Made make_kinds_iterate_many_cached(Documents documents) {
  return Contender<Stream<(128 << 10)>>::make(std::move(documents));
}
} // namespace bench
