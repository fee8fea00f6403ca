// Strings, through simdjson's string kernel and UTF-8 validation.
//
// Bounds: 32 or 64 bytes are read and written at a time: up to CSJ_PADDING bytes after the closing
// quote are read, and as many after the raw string's length are written.
#pragma once

#include "csj_strings.h"

#include "../Kernels/unescape.h"
#include "simdjson_versions.h"

#include <memory>
#include <new>

namespace {

/// The string kernel is a method of a parser object without state. The process has one such object,
/// made for the kernel that is active at the first use (which is why kernels are chosen at start-up
/// only).
const csj::parser *string_kernel() {
  static const std::unique_ptr<csj::parser> shared = [] {
    std::unique_ptr<csj::parser> made;
    if (csj::active_implementation()->create_dom_parser_implementation(64, 1, made)) {
      made.reset();
    }
    return made;
  }();
  return shared.get();
}

} // namespace

extern "C" uint8_t *csj_unescape(const uint8_t *source, uint8_t *destination) {
  static const csj::unescape_form ours = csj::unescape_for(csj::active_simd());
  if (ours) {
    const csj::unescaping done = ours(source, destination);
    if (done.is_done) { return done.destination; }
    source = done.source;
    destination = done.destination;
  }
  const csj::parser *kernel = string_kernel();
  return kernel ? csj::parse_string(*kernel, source, destination, 0) : nullptr;
}

extern "C" bool csj_is_utf8(const uint8_t *bytes, size_t length) {
  return length == 0 ||
         simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length);
}
