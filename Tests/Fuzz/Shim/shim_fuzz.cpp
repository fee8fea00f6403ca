// Fuzzes the C shim by itself, with the undefined-behaviour sanitizer that swiftc does not offer on Linux. simdjson's
// inline kernels are compiled in and thus instrumented; the rest of it is the system's library.
#include "../../../CSimdJSON/Kernels/loops.h"
#include "../../../CSimdJSON/Kernels/stage1_own.h"
#include "../../../CSimdJSON/Kernels/unescape.h"
#include "csj.h"

#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace {

void require(bool holds, const char *what) {
  if (holds) { return; }
  std::fprintf(stderr, "shim: %s\n", what);
  std::abort();
}

/// A copy whose memory ends right after the padding.
struct padded {
  std::unique_ptr<uint8_t[]> bytes;
  size_t count;

  padded(const uint8_t *data, size_t size, uint8_t fill)
      : bytes(new uint8_t[size + CSJ_PADDING]), count(size) {
    if (size) { std::memcpy(bytes.get(), data, size); }
    std::memset(bytes.get() + size, fill, CSJ_PADDING);
  }
};

/// The stage 1 without SIMD finds the same tokens, and writes no more of them than there are bytes.
void portable(const uint8_t *data, size_t size, const csj_structurals &expected) {
  const std::unique_ptr<uint32_t[]> tokens(new uint32_t[size]);
  const csj_portable_index found = csj_stage1_portable(data, size, tokens.get());
  require(!found.ends_in_string && !found.has_control_in_string, "different verdict without SIMD");
  require(found.count == expected.count, "different number of tokens without SIMD");
  for (uint32_t i = 0; i < found.count; ++i) {
    require(tokens[i] == expected.tokens[i], "different token without SIMD");
  }
}

/// Our own stage 1 gives the same result as simdjson's, and the right kinds and lines.
void own(const padded &text, csj_status expected, const csj_structurals &tokens) {
  static csj_engine *const engine = csj_engine_create();
  const uint8_t *const bytes = text.bytes.get();
  for (const csj_mode mode : {CSJ_DOCUMENT, CSJ_WINDOW}) {
    csj_structurals found;
    require(csj_stage1(engine, bytes, text.count, mode, &found) == expected, "another verdict");
    if (expected != CSJ_OK) { continue; }
    require(found.count == tokens.count, "different number of tokens");
    uint32_t line = 0;
    for (uint32_t i = 0; i <= found.count; ++i) {
      const uint32_t token = found.tokens[i];
      require(token == tokens.tokens[i], "another token");
      if (i < found.count && found.kinds) {
        const bool has_kind = std::memchr("{}[]:,\"\f\x1A", bytes[token], 9) != nullptr;
        require(found.kinds[i] == (has_kind ? bytes[token] : 0), "another kind");
      }
      // A newline after the previous token has that many tokens before it.
      for (uint32_t at = i == 0 ? 0 : tokens.tokens[i - 1] + 1; found.lines && at < token; ++at) {
        if (bytes[at] != '\n') { continue; }
        require(line < found.line_count && found.lines[line++] == i, "another line");
      }
    }
    require(line == found.line_count, "different number of lines");
  }
}

/// A window that is cut anywhere has the tokens of its whole characters, except the last.
void cut(const padded &text) {
  static csj_engine *const engine = csj_engine_create();
  const size_t whole = size_t(csj_whole_characters(text.bytes.get(), text.count));
  // Under simdjson's stage 1, which returns before that check where one document is cut, callers check all of a text first.
  if (!csj_cuts_at_characters() && !csj_is_utf8(text.bytes.get(), whole)) { return; }
  csj_structurals found;
  const csj_status status = csj_stage1(engine, text.bytes.get(), text.count, CSJ_CUT, &found);
  if (status != CSJ_OK) { return; }
  const std::unique_ptr<uint32_t[]> tokens(new uint32_t[whole + 1]);
  const csj_portable_index all = csj_stage1_portable(text.bytes.get(), whole, tokens.get());
  require(!all.has_control_in_string && csj_is_utf8(text.bytes.get(), whole), "a fault is missed");
  // simdjson's streaming mode leaves out more.
  require(found.count < all.count, "a last token that may continue");
  for (uint32_t i = 0; i <= found.count; ++i) {
    require(found.tokens[i] == tokens[i], "different token in a cut window");
  }
}

