// simdjson's SIMD kernels ("implementations"): which exist, which runs, and choosing one.
#include "csj.h"
#include "simdjson_versions.h"

#include <string>
#include <vector>

namespace {

struct kernel_entry {
  const simdjson::implementation *implementation;
  std::string name; // owned: later versions of simdjson return the name by value
};

const std::vector<kernel_entry> &kernels() {
  static const std::vector<kernel_entry> all = [] {
    std::vector<kernel_entry> list;
    for (const auto *implementation : simdjson::get_available_implementations()) {
      list.push_back({implementation, std::string(implementation->name())});
    }
    return list;
  }();
  return all;
}

const kernel_entry *entry_of(const simdjson::implementation *implementation) {
  for (const auto &entry : kernels()) {
    if (entry.implementation == implementation) { return &entry; }
  }
  return nullptr;
}

} // namespace

extern "C" size_t csj_kernel_count(void) { return kernels().size(); }

extern "C" const char *csj_kernel_name(size_t index) {
  return index < kernels().size() ? kernels()[index].name.c_str() : nullptr;
}

extern "C" bool csj_kernel_is_supported(size_t index) {
  return index < kernels().size() && kernels()[index].implementation->supported_by_runtime_system();
}

extern "C" const char *csj_kernel_active(void) {
  const simdjson::implementation *active = simdjson::get_active_implementation();
  if (const auto *entry = entry_of(active)) { return entry->name.c_str(); }
  // Until its first use the active implementation is a stand-in that will detect the best one.
  const auto *best =
      entry_of(simdjson::get_available_implementations().detect_best_supported());
  return best ? best->name.c_str() : "unsupported";
}

extern "C" bool csj_kernel_select(const char *name) {
  for (const auto &entry : kernels()) {
    if (entry.name == name && entry.implementation->supported_by_runtime_system()) {
      simdjson::get_active_implementation() = entry.implementation;
      return true;
    }
  }
  return false;
}

extern "C" const char *csj_simdjson_version(void) {
  static const std::string version = std::to_string(int(simdjson::SIMDJSON_VERSION_MAJOR)) + "." +
                                     std::to_string(int(simdjson::SIMDJSON_VERSION_MINOR)) + "." +
                                     std::to_string(int(simdjson::SIMDJSON_VERSION_REVISION));
  return version.c_str();
}
