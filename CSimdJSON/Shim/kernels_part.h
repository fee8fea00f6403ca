// simdjson's SIMD kernels ("implementations"): which exist, which one runs, and choosing one. Our
// own loops follow: see Kernels/cpu.h.
//
// Bounds: no text is read.
#pragma once

#include "csj_kernel.h"
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

const simdjson::implementation *csj::active_implementation() {
  // Any use resolves it. Threads that arrive at the same time wait for the first.
  static const bool is_resolved = simdjson::get_active_implementation()->validate_utf8("", 0);
  (void)is_resolved;
  return simdjson::get_active_implementation();
}

extern "C" size_t csj_kernel_count(void) { return kernels().size(); }

extern "C" const char *csj_kernel_name(size_t index) {
  return index < kernels().size() ? kernels()[index].name.c_str() : nullptr;
}

extern "C" bool csj_kernel_is_supported(size_t index) {
  return index < kernels().size() && kernels()[index].implementation->supported_by_runtime_system();
}

extern "C" const char *csj_kernel_active(void) {
  const auto *entry = entry_of(csj::active_implementation());
  return entry ? entry->name.c_str() : "unsupported";
}

extern "C" bool csj_kernel_select(const char *name) {
  // Resolved first: a later first use would undo the choice.
  csj::active_implementation();
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
