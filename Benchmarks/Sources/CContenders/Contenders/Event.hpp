// Eight fields of an event through On-Demand.
#pragma once

#include "LogRecord.hpp"
#include "Records.hpp"

namespace bench {

/// One walk for both, because either may be missing, and a lookup of a missing field would search the
/// payload again.
inline void read_payload(simdjson::ondemand::object payload, bench_event &event) {
  for (auto field : payload) {
    const simdjson::ondemand::raw_json_string key = field.key();
    if (key == "size") {
      event.has_size = true;
      event.size = field.value().get_int64();
    } else if (key == "issue") {
      event.has_score = true;
      event.score = field.value().find_field("score").get_double();
    }
  }
}

inline bench_event read_event(simdjson::ondemand::object record) {
  bench_event event{};
  event.id = ForwardFirst::field(record, "id").get_int64();
  event.type = view(ForwardFirst::field(record, "type").get_string());
  event.login = view(ForwardFirst::field(record, "actor").find_field("login").get_string());
  event.repository = view(ForwardFirst::field(record, "repo").find_field("name").get_string());
  read_payload(ForwardFirst::field(record, "payload").get_object(), event);
  event.is_public = ForwardFirst::field(record, "public").get_bool();
  event.created_at = view(ForwardFirst::field(record, "created_at").get_string());
  return event;
}

} // namespace bench