/// The forms of our own loops that this CPU can run, whichever kernel is active.
struct form {
  csj::stage1_form stage1;
  decltype(&csj::check_avx2) check;
  decltype(&csj::walk_out_avx2) walk_out;
  csj::unescape_form unescape;
  csj::pick_loop pick;
};

const std::vector<form> &forms() {
  static const std::vector<form> all = [] {
    std::vector<form> found;
    for (size_t i = 0; i < csj_kernel_count(); ++i) {
      const std::string name = csj_kernel_is_supported(i) ? csj_kernel_name(i) : "";
      if (name == "haswell") {
        found.push_back({csj::stage1_avx2, csj::check_avx2, csj::walk_out_avx2,
                         csj::unescape_avx2, csj::pick_avx2});
      } else if (name == "icelake") {
        found.push_back({csj::stage1_avx512, csj::check_avx512, csj::walk_out_avx512,
                         csj::unescape_avx512, csj::pick_avx512});
      } else if (name == "arm64") {
        found.push_back({csj::stage1_neon, csj::check_neon, csj::walk_out_neon,
                         csj::unescape_neon, csj::pick_neon});
      }
    }
    return found;
  }();
  return all;
}

/// The check that links brackets has the same verdict, and the links of the pass that does only that. Memory
/// for no more than the tokens, so that the address sanitizer sees a link beyond them.
void check_links(const form &form, const uint8_t *bytes, const csj::stage1_output &index, uint32_t end,
                 uint32_t length, bool is_valid) {
  std::vector<uint32_t> found(end, 0), expected(end, 0);
  const bool is_linked = form.check(bytes, index.tokens, index.kinds, index.escapes, 0, end, length,
                                    1024, nullptr, found.data());
  require(is_linked == is_valid, "another verdict when brackets are linked");
  if (!is_valid) { return; }
  csj_make_links(bytes, index.tokens, end, 0, expected.data());
  for (uint32_t token = 0; token < end; ++token) {
    const bool opens = (bytes[index.tokens[token]] | 0x20) == '{';
    require(!opens || found[token] == expected[token], "a bracket has another partner");
  }
}

/// The full check by kinds accepts what simdjson's DOM accepts, where neither reaches a limit.
void check(const form &form, const padded &text, const csj::stage1_output &index, size_t tokens) {
  static simdjson::dom::parser parser;
  const uint8_t *const bytes = text.bytes.get();
  const uint32_t end = uint32_t(tokens), length = uint32_t(text.count);
  const bool is_valid =
      form.check(bytes, index.tokens, index.kinds, index.escapes, 0, end, length, 1024, nullptr, nullptr);
  // The inputs before this one, and all its tokens but those of a scalar, are known now.
  static csj_proven *const proven = csj_proven_create();
  for (int i = 0; i < 2; ++i) {
    require(form.check(bytes, index.tokens, index.kinds, index.escapes, 0, end, length, 1024,
                       proven, nullptr) == is_valid,
            "another verdict by known orders");
  }
  const uint32_t few = uint32_t(tokens % 4);
  require(form.check(bytes, index.tokens, index.kinds, index.escapes, 0, end, length, few,
                     nullptr, nullptr) ==
              form.check(bytes, index.tokens, index.kinds, index.escapes, 0, end, length, few,
                         proven, nullptr),
          "another verdict by known orders under a lower limit");
  check_links(form, bytes, index, end, length, is_valid);
  simdjson::dom::element root;
  const auto error = parser.parse(bytes, text.count, false).get(root);
  // simdjson refuses some long numbers that are valid; later versions by the next code, which 3.0 does not name.
  const bool is_long =
      error == simdjson::NUMBER_ERROR ||
      (simdjson::SIMDJSON_VERSION_MAJOR >= 4 && int(error) == simdjson::NUMBER_ERROR + 1);
  require(!is_valid || !error || is_long, "the check accepts what is not valid");
  size_t levels = 0, deepest = 0;
  for (size_t i = 0; i < tokens; ++i) {
    const uint8_t kind = index.kinds[i] | 0x20;
    levels += kind == '{';
    deepest = levels > deepest ? levels : deepest;
    levels -= kind == '}' && levels > 0;
  }
  // One less than the limit: the check may leave what is close to it to the walk.
  // From 4.0 on, simdjson passes over a byte order mark, which we do before stage 1.
  const bool has_mark = std::memcmp(bytes, "\xEF\xBB\xBF", 3) == 0;
  const bool is_usual =
      !error && (root.is_object() || root.is_array()) && deepest < 64 && !has_mark;
  require(!is_usual || is_valid, "the check refuses a valid document");
}

