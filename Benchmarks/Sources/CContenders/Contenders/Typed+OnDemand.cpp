// The log feed line by line, each complete record into a struct, through On-Demand: one walk over its
// fields, in any order.
#include "LogEntry.hpp"
#include "Registry.hpp"
#include "Selection.hpp"

#include <stdexcept>

namespace {

using namespace simdjson;
using bench::LogEntry;

std::string owned(ondemand::value value) {
  return std::string(std::string_view(value.get_string()));
}

std::optional<std::string> owned_or_null(ondemand::value value) {
  if (bool(value.is_null())) { return std::nullopt; }
  return owned(value);
}

LogEntry::Trace trace_of(ondemand::object object) {
  LogEntry::Trace trace;
  for (auto field : object) {
    const ondemand::raw_json_string key = field.key();
    if (key == "span") {
      trace.span = owned(field.value().take_value());
    } else if (key == "parent") {
      trace.parent = owned_or_null(field.value().take_value());
    } else if (key == "sampled") {
      trace.sampled = field.value().get_bool();
    }
  }
  return trace;
}

LogEntry::Failure failure_of(ondemand::object object) {
  LogEntry::Failure failure;
  for (auto field : object) {
    const ondemand::raw_json_string key = field.key();
    if (key == "code") {
      failure.code = field.value().get_int64();
    } else if (key == "text") {
      failure.text = owned(field.value().take_value());
    }
  }
  return failure;
}

/// Which of the required fields were found.
enum Needed : unsigned {
  timestamp = 1, level = 2, service = 4, host = 8, status = 16, duration = 32, method = 64,
  path = 128, all = 255
};

LogEntry entry_of(ondemand::object record) {
  LogEntry entry;
  unsigned found = 0;
  for (auto field : record) {
    const ondemand::raw_json_string key = field.key();
    ondemand::value value = field.value();
    if (key == "timestamp") {
      entry.timestamp = owned(value), found |= timestamp;
    } else if (key == "level") {
      entry.level = owned(value), found |= level;
    } else if (key == "service") {
      entry.service = owned(value), found |= service;
    } else if (key == "host") {
      entry.host = owned(value), found |= host;
    } else if (key == "status") {
      entry.status = value.get_int64(), found |= status;
    } else if (key == "duration_ms") {
      entry.duration = value.get_double(), found |= duration;
    } else if (key == "method") {
      entry.method = owned(value), found |= method;
    } else if (key == "path") {
      entry.path = owned(value), found |= path;
    } else if (key == "user") {
      entry.user = owned_or_null(value);
    } else if (key == "message") {
      entry.message = owned_or_null(value);
    } else if (key == "request_id") {
      entry.request = owned_or_null(value);
    } else if (key == "trace") {
      entry.trace = trace_of(value.get_object());
    } else if (key == "error") {
      entry.error = failure_of(value.get_object());
    } else if (key == "tags") {
      entry.tags.emplace();
      for (ondemand::value tag : value.get_array()) { entry.tags->push_back(owned(tag)); }
    }
  }
  if (found != all) { throw std::runtime_error("a field is missing"); }
  return entry;
}

struct Lines {
  ondemand::parser parser;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    for (const padded_string_view &feed : documents) {
      bench::each_line(parser, feed.data(), feed.data() + feed.size(),
                       [&](ondemand::object record) { entry_of(record).hand_over(sink); });
    }
  }
};

} // namespace

namespace bench {
Made make_typed_lines(Documents documents) {
  return Contender<Lines>::make(std::move(documents));
}
} // namespace bench
