// The works on the log feed that are the same for every library with a tree (Trees.hpp defines that;
// `typed` also needs a `static bool boolean(Node)`).
#pragma once

#include "LogEntry.hpp"
#include "Trees.hpp"

#include <cmath>

namespace bench {

/// The log feed: each line is a document of its own, in place; Record passes on the wanted values.
template <class Library, class Record> struct Lines {
  static_assert(!Library::terminated, "a line ends with a newline");
  Library library;

  template <class Sink> void operator()(const Documents &documents, Sink &sink) {
    for (const std::string_view feed : documents) {
      for (size_t start = 0; start < feed.size();) {
        const size_t stop = std::min(feed.find('\n', start), feed.size());
        const auto tree = library.parse(feed.substr(start, stop - start));
        Record::read(Library::root(tree), sink);
        start = stop + 1;
      }
    }
  }
};

/// Six fields.
template <class Library> struct SixFields {
  template <class Sink> static void read(typename Library::Node record, Sink &sink) {
    using L = Library;
    sink.text(L::text(L::field(record, "timestamp")));
    sink.text(L::text(L::field(record, "level")));
    sink.integer(L::integer(L::field(record, "status")));
    sink.real(L::real(L::field(record, "duration_ms")));
    optional_text(L::field(record, "user"), sink);
    optional_text(L::field(record, "message"), sink);
  }

private:
  template <class Sink> static void optional_text(typename Library::Node node, Sink &sink) {
    if (Library::is_null(node)) { return sink.missing(); }
    sink.text(Library::text(node));
  }
};

template <class Library> using Logs = Lines<Library, SixFields<Library>>;

/// The number of records for which a condition holds, and the sum of a number in them: failed requests and
/// their durations. Durations are in thousandths, in which the sum does not depend on the order of the
/// additions.
template <class Library> struct Count {
  static_assert(!Library::terminated, "a line ends with a newline");
  struct Record {
    template <class Sum> static void read(typename Library::Node record, Sum &sum) {
      if (Library::integer(Library::field(record, "status")) < 500) { return; }
      sum.count += 1;
      sum.total += Library::real(Library::field(record, "duration_ms"));
    }
  };
  struct Sum {
    int64_t count = 0;
    double total = 0;
  };
  Lines<Library, Record> lines;

  template <class Sink> void operator()(const Documents &documents, Sink &sink) {
    Sum sum;
    lines(documents, sum);
    sink.integer(sum.count);
    sink.integer(std::llround(sum.total * 1000));
  }
};

/// The complete record, into a struct.
template <class Library> struct WholeRecord {
  template <class Sink> static void read(typename Library::Node record, Sink &sink) {
    entry_of(record).hand_over(sink);
  }

private:
  using L = Library;
  using Node = typename L::Node;

  static std::string text(Node object, const char *name) {
    return std::string(L::text(L::field(object, name)));
  }
  static std::optional<std::string> optional(Node object, const char *name) {
    const Node node = L::field(object, name);
    if (L::is_null(node)) { return std::nullopt; }
    return std::string(L::text(node));
  }

  static LogEntry entry_of(Node record) {
    LogEntry entry;
    entry.timestamp = text(record, "timestamp");
    entry.level = text(record, "level");
    entry.service = text(record, "service");
    entry.host = text(record, "host");
    if (const Node trace = L::field(record, "trace"); !L::is_null(trace)) {
      entry.trace = LogEntry::Trace{text(trace, "span"), optional(trace, "parent"),
                                    L::boolean(L::field(trace, "sampled"))};
    }
    entry.status = L::integer(L::field(record, "status"));
    entry.duration = L::real(L::field(record, "duration_ms"));
    entry.method = text(record, "method");
    entry.path = text(record, "path");
    if (const Node tags = L::field(record, "tags"); !L::is_null(tags)) {
      entry.tags.emplace();
      L::each(tags, [&](Node tag) { entry.tags->emplace_back(L::text(tag)); });
    }
    entry.user = optional(record, "user");
    if (const Node error = L::field(record, "error"); !L::is_null(error)) {
      entry.error = LogEntry::Failure{L::integer(L::field(error, "code")), text(error, "text")};
    }
    entry.message = optional(record, "message");
    entry.request = optional(record, "request_id");
    return entry;
  }
};

template <class Library> using Typed = Lines<Library, WholeRecord<Library>>;

} // namespace bench
