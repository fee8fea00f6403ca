// Six fields of a log record through On-Demand. Two of them may be missing, one may be null, and some
// records have another order of fields.
#pragma once

#include "Contender.hpp"

namespace bench {

/// Searches forward only; when that fails, in any order.
struct ForwardFirst {
  template <class From>
  static simdjson_inline simdjson::simdjson_result<simdjson::ondemand::value>
  field(From &record, std::string_view name) {
    auto found = record.find_field(name);
    return found.error() == simdjson::NO_SUCH_FIELD ? record[name] : found;
  }
};

struct AnyOrder {
  template <class From>
  static simdjson_inline simdjson::simdjson_result<simdjson::ondemand::value>
  field(From &record, std::string_view name) {
    return record[name];
  }
};

/// A string; null and missing count the same.
template <class Sink>
simdjson_inline void optional_text(simdjson::simdjson_result<simdjson::ondemand::value> found,
                                   Sink &sink) {
  simdjson::ondemand::value value;
  const auto error = found.get(value);
  if (error == simdjson::NO_SUCH_FIELD) { return sink.missing(); }
  if (error != simdjson::SUCCESS) { throw simdjson::simdjson_error(error); }
  std::string_view text;
  if (value.get_string().get(text) == simdjson::SUCCESS) { return sink.text(text); }
  if (!bool(value.is_null())) { throw simdjson::simdjson_error(simdjson::INCORRECT_TYPE); }
  sink.missing();
}

template <class Lookup, class Sink>
simdjson_inline void read_log_record(simdjson::ondemand::object record, Sink &sink) {
  sink.text(Lookup::field(record, "timestamp").get_string());
  sink.text(Lookup::field(record, "level").get_string());
  sink.integer(Lookup::field(record, "status").get_int64());
  sink.real(Lookup::field(record, "duration_ms").get_double());
  optional_text(Lookup::field(record, "user"), sink);
  optional_text(Lookup::field(record, "message"), sink);
}

} // namespace bench
