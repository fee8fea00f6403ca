// The six fields of a log record in one pass over its keys, whatever their order: the way of simdjson's key selectors
// (Logs+KeySelector.cpp), by hand, for versions without them. A byte tells the wanted keys apart, one comparison
// confirms the key, and the walk ends with the sixth.
#include "LogFields.hpp"
#include "Registry.hpp"

namespace {

struct Fields : bench::LogFields {
  /// Takes the field if it has this name, and comes for the first time.
  simdjson_inline void take_named(unsigned one, std::string_view name, simdjson::ondemand::raw_json_string key,
                                  simdjson::ondemand::field &field) {
    if (!(found & one) && key.unsafe_is_equal(name)) { take(one, field.value()); }
  }

  simdjson_inline void take_field(simdjson::ondemand::field field) {
    const simdjson::ondemand::raw_json_string key = field.key();
    switch (key.raw()[0]) {
    case 't': return take_named(TIMESTAMP, "timestamp", key, field);
    case 'l': return take_named(LEVEL, "level", key, field);
    case 's': return take_named(STATUS, "status", key, field);
    case 'd': return take_named(DURATION, "duration_ms", key, field);
    case 'u': return take_named(USER, "user", key, field);
    case 'm': return take_named(MESSAGE, "message", key, field);
    default: return;
    }
  }
};

template <size_t batch> struct OnePass {
  simdjson::ondemand::parser parser;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    for (const simdjson::padded_string_view &feed : documents) {
      simdjson::ondemand::document_stream stream =
          parser.iterate_many(feed.data(), feed.size(), batch);
      for (auto document : stream) {
        Fields fields;
        for (simdjson::ondemand::field field : document.get_object()) {
          fields.take_field(field);
          if (fields.found == Fields::ALL) { break; }
        }
        fields.hand_over(sink);
      }
    }
  }
};

} // namespace

namespace bench {
Made make_logs_one_pass(Documents documents) {
  return Contender<OnePass<simdjson::ondemand::DEFAULT_BATCH_SIZE>>::make(std::move(documents));
}
Made make_logs_one_pass_cached(Documents documents) {
  return Contender<OnePass<(128 << 10)>>::make(std::move(documents));
}
} // namespace bench