/// An object that a picker has learned, with locations in it that stand for those of fields.
struct learned {
  std::string text;
  std::vector<uint32_t> tokens;
  std::vector<uint8_t> kinds;
  std::vector<uint32_t> locations;

  /// Whether another object has the same shape up to this one's end, token by token: see csj_pick.h. The keys of inner
  /// objects count where these are located.
  bool is_like(const uint8_t *bytes, const uint32_t *other, const uint8_t *other_kinds,
               size_t count, uint32_t levels) const {
    if (count < kinds.size()) { return false; }
    uint32_t level = 0;
    std::vector<bool> is_examined;
    for (size_t i = 0; i < kinds.size(); ++i) {
      const auto scalar = [](uint8_t kind) { return kind == '"' || kind == 0; };
      const bool is_key = kinds[i] == '"' && i + 1 < kinds.size() && kinds[i + 1] == ':';
      if ((kinds[i] | 0x20) == '{') {
        level++;
        is_examined.push_back(i == 0 || std::count(locations.begin(), locations.end(), i) != 0);
      } else if ((kinds[i] | 0x20) == '}') {
        level--;
        if (!is_examined.empty()) { is_examined.pop_back(); }
      }
      if (!is_key && scalar(kinds[i]) && scalar(other_kinds[i])) { continue; }
      if (kinds[i] != other_kinds[i]) { return false; }
      if (!is_key || level > levels || is_examined.empty() || !is_examined.back()) { continue; }
      // Up to the last quote before the colon.
      const auto key = [](const uint8_t *text, uint32_t from, uint32_t to) {
        std::string found(reinterpret_cast<const char *>(text) + from, to - from);
        return found.substr(0, found.rfind('"') + 1);
      };
      if (key(reinterpret_cast<const uint8_t *>(text.data()), tokens[i], tokens[i + 1]) !=
          key(bytes, other[i], other[i + 1])) {
        return false;
      }
    }
    return true;
  }
};

/// A picker knows only objects of a shape that it has learned, and gives their locations.
void pick(const form &form, size_t number, const padded &text, const uint32_t *tokens,
          const uint8_t *kinds, uint32_t count) {
  constexpr uint32_t levels = 2;
  static csj_picker pickers[4];
  static std::vector<learned> known[4];
  csj_picker &picker = pickers[number];
  if (!picker.pick) {
    picker.pick = form.pick;
    picker.levels = levels;
    picker.stride = 8;
    picker.has_records = number % 2 == 1;
    picker.locations.reset(new uint32_t[8 * csj::shapes_kept]);
  }
  const uint8_t *const bytes = text.bytes.get();
  const uint32_t most = picker.has_records ? CSJ_SHAPE_TOKENS : CSJ_PART_SHAPE_TOKENS;
  if (kinds[0] != '{' || count > most) { return; }
  uint32_t found[8];
  if (form.pick(picker, bytes, tokens, kinds, 0, count, found)) {
    bool is_right = false;
    for (const learned &one : known[number]) {
      is_right |= one.is_like(bytes, tokens, kinds, count, levels) &&
                  std::equal(found, found + 8, one.locations.begin());
    }
    require(is_right, "an object is picked from that is like none before");
    return;
  }
  learned one = {std::string(reinterpret_cast<const char *>(bytes), text.count),
                 std::vector<uint32_t>(tokens, tokens + count + 1),
                 std::vector<uint8_t>(kinds, kinds + count), {}};
  for (uint32_t i = 0; i < 8; ++i) {
    one.locations.push_back(i % 3 == 2 ? UINT32_MAX : (i * 7 + uint32_t(text.count)) % count);
  }
  if (known[number].size() == 200) {
    csj_picker_forget(&picker);
    known[number].clear();
  }
  csj_pick_learn(&picker, bytes, tokens, kinds, 0, count, one.locations.data(), count);
  known[number].push_back(one);
}

