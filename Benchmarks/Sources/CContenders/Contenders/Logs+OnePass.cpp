// The six fields of a log record in one pass over its keys, whatever their order: the way of the key selectors
// that simdjson has had since June 2026, written by hand, because no release that can be had here has them. A byte
// tells the wanted keys apart, one comparison confirms the key, and the walk ends with the sixth.
#include "Contender.hpp"
#include "Registry.hpp"

namespace {

struct Fields {
  std::string_view timestamp, level, user, message;
  int64_t status = 0;
  double duration = 0;
  unsigned found = 0;
  enum : unsigned { TIMESTAMP = 1, LEVEL = 2, STATUS = 4, DURATION = 8, USER = 16, MESSAGE = 32, ALL = 63 };
  bool has_user = false, has_message = false;

  /// Whether the field is wanted and comes for the first time.
  simdjson_inline bool takes(unsigned one, simdjson::ondemand::raw_json_string key, std::string_view name) {
    if (found & one || !key.unsafe_is_equal(name)) { return false; }
    found |= one;
    return true;
  }

  /// A string; null counts as missing.
  static simdjson_inline bool text(simdjson::ondemand::value value, std::string_view &text) {
    if (value.get_string().get(text) == simdjson::SUCCESS) { return true; }
    if (!bool(value.is_null())) { throw simdjson::simdjson_error(simdjson::INCORRECT_TYPE); }
    return false;
  }

  simdjson_inline void take(simdjson::ondemand::field field) {
    const simdjson::ondemand::raw_json_string key = field.key();
    switch (key.raw()[0]) {
    case 't':
      if (takes(TIMESTAMP, key, "timestamp")) { timestamp = field.value().get_string(); }
      break;
    case 'l':
      if (takes(LEVEL, key, "level")) { level = field.value().get_string(); }
      break;
    case 's':
      if (takes(STATUS, key, "status")) { status = field.value().get_int64(); }
      break;
    case 'd':
      if (takes(DURATION, key, "duration_ms")) { duration = field.value().get_double(); }
      break;
    case 'u':
      if (takes(USER, key, "user")) { has_user = text(field.value(), user); }
      break;
    case 'm':
      if (takes(MESSAGE, key, "message")) { has_message = text(field.value(), message); }
      break;
    default: break;
    }
  }

  template <class Sink> simdjson_inline void hand_over(Sink &sink) const {
    constexpr unsigned needed = TIMESTAMP | LEVEL | STATUS | DURATION;
    if ((found & needed) != needed) { throw simdjson::simdjson_error(simdjson::NO_SUCH_FIELD); }
    sink.text(timestamp);
    sink.text(level);
    sink.integer(status);
    sink.real(duration);
    if (has_user) { sink.text(user); } else { sink.missing(); }
    if (has_message) { sink.text(message); } else { sink.missing(); }
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
          fields.take(field);
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
