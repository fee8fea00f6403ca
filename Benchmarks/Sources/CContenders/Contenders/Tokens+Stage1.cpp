// Stage 1 alone: the minimal cost of any reader over the index. The tokens are determined once, when the
// contender is first run, byte by byte and untimed. A timed pass runs stage 1, checks that it found the
// same number of structural characters, and adds the sums.
#include "Registry.hpp"
#include "Tokens.hpp"

namespace {

struct Stage1 {
  using Parser = simdjson::internal::dom_parser_implementation;
  std::unique_ptr<Parser> parser;
  bench::Tally sums{};
  size_t structurals = 0;

  void operator()(const bench::Documents &documents, bench::Text &text) {
    for (const auto &bytes : documents) { tokens(bytes, text); }
  }

  void operator()(const bench::Documents &documents, bench::Tally &tally) {
    if (!parser) { prepare(documents); }
    size_t found = 0;
    for (const auto &bytes : documents) {
      const auto error =
          parser->stage1(reinterpret_cast<const uint8_t *>(bytes.data()), bytes.size(),
                         simdjson::stage1_mode::regular);
      if (error) { throw simdjson::simdjson_error(error); }
      found += parser->n_structural_indexes;
    }
    if (found != structurals) { throw std::runtime_error("other tokens than a plain reader finds"); }
    tally.numbers += sums.numbers;
    tally.bytes += sums.bytes;
    tally.edges += sums.edges;
    tally.absent += sums.absent;
  }

private:
  void prepare(const bench::Documents &documents) {
    size_t longest = 64;
    for (const auto &bytes : documents) {
      structurals += tokens(bytes, sums);
      longest = std::max(longest, bytes.size());
    }
    if (simdjson::get_active_implementation()->create_dom_parser_implementation(longest, 1,
                                                                               parser)) {
      throw std::runtime_error("no memory");
    }
  }

  /// The tokens of a valid document; how many structural characters there are.
  template <class Sink> static size_t tokens(std::string_view text, Sink &sink) {
    size_t count = 0;
    for (size_t i = 0; i < text.size();) {
      const char c = text[i];
      if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
        ++i;
        continue;
      }
      ++count;
      size_t end = i + 1;
      switch (c) {
      case '{': sink.integer(bench::begin_object); break;
      case '}': sink.integer(bench::end_object); break;
      case '[': sink.integer(bench::begin_array); break;
      case ']': sink.integer(bench::end_array); break;
      case ',': case ':': break;
      case '"':
        while (text[end] != '"') { end += text[end] == '\\' ? 2 : 1; }
        sink.text(text.substr(i + 1, end - i - 1));
        ++end;
        break;
      default:
        end = std::min(text.find_first_of(" \n\r\t,:{}[]", i), text.size());
        switch (c) {
        case 't': sink.integer(bench::literal_true); break;
        case 'f': sink.integer(bench::literal_false); break;
        case 'n': sink.integer(bench::literal_null); break;
        default: sink.text(text.substr(i, end - i));
        }
      }
      i = end;
    }
    return count;
  }
};

} // namespace

namespace bench {
Made make_tokens_stage1(Documents documents) {
  return Contender<Stage1>::make(std::move(documents));
}
} // namespace bench
