// The counterpart of `sluice select` and `sluice count --where --sum`: the same columns, filters and sums
// of the two sample feeds, through On-Demand.
#pragma once

#include "CSVRows.hpp"
#include "LogRecord.hpp"

#include <simdjson.h>

namespace bench {

/// Lines in memory, each a document of its own, read in place. Padding follows the feed.
template <class Body>
void each_line(simdjson::ondemand::parser &parser, const char *line, const char *end, Body body) {
  while (line < end) {
    const void *const newline = std::memchr(line, '\n', size_t(end - line));
    const char *const stop = newline ? static_cast<const char *>(newline) : end;
    const size_t capacity = size_t(end - line) + simdjson::SIMDJSON_PADDING;
    simdjson::ondemand::document document =
        parser.iterate(simdjson::padded_string_view(line, size_t(stop - line), capacity));
    body(document.get_object());
    line = stop + 1;
  }
}

struct EventRows {
  static constexpr std::string_view names = "id,type,actor,repo,size,score,public,created_at";

  template <class Rows> void operator()(simdjson::ondemand::object event, Rows &rows) const {
    rows.integer(ForwardFirst::field(event, "id").get_int64());
    rows.text(ForwardFirst::field(event, "type").get_string());
    rows.text(ForwardFirst::field(event, "actor").find_field("login").get_string());
    rows.text(ForwardFirst::field(event, "repo").find_field("name").get_string());
    payload(ForwardFirst::field(event, "payload").get_object(), rows);
    rows.boolean(ForwardFirst::field(event, "public").get_bool());
    rows.text(ForwardFirst::field(event, "created_at").get_string());
    rows.end_row();
  }

private:
  /// One pass: the event decides which of the two fields a payload has, and none has both.
  template <class Rows> static void payload(simdjson::ondemand::object payload, Rows &rows) {
    for (auto field : payload) {
      const simdjson::ondemand::raw_json_string key = field.key();
      if (key == "size") {
        rows.integer(field.value().get_int64());
        return rows.missing();
      }
      if (key == "issue") {
        rows.missing();
        return rows.real(field.value().find_field("score").get_double());
      }
    }
    rows.missing();
    rows.missing();
  }
};

struct LogRows {
  static constexpr std::string_view names =
      "timestamp,level,service,status,duration_ms,method,path,user";

  template <class Rows> void operator()(simdjson::ondemand::object record, Rows &rows) const {
    rows.text(ForwardFirst::field(record, "timestamp").get_string());
    rows.text(ForwardFirst::field(record, "level").get_string());
    rows.text(ForwardFirst::field(record, "service").get_string());
    rows.integer(ForwardFirst::field(record, "status").get_int64());
    rows.real(ForwardFirst::field(record, "duration_ms").get_double());
    rows.text(ForwardFirst::field(record, "method").get_string());
    rows.text(ForwardFirst::field(record, "path").get_string());
    optional_text(ForwardFirst::field(record, "user"), rows);
    rows.end_row();
  }
};

/// The pushes, and the sum of their sizes.
struct EventSum {
  int64_t count = 0, sum = 0;

  void operator()(simdjson::ondemand::object event) {
    const std::string_view type = ForwardFirst::field(event, "type").get_string();
    if (type != "PushEvent") { return; }
    count += 1;
    sum += int64_t(ForwardFirst::field(event, "payload").find_field("size").get_int64());
  }
};

/// The failed requests, and the sum of their durations.
struct LogSum {
  int64_t count = 0;
  double sum = 0;

  void operator()(simdjson::ondemand::object record) {
    if (int64_t(ForwardFirst::field(record, "status").get_int64()) < 500) { return; }
    count += 1;
    sum += double(ForwardFirst::field(record, "duration_ms").get_double());
  }
};

} // namespace bench