/// Every form gives the result of stage 1 without SIMD, from memory that ends with the text.
void all_forms(const padded &text) {
  const size_t size = text.count;
  const std::unique_ptr<uint8_t[]> exact(new uint8_t[size]);
  if (size) { std::memcpy(exact.get(), text.bytes.get(), size); }
  const std::unique_ptr<uint32_t[]> tokens(new uint32_t[size + 2]), plain(new uint32_t[size + 64]);
  const csj_portable_index expected = csj_stage1_portable(exact.get(), size, tokens.get());
  const size_t count = size_t(expected.count);
  tokens[count] = tokens[count + 1] = uint32_t(size);
  const bool is_valid = !expected.has_control_in_string && csj_is_utf8(exact.get(), size);
  for (const form &form : forms()) {
    const std::unique_ptr<uint32_t[]> lines(new uint32_t[size + 64]);
    const std::unique_ptr<uint8_t[]> kinds(new uint8_t[size + 128]);
    const std::unique_ptr<uint8_t[]> escapes(new uint8_t[size / 64 + 65]());
    csj::stage1_output found = {plain.get(), kinds.get(), escapes.get(), lines.get(), 0, 0, false};
    require(form.stage1(exact.get(), size, found) == is_valid, "another verdict of a form");
    require(found.count == count && found.ends_in_string == expected.ends_in_string &&
                std::equal(tokens.get(), tokens.get() + count, plain.get()),
            "other tokens of a form");
    if (!is_valid || expected.ends_in_string || count == 0) { continue; }
    found.tokens = tokens.get();
    // What follows the last kind must not count.
    std::memset(kinds.get() + count, ":,]}"[size % 4], 64);
    check(form, text, found, count);
    require(form.walk_out(kinds.get(), uint32_t(size % count), uint32_t(count)) ==
                csj_walk_out(exact.get(), tokens.get(), uint32_t(size % count), uint32_t(count)),
            "another end of a container");
    pick(form, size_t(&form - forms().data()), text, tokens.get(), kinds.get(), uint32_t(count));
  }
}

/// Whether simdjson finds the tokens that we define, whatever the text. Its stage 1 for ARM takes some bytes beyond
/// ASCII for operators where no string is.
bool simdjson_has_our_tokens() {
  static const bool answer = std::strcmp(csj_kernel_active(), "arm64") != 0;
  return answer;
}

void stage1(const uint8_t *data, size_t size, uint8_t fill) {
  static csj_engine *const engine = csj_engine_create();
  const padded text(data, size, fill);
  for (const csj_mode mode : {CSJ_REGULAR, CSJ_STREAMING_PARTIAL, CSJ_STREAMING_FINAL}) {
    csj_structurals found;
    const csj_status status = csj_stage1(engine, text.bytes.get(), size, mode, &found);
    if (mode == CSJ_REGULAR) {
      if (simdjson_has_our_tokens()) { own(text, status, found); }
      cut(text);
      all_forms(text);
    }
    if (status != CSJ_OK && status != CSJ_CAPACITY) {
      require(found.tokens == nullptr && found.count == 0, "tokens despite an error");
      continue;
    }
    require(status == CSJ_CAPACITY || found.count > 0, "no tokens, and no error");
    for (uint32_t i = 0; i < found.count; ++i) {
      require(found.tokens[i] < size, "a token outside the window");
      require(i == 0 || found.tokens[i - 1] < found.tokens[i], "tokens out of order");
    }
    require(found.tokens[found.count] <= size, "the end outside the window");
    if (mode == CSJ_REGULAR) {
      require(found.tokens[found.count] == size && found.tokens[found.count + 1] == size,
              "no sentinels after the tokens");
      require(csj_is_utf8(data, size), "stage 1 accepted what is not UTF-8");
      if (simdjson_has_our_tokens()) { portable(data, size, found); }
    }
  }
}

bool digit(char c) { return c >= '0' && c <= '9'; }

