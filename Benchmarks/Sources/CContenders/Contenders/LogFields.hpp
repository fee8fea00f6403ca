// The six fields of a log record, taken in any order: for contenders that pass over the keys once.
#pragma once

#include "Contender.hpp"

namespace bench {

struct LogFields {
  std::string_view timestamp, level, user, message;
  int64_t status = 0;
  double duration = 0;
  unsigned found = 0;
  enum : unsigned { TIMESTAMP = 1, LEVEL = 2, STATUS = 4, DURATION = 8, USER = 16, MESSAGE = 32, ALL = 63 };
  bool has_user = false, has_message = false;

  /// A string; null counts as missing.
  static simdjson_inline bool text(simdjson::ondemand::value value, std::string_view &text) {
    if (value.get_string().get(text) == simdjson::SUCCESS) { return true; }
    if (!bool(value.is_null())) { throw simdjson::simdjson_error(simdjson::INCORRECT_TYPE); }
    return false;
  }

  /// Takes the value of one field, which comes for the first time.
  simdjson_inline void take(unsigned one, simdjson::ondemand::value value) {
    found |= one;
    switch (one) {
    case TIMESTAMP: timestamp = value.get_string(); break;
    case LEVEL: level = value.get_string(); break;
    case STATUS: status = value.get_int64(); break;
    case DURATION: duration = value.get_double(); break;
    case USER: has_user = text(value, user); break;
    default: has_message = text(value, message);
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

} // namespace bench
