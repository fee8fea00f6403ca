// The engine behind csj_engine.h, and what its parts share.
#pragma once

#include "../Kernels/cpu.h"
#include "../Kernels/own_index.h"
#include "csj_engine.h"

#include <memory>

namespace csj {

/// simdjson's parser, which only engine_simdjson_part.h knows: simdjson's headers take a second to
/// compile.
struct simdjson_parser;
struct simdjson_parser_deleter {
  void operator()(simdjson_parser *) const;
};

} // namespace csj

struct csj_engine {
  std::unique_ptr<csj::simdjson_parser, csj::simdjson_parser_deleter> parser;
  csj::own_index own;
  uint64_t capacity = 0;
  csj::simd simd = csj::simd::baseline; ///< known once there is room

  csj::stage1_form form = nullptr; ///< our own stage 1 for it, if there is one

  /// Whether our own stage 1 runs first.
  bool has_own() const { return form != nullptr; }
  /// Whether the kernel is the one without SIMD, where simdjson runs streaming modes only.
  bool is_fallback() const { return simd == csj::simd::none; }
};

namespace csj {

bool is_utf8(const uint8_t *bytes, size_t length);

/// simdjson's stage 1 (engine_simdjson_part.h): CSJ_REGULAR and the streaming modes.
csj_status index_simdjson(csj_engine &engine, const uint8_t *bytes, size_t length, csj_mode mode,
                          csj_structurals &out);

// Our own for CPUs with AVX-512, AVX2 or NEON (engine_own.cpp), and without SIMD (engine_portable.cpp).

/// A whole text. CSJ_INTERNAL: simdjson's stage 1 must determine the fault, or which of several.
csj_status index_whole_own(csj_engine &engine, const uint8_t *bytes, size_t length,
                              bool wants_lines, csj_structurals &out);
/// A whole text. Reports faults in the same order as simdjson's kernels.
csj_status index_whole_portable(csj_engine &engine, const uint8_t *bytes, size_t length,
                                csj_structurals &out);

/// For CSJ_CUT: all tokens but the last, which may continue in the next window; simdjson's leaves out
/// more where values follow each other.
csj_status index_cut_simdjson(csj_engine &engine, const uint8_t *bytes, size_t length,
                              csj_structurals &out);
csj_status index_cut_own(csj_engine &engine, const uint8_t *bytes, size_t length,
                            csj_structurals &out);
csj_status index_cut_portable(csj_engine &engine, const uint8_t *bytes, size_t length,
                              csj_structurals &out);

/// A window that may end anywhere but inside a character. The caller writes the tail.
csj_status index_window_own(csj_engine &engine, const uint8_t *bytes, size_t length,
                               csj_window &out);
csj_status index_window_portable(csj_engine &engine, const uint8_t *bytes, size_t length,
                                 csj_window &out);

} // namespace csj