/// The length of the JSON number at the start, or 0.
size_t number_length(const char *p, bool &integer) {
  const char *const start = p;
  integer = true;
  if (*p == '-') { ++p; }
  if (!digit(*p)) { return 0; }
  if (*p++ != '0') {
    while (digit(*p)) { ++p; }
  }
  if (*p == '.') {
    integer = false;
    if (!digit(*++p)) { return 0; }
    while (digit(*p)) { ++p; }
  }
  if (*p == 'e' || *p == 'E') {
    integer = false;
    ++p;
    if (*p == '+' || *p == '-') { ++p; }
    if (!digit(*p)) { return 0; }
    while (digit(*p)) { ++p; }
  }
  return size_t(p - start);
}

void number(const uint8_t *data, size_t size) {
  // A byte that ends a number follows, as after every token but the document's last.
  std::string text(reinterpret_cast<const char *>(data), size);
  text.push_back(',');
  const padded token(reinterpret_cast<const uint8_t *>(text.data()), text.size(), '7');
  bool integer = false;
  const size_t length = number_length(text.c_str(), integer);
  const bool valid = length > 0 && std::strchr(",:{}[] \t\r\n", text[length]) && text[length];
  const csj_number found = csj_parse_number(token.bytes.get());
  double value = 0;
  const bool parsed = csj_parse_double(token.bytes.get(), &value);
  require(!csj_is_plain_number(token.bytes.get()) || valid, "an invalid plain number");
  if (!valid) {
    require(found.kind == CSJ_NUMBER_INVALID && !parsed, "an invalid number");
    return;
  }
  const double expected = std::strtod(text.substr(0, length).c_str(), nullptr);
  require(parsed == std::isfinite(expected), "finite or not");
  require(!parsed || std::memcmp(&value, &expected, sizeof value) == 0, "not strtod's double");
  require(!integer == (found.kind == CSJ_NUMBER_DOUBLE) || found.kind == CSJ_NUMBER_INVALID,
          "an integer is a double, or the other way round");
}

/// Compares the small inline helpers with plain loops.
/// The digits of a number's text, without zeros before and after them.
size_t digits_of(const std::string &text) {
  std::string digits;
  for (const char c : text.substr(0, text.find('e'))) {
    if (digit(c)) { digits += c; }
  }
  const size_t first = digits.find_first_not_of('0'), last = digits.find_last_not_of('0');
  return first == std::string::npos ? 0 : last - first + 1;
}

/// A double's text reads back as the double, and no text with fewer digits does.
void number_output(const uint8_t *data, size_t size) {
  double value;
  if (size < sizeof value) { return; }
  std::memcpy(&value, data, sizeof value);
  if (!std::isfinite(value)) { return; }
  int fewest = 1;
  for (char text[32]; fewest < 17; fewest++) {
    std::snprintf(text, sizeof text, "%.*e", fewest - 1, value);
    if (std::strtod(text, nullptr) == value) { break; }
  }
  for (const auto write : {csj_write_double, csj_write_number, csj_write_canonical}) {
    // Exactly the promised room: writing one byte more is detected.
    std::unique_ptr<uint8_t[]> out(new uint8_t[CSJ_NUMBER_ROOM]);
    const std::string text(reinterpret_cast<const char *>(out.get()), write(value, out.get()));
    require(std::strtod(text.c_str(), nullptr) == value, "a number reads back as another");
    require(digits_of(text) <= size_t(fewest), "a number has more digits than needed");
  }
}

void helpers(const uint8_t *data, size_t size) {
  const padded text(data, size, '\\');
  require(csj_has_backslash(text.bytes.get(), size) ==
              (size && std::memchr(data, '\\', size) != nullptr),
          "a backslash is missed or invented");
  uint64_t value = 0, expected = 0;
  size_t count = 0;
  for (; count < 19 && count < size && digit(char(data[count])); ++count) {
    expected = expected * 10 + (data[count] - '0');
  }
  const size_t found = csj_parse_digits(text.bytes.get(), &value);
  require(found == count && value == expected, "other digits");
}

