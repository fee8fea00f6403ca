// Everything that differs between versions of simdjson, and the checks that stop the build if a
// version's internals differ from those that the shim was written against.
#pragma once

// SwiftPM's debug builds are unoptimised, and there simdjson enables its development checks by
// itself (class layouts change, and it aborts beyond 1024 levels). They are off in every
// configuration.
#ifndef SIMDJSON_DEVELOPMENT_CHECKS
#define SIMDJSON_DEVELOPMENT_CHECKS 0
#endif
#include <simdjson.h>

#include <type_traits>
#include <utility>

namespace csj {

/// simdjson's active kernel, resolved: never the stand-in that detects one at its first use. Until
/// then simdjson returns the stand-in, which applies SIMDJSON_FORCE_IMPLEMENTATION only when it is
/// used. It also queries the CPU's features again at each request for the kernel it represents (16
/// to 50 µs).
const simdjson::implementation *active_implementation();

using parser = simdjson::internal::dom_parser_implementation;

static_assert(simdjson::SIMDJSON_VERSION_MAJOR >= 3,
              "Sluice needs simdjson 3.0.1 or later: older versions have no stage1_mode");
// Tried are 3.0.1, 3.12.3, 4.6.7 and 5.0.2. To try another: scripts/with-simdjson DIR, with the conformance
// suite under each kernel, with the tests of Sluice and SluiceFeed, and with scripts/fuzz --part shim.
static_assert(simdjson::SIMDJSON_VERSION_MAJOR <= 5,
              "Sluice knows the internals of simdjson 3 to 5: read "
              "CSimdJSON/Shim/simdjson_versions.h before raising this bound");

// What the shim uses from simdjson::internal, declared to the compiler: if a version changed any,
// the build stops here, instead of a walk over a wrong index.
static_assert(simdjson::SIMDJSON_PADDING <= 64, "CSJ_PADDING is smaller than SIMDJSON_PADDING");
static_assert(std::is_same<decltype(parser::n_structural_indexes), uint32_t>::value,
              "simdjson changed the type of n_structural_indexes");
static_assert(
    std::is_same<decltype(std::declval<parser &>().structural_indexes.get()), uint32_t *>::value,
    "simdjson changed the type of structural_indexes");
static_assert(
    std::is_same<decltype(std::declval<parser &>().stage1(
                     nullptr, size_t(0), simdjson::stage1_mode::regular)),
                 simdjson::error_code>::value,
    "simdjson changed the signature of stage1");

/// simdjson's string kernel from 3.2 on, where a flag controls the replacement of lone surrogates:
/// always off.
template <class P>
auto parse_string(const P &p, const uint8_t *source, uint8_t *destination, int)
    -> decltype(p.parse_string(source, destination, false)) {
  return p.parse_string(source, destination, false);
}

/// The same before 3.2.
template <class P>
auto parse_string(const P &p, const uint8_t *source, uint8_t *destination, long)
    -> decltype(p.parse_string(source, destination)) {
  return p.parse_string(source, destination);
}

/// The implementation whose inline code the headers provide (the number kernel is inline).
namespace kernel = simdjson::SIMDJSON_BUILTIN_IMPLEMENTATION;

} // namespace csj
