// A complete log record, with its own strings: the result of typed decoding of a line.
#pragma once

#include "Contender.hpp"

#include <optional>
#include <string>
#include <vector>

namespace bench {

struct LogEntry {
  struct Trace {
    std::string span;
    std::optional<std::string> parent;
    bool sampled = false;
  };
  struct Failure {
    int64_t code = 0;
    std::string text;
  };

  std::string timestamp, level, service, host;
  std::optional<Trace> trace;
  int64_t status = 0;
  double duration = 0;
  std::string method, path;
  std::optional<std::vector<std::string>> tags;
  std::optional<std::string> user;
  std::optional<Failure> error;
  std::optional<std::string> message, request;

  template <class Sink> void hand_over(Sink &sink) const {
    for (const std::string *one : {&timestamp, &level, &service, &host}) { sink.text(*one); }
    if (trace) {
      sink.text(trace->span);
      optional(trace->parent, sink);
      sink.integer(trace->sampled);
    } else {
      sink.missing();
    }
    sink.integer(status);
    sink.real(duration);
    sink.text(method);
    sink.text(path);
    if (tags) {
      sink.integer(int64_t(tags->size()));
      for (const std::string &tag : *tags) { sink.text(tag); }
    } else {
      sink.missing();
    }
    optional(user, sink);
    if (error) {
      sink.integer(error->code);
      sink.text(error->text);
    } else {
      sink.missing();
    }
    optional(message, sink);
    optional(request, sink);
  }

private:
  template <class Sink>
  static void optional(const std::optional<std::string> &text, Sink &sink) {
    if (text) { sink.text(*text); } else { sink.missing(); }
  }
};

} // namespace bench