/// The code unit of four hexadecimal digits, or -1 if they are not.
int code_unit(const std::string &text, size_t at) {
  int unit = 0;
  for (size_t i = at; i < at + 4; ++i) {
    const char digit = i < text.size() ? text[i] : ' ';
    const char *const digits = "0123456789abcdefABCDEF";
    const char *const found = digit ? std::strchr(digits, digit) : nullptr;
    if (!found) { return -1; }
    const int value = int(found - digits);
    unit = unit * 16 + (value > 15 ? value - 6 : value);
  }
  return unit;
}

/// Unescapes byte by byte, by RFC 8259. Returns false for an invalid escape, including a lone surrogate.
bool unescape_slowly(const std::string &raw, std::string &out) {
  for (size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\') {
      out += raw[i];
      continue;
    }
    const char kind = ++i < raw.size() ? raw[i] : ' ';
    const std::string letters = "\"\\/bfnrt", meanings = "\"\\/\b\f\n\r\t";
    if (const size_t found = letters.find(kind); found != std::string::npos) {
      out += meanings[found];
      continue;
    }
    int code = kind == 'u' ? code_unit(raw, i + 1) : -1;
    if (code < 0 || (code >= 0xDC00 && code < 0xE000)) { return false; }
    i += 4;
    if (code >= 0xD800 && code < 0xDC00) {
      const int low = raw.compare(i + 1, 2, "\\u") == 0 ? code_unit(raw, i + 3) : -1;
      if (low < 0xDC00 || low >= 0xE000) { return false; }
      i += 6;
      code = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00);
    }
    const int following = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    const int leads[4] = {0, 0xC0, 0xE0, 0xF0};
    out += char(leads[following] | code >> 6 * following);
    for (int back = following - 1; back >= 0; --back) {
      out += char(0x80 | (code >> 6 * back & 0x3F));
    }
  }
  return true;
}

void unescape(const uint8_t *data, size_t size) {
  // Stage 1's guarantee: the string closes, and contains no raw control character.
  size_t end = 0;
  while (end < size && data[end] != '"') {
    if (data[end] < 0x20) { return; }
    end += data[end] == '\\' ? 2 : 1;
  }
  if (end >= size || !csj_is_utf8(data, end)) { return; }
  for (size_t i = 0; i < end; ++i) {
    if (data[i] < 0x20) { return; }
  }
  const padded source(data, end + 1, '\\');
  // Exactly the promised room: writing one byte more is detected.
  std::unique_ptr<uint8_t[]> out(new uint8_t[end + CSJ_PADDING]);
  const uint8_t *const stop = csj_unescape(source.bytes.get(), out.get());
  std::string expected;
  const bool is_valid = unescape_slowly(std::string(reinterpret_cast<const char *>(data), end), expected);
  require(is_valid == (stop != nullptr), "wrong verdict on an escape");
  for (const form &form : forms()) {
    std::unique_ptr<uint8_t[]> other(new uint8_t[end + CSJ_PADDING]);
    const csj::unescaping done = form.unescape(source.bytes.get(), other.get());
    const uint8_t *const last =
        done.is_done ? done.destination : csj_unescape(done.source, done.destination);
    require(is_valid == (last != nullptr), "another verdict of a form on an escape");
    require(!last || expected == std::string(reinterpret_cast<const char *>(other.get()),
                                             size_t(last - other.get())),
            "a form unescapes to something else");
  }
  if (!stop) { return; }
  const size_t written = size_t(stop - out.get());
  require(expected == std::string(reinterpret_cast<const char *>(out.get()), written),
          "unescaped to something else");
  require(written <= end, "longer than it was written");
  require(csj_is_utf8(out.get(), written), "unescaped to invalid UTF-8");
  if (!std::memchr(data, '\\', end)) {
    require(written == end && std::memcmp(out.get(), data, end) == 0, "changed without an escape");
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) { return 0; }
  const uint8_t kind = data[0];
  ++data;
  --size;
  helpers(data, size);
  switch (kind % 4) {
  case 0: stage1(data, size, kind); break;
  case 1:
    number(data, size);
    number_output(data, size);
    break;
  case 2: unescape(data, size); break;
  default:
    stage1(data, size, kind);
    number(data, size);
    number_output(data, size);
    unescape(data, size);
  }
  return 0;
}
