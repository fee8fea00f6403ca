// Eight columns of a feed as Arrow batches of 65,536 rows, line by line and through the document stream. A
// batch is handed over when it is full, and freed; texts go straight from the line to the column's bytes.
#include "ArrowColumns.hpp"
#include "Registry.hpp"
#include "Selection.hpp"

#include <array>

namespace {

using namespace bench;
using simdjson::ondemand::object;
using simdjson::ondemand::parser;
using simdjson::ondemand::raw_json_string;

constexpr size_t batch_rows = 65'536;
/// The bytes of text columns of the batch before: about those of the next.
template <size_t count> using Sizes = std::array<size_t, count>;

template <class Found> simdjson_inline raw_json_string raw(Found &&found) {
  return found.get_raw_json_string();
}

struct EventBatch {
  static constexpr size_t text_count = 4;
  ArrowNumbers<int64_t> id, size;
  ArrowNumbers<double> score;
  ArrowBits is_public;
  ArrowTexts type, actor, repo, created_at;

  explicit EventBatch(const Sizes<text_count> &sizes)
      : id(batch_rows), size(batch_rows), score(batch_rows), is_public(batch_rows),
        type(batch_rows, sizes[0]), actor(batch_rows, sizes[1]), repo(batch_rows, sizes[2]),
        created_at(batch_rows, sizes[3]) {}

  Sizes<text_count> sizes() const {
    return {type.size(), actor.size(), repo.size(), created_at.size()};
  }
  size_t nulls() const { return size.validity.nulls + score.validity.nulls; }

  simdjson_inline void set(size_t row, object event, parser &parser, size_t longest) {
    id.set(row, ForwardFirst::field(event, "id").get_int64());
    type.set(row, parser, raw(ForwardFirst::field(event, "type")), longest);
    actor.set(row, parser, raw(ForwardFirst::field(event, "actor").find_field("login")), longest);
    repo.set(row, parser, raw(ForwardFirst::field(event, "repo").find_field("name")), longest);
    payload(row, ForwardFirst::field(event, "payload").get_object());
    is_public.set(row, ForwardFirst::field(event, "public").get_bool());
    created_at.set(row, parser, raw(ForwardFirst::field(event, "created_at")), longest);
  }

  template <class Sink> void hand_over(size_t row, Sink &sink) {
    sink.integer(id.values.as<int64_t>()[row]);
    sink.text(type.get(row));
    sink.text(actor.get(row));
    sink.text(repo.get(row));
    if (size.validity.has(row)) { sink.integer(size.values.as<int64_t>()[row]); }
    else { sink.missing(); }
    if (score.validity.has(row)) { sink.real(score.values.as<double>()[row]); }
    else { sink.missing(); }
    sink.integer(is_public.get(row));
    sink.text(created_at.get(row));
  }

private:
  /// One pass: the event decides which of the two fields a payload has, and none has both.
  simdjson_inline void payload(size_t row, object payload) {
    for (auto field : payload) {
      const raw_json_string key = field.key();
      if (key == "size") {
        size.set(row, field.value().get_int64());
        return score.set_null(row);
      }
      if (key == "issue") {
        size.set_null(row);
        return score.set(row, field.value().find_field("score").get_double());
      }
    }
    size.set_null(row);
    score.set_null(row);
  }
};

struct LogBatch {
  static constexpr size_t text_count = 6;
  ArrowNumbers<int64_t> status;
  ArrowNumbers<double> duration;
  ArrowTexts timestamp, level, service, method, path, user;

  explicit LogBatch(const Sizes<text_count> &sizes)
      : status(batch_rows), duration(batch_rows), timestamp(batch_rows, sizes[0]),
        level(batch_rows, sizes[1]), service(batch_rows, sizes[2]), method(batch_rows, sizes[3]),
        path(batch_rows, sizes[4]), user(batch_rows, sizes[5]) {}

  Sizes<text_count> sizes() const {
    return {timestamp.size(), level.size(), service.size(), method.size(), path.size(), user.size()};
  }
  size_t nulls() const { return user.validity.nulls; }

  simdjson_inline void set(size_t row, object record, parser &parser, size_t longest) {
    timestamp.set(row, parser, raw(ForwardFirst::field(record, "timestamp")), longest);
    level.set(row, parser, raw(ForwardFirst::field(record, "level")), longest);
    service.set(row, parser, raw(ForwardFirst::field(record, "service")), longest);
    status.set(row, ForwardFirst::field(record, "status").get_int64());
    duration.set(row, ForwardFirst::field(record, "duration_ms").get_double());
    method.set(row, parser, raw(ForwardFirst::field(record, "method")), longest);
    path.set(row, parser, raw(ForwardFirst::field(record, "path")), longest);
    optional(row, ForwardFirst::field(record, "user"), parser, longest);
  }

