// Runs the shim's fuzz target without libFuzzer, which there is not for every CPU: over files, over damaged copies
// of them, and over strings and numbers of random fragments.
//
// usage: replay SEED DAMAGED FILE_OR_FOLDER...
//
// Each file is an input as libFuzzer keeps it, or a document; DAMAGED copies are made of each that has no
// more than 64 KiB. Prints how many inputs there were.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace {

using text = std::vector<uint8_t>;

size_t runs = 0;

void run(const text &input) {
  LLVMFuzzerTestOneInput(input.data(), input.size());
  runs++;
}

/// A document, after the byte that selects all parts.
text selecting_all(const text &document) {
  text input = {3};
  input.insert(input.end(), document.begin(), document.end());
  return input;
}

text read(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class damage {
  std::mt19937_64 random;

  size_t below(size_t count) { return random() % count; }

public:
  explicit damage(uint64_t seed) : random(seed) {}

  /// A copy with up to four bytes that are replaced, inserted, removed, or moved.
  text of(text input) {
    static const std::string bytes("{}[],:\"\\ \n\0\x0C\x1A""0-.eEtrufalsn\x80\xC3\xED\xF0", 31);
    for (size_t i = below(4) + 1; i > 0 && !input.empty(); i--) {
      const size_t at = below(input.size());
      const uint8_t byte = uint8_t(below(2) == 0 ? bytes[below(bytes.size())] : random());
      switch (below(4)) {
      case 0: input[at] = byte; break;
      case 1: input.insert(input.begin() + long(at), byte); break;
      case 2: input.erase(input.begin() + long(at)); break;
      default: input.insert(input.begin(), 1 + below(64), ' ');
      }
    }
    return input;
  }

  /// A string of random fragments, then something.
  text string() {
    static const char *const fragments[] = {"a", "text of nine", "\\n", "\\\\", "\\\"", "\\u00e9", "\\ud83d\\ude00",
                                            "\\ud800", "\\x", "\xC3\xA9", "\\/", "\\t"};
    text input = {uint8_t(below(2) == 0 ? 2 : 3)};
    for (size_t i = below(60); i > 0; i--) {
      for (const char *at = fragments[below(12)]; *at; ++at) { input.push_back(uint8_t(*at)); }
    }
    input.push_back('"');
    input.insert(input.end(), below(8), ',');
    return input;
  }
};

} // namespace

int main(int count, char **arguments) {
  if (count < 4) {
    std::fprintf(stderr, "usage: replay SEED DAMAGED FILE_OR_FOLDER...\n");
    return 2;
  }
  damage damage(std::strtoull(arguments[1], nullptr, 10));
  const size_t copies = std::strtoull(arguments[2], nullptr, 10);
  size_t files = 0;
  const auto run_file = [&](const std::filesystem::path &path) {
    const text bytes = read(path);
    files++;
    run(bytes);
    run(selecting_all(bytes));
    if (bytes.size() > 64 << 10) { return; }
    for (size_t i = 0; i < copies; i++) { run(selecting_all(damage.of(bytes))); }
  };
  for (int i = 3; i < count; i++) {
    if (!std::filesystem::is_directory(arguments[i])) {
      run_file(arguments[i]);
      continue;
    }
    for (const auto &entry : std::filesystem::recursive_directory_iterator(arguments[i])) {
      if (entry.is_regular_file()) { run_file(entry.path()); }
    }
  }
  for (size_t i = 0; i < 100 * copies; i++) { run(damage.string()); }
  std::printf("%zu files, %zu inputs: no difference\n", files, runs);
  return files > 0 ? 0 : 1;
}
