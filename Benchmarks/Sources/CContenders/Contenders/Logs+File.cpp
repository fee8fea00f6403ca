// The log feed from a file that is larger than every cache, in pieces of whole lines.
//
// The first document is the path of the file, the second that of its beginning, whose values are compared.
#include "LogRecord.hpp"
#include "Registry.hpp"

#include <cerrno>
#include <fcntl.h>
#include <stdexcept>
#include <type_traits>
#include <unistd.h>

namespace {

/// That of Sluice's windows: a piece stays in the second-level cache.
constexpr size_t piece_size = 256 << 10;

struct Descriptor {
  const int number;
  explicit Descriptor(const char *path) : number(open(path, O_RDONLY | O_CLOEXEC)) {
    if (number < 0) { throw std::runtime_error(std::string(path) + ": " + std::strerror(errno)); }
  }
  ~Descriptor() { close(number); }
};

template <class Lookup> struct ByLine {
  simdjson::ondemand::parser parser;

  template <class Sink> void read(const char *piece, size_t length, Sink &sink) {
    const char *const end = piece + length;
    for (const char *line = piece; line < end;) {
      const void *const newline = std::memchr(line, '\n', size_t(end - line));
      const char *const stop = newline ? static_cast<const char *>(newline) : end;
      const size_t capacity = size_t(end - line) + simdjson::SIMDJSON_PADDING;
      simdjson::ondemand::document document =
          parser.iterate(simdjson::padded_string_view(line, size_t(stop - line), capacity));
      bench::read_log_record<Lookup>(document.get_object(), sink);
      line = stop + 1;
    }
  }
};

struct ByStream {
  simdjson::ondemand::parser parser;

  template <class Sink> void read(const char *piece, size_t length, Sink &sink) {
    simdjson::ondemand::document_stream stream = parser.iterate_many(piece, length, 128 << 10);
    for (auto document : stream) {
      bench::read_log_record<bench::AnyOrder>(document.get_object(), sink);
    }
  }
};

template <class Pieces> struct File {
  Pieces pieces;
  std::unique_ptr<char[]> memory{new char[piece_size + simdjson::SIMDJSON_PADDING]()};

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    const auto &path = std::is_same_v<Sink, bench::Text> ? documents.back() : documents.front();
    const Descriptor file(std::string(path.data(), path.size()).c_str());
    char *const piece = memory.get();
    size_t held = 0;
    while (true) {
      const ssize_t got = ::read(file.number, piece + held, piece_size - held);
      if (got < 0) { throw std::runtime_error(std::strerror(errno)); }
      const size_t length = held + size_t(got);
      size_t whole = length;
      while (got > 0 && whole > 0 && piece[whole - 1] != '\n') { --whole; }
      if (whole > 0) { pieces.read(piece, whole, sink); }
      if (got == 0) { return; }
      held = length - whole;
      std::memmove(piece, piece + whole, held);
    }
  }
};

} // namespace

namespace bench {
Made make_logs_file_lines(Documents documents) {
  return Contender<File<ByLine<AnyOrder>>>::make(std::move(documents));
}
Made make_logs_file_lines_forward(Documents documents) {
  return Contender<File<ByLine<ForwardFirst>>>::make(std::move(documents));
}
Made make_logs_file_stream(Documents documents) {
  return Contender<File<ByStream>>::make(std::move(documents));
}
} // namespace bench