  template <class Sink> void hand_over(size_t row, Sink &sink) {
    sink.text(timestamp.get(row));
    sink.text(level.get(row));
    sink.text(service.get(row));
    sink.integer(status.values.as<int64_t>()[row]);
    sink.real(duration.values.as<double>()[row]);
    sink.text(method.get(row));
    sink.text(path.get(row));
    if (user.validity.has(row)) { sink.text(user.get(row)); } else { sink.missing(); }
  }

private:
  /// Null and missing count the same.
  simdjson_inline void optional(size_t row,
                                simdjson::simdjson_result<simdjson::ondemand::value> found,
                                parser &parser, size_t longest) {
    simdjson::ondemand::value value;
    const auto error = found.get(value);
    if (error == simdjson::NO_SUCH_FIELD) { return user.set_null(row); }
    if (error != simdjson::SUCCESS) { throw simdjson::simdjson_error(error); }
    raw_json_string text;
    if (value.get_raw_json_string().get(text) == simdjson::SUCCESS) {
      return user.set(row, parser, text, longest);
    }
    if (!bool(value.is_null())) { throw simdjson::simdjson_error(simdjson::INCORRECT_TYPE); }
    user.set_null(row);
  }
};

/// What a consumer would take: the rows, the bytes of texts and the nulls of a batch.
template <class Batch> void deliver(Batch &batch, size_t rows, Tally &tally) {
  tally.numbers += rows;
  for (const size_t size : batch.sizes()) { tally.bytes += size; }
  tally.absent += batch.nulls();
}
template <class Batch> void deliver(Batch &batch, size_t rows, Text &text) {
  for (size_t row = 0; row < rows; ++row) { batch.hand_over(row, text); }
}

template <class Batch, class Sink> class Batches {
public:
  explicit Batches(Sink &sink) : sink(sink) { sizes.fill(1 << 16); }

  simdjson_inline void add(object record, parser &parser, size_t longest) {
    if (!batch) { batch = std::make_unique<Batch>(sizes); }
    batch->set(rows, record, parser, longest);
    if (++rows == batch_rows) { flush(); }
  }

  void flush() {
    if (!batch) { return; }
    deliver(*batch, rows, sink);
    sizes = batch->sizes();
    for (size_t &size : sizes) { size += size / 16; }
    batch.reset();
    rows = 0;
  }

private:
  Sink &sink;
  std::unique_ptr<Batch> batch;
  size_t rows = 0;
  Sizes<Batch::text_count> sizes;
};

template <class Batch, bool streams> struct Columns {
  simdjson::ondemand::parser parser;

  template <class Sink> void operator()(const Documents &documents, Sink &sink) {
    Batches<Batch, Sink> batches(sink);
    for (const simdjson::padded_string_view &feed : documents) {
      if constexpr (streams) {
        // Windows that fit the cache; the default of 1 MB is slower.
        constexpr size_t window = 128 << 10;
        simdjson::ondemand::document_stream stream =
            parser.iterate_many(feed.data(), feed.size(), window);
        for (auto document : stream) { batches.add(document.get_object(), parser, window); }
      } else {
        const char *line = feed.data();
        const char *const end = line + feed.size();
        while (line < end) {
          const void *const newline = std::memchr(line, '\n', size_t(end - line));
          const char *const stop = newline ? static_cast<const char *>(newline) : end;
          const size_t length = size_t(stop - line);
          const size_t capacity = size_t(end - line) + simdjson::SIMDJSON_PADDING;
          simdjson::ondemand::document document =
              parser.iterate(simdjson::padded_string_view(line, length, capacity));
          batches.add(document.get_object(), parser, length);
          line = stop + 1;
        }
      }
    }
    batches.flush();
  }
};

} // namespace

namespace bench {
Made make_columns_events_lines(Documents documents) {
  return Contender<Columns<EventBatch, false>>::make(std::move(documents));
}
Made make_columns_events_stream(Documents documents) {
  return Contender<Columns<EventBatch, true>>::make(std::move(documents));
}
Made make_columns_logs_lines(Documents documents) {
  return Contender<Columns<LogBatch, false>>::make(std::move(documents));
}
Made make_columns_logs_stream(Documents documents) {
  return Contender<Columns<LogBatch, true>>::make(std::move(documents));
}
} // namespace bench
