// Stage 1 for CPUs with AVX2 (simdjson's kernel "haswell"): gives the same result as
// stage1_avx512.cpp, for the same reasons. No instruction picks the bytes of a mask out of a block:
// see token_writer_avx2.h.
//
// Measured with tokens written one by one, GB/s, with kinds, and in feeds with lines, against
// simdjson's "haswell", which finds neither: log feed 5.1 to 4.2, events 4.4 to 3.7, twitter.json 6.8
// to 6.9, citm_catalog.json 8.4 to 9.3.
//
// Bounds: those of stage1_runs.h. Writes 16 tokens and kinds at a time.
#include "stage1_own.h"
#include "escaped.h"
#include "target_avx2.h"

#if defined(__x86_64__)
#include "token_writer_avx2.h"
#include "utf8.h"

namespace csj {
namespace {

/// What the bytes of a block are.
struct classes {
  uint64_t op, scalar, backslash, quote;
};

/// The classes of a block's bytes, and in `kinds` its operators and quotes: as for AVX-512.
CSJ_TARGET_INLINE classes classify(block bytes, block &kinds) {
  const __m256i operators = _mm256_broadcastsi128_si256(operator_table());
  const auto operator_in = [&](__m256i half) CSJ_TARGET {
    return _mm256_cmpeq_epi8(half | all(0x20), _mm256_shuffle_epi8(operators, half));
  };
  const auto space_in = [&](__m256i half) CSJ_TARGET {
    return _mm256_cmpeq_epi8(half, look_up(space_table(), half));
  };
  const auto quote_in = [&](__m256i half) CSJ_TARGET { return _mm256_cmpeq_epi8(half, all('"')); };
  const block op = {operator_in(bytes.low), operator_in(bytes.high)};
  const block quote = {quote_in(bytes.low), quote_in(bytes.high)};
  kinds = {(op.low | quote.low) & bytes.low, (op.high | quote.high) & bytes.high};
  const uint64_t spaces = tops(space_in(bytes.low), space_in(bytes.high));
  const uint64_t operations = tops(op.low, op.high);
  return {operations, ~(operations | spaces), equal(bytes, '\\'), tops(quote.low, quote.high)};
}

/// Gathers UTF-8's faults.
///
/// Blocks of ASCII have a shorter way, without a branch: which of a run's blocks are others can't be foreseen,
/// so these are noted, and checked after it.
class utf8_check {
public:
  /// Notes a block of a run, by its number.
  CSJ_TARGET_INLINE_METHOD void note(block bytes, size_t number) {
    numbers[count] = uint8_t(number);
    count += _mm256_movemask_epi8(bytes.low | bytes.high) != 0;
  }

  /// Checks the blocks that were noted, of a run that begins at `at`.
  CSJ_TARGET __attribute__((noinline)) void check(const uint8_t *bytes, size_t at) {
    for (size_t i = 0; i < count; i++) {
      const size_t from = at + numbers[i] * 64;
      add(load(bytes + from), from);
    }
    count = 0;
  }

  /// Checks a block. All blocks between it and the last one that was checked are ASCII.
  CSJ_TARGET_INLINE_METHOD void add(block bytes, size_t at) {
    const __m256i is_next = all(at == end ? char(0xFF) : 0);
    faults = faults | _mm256_andnot_si256(is_next, cut());
    faults = faults | utf8_faults(bytes.low, last & is_next) | utf8_faults(bytes.high, bytes.low);
    last = bytes.high;
    end = at + 64;
  }

  /// Whether all is valid. The last block that was checked is the text's last, or followed by ASCII.
  CSJ_TARGET_INLINE_METHOD bool is_valid() const {
    const __m256i all = faults | cut();
    return _mm256_testz_si256(all, all) != 0;
  }

private:
  uint8_t numbers[64]; ///< of the noted blocks: a run has 32
  size_t count = 0;
  __m256i last = {}; ///< the second half of the last block that was checked
  size_t end = 0;    ///< where that block ends
  __m256i faults = {};

  /// Not zero if a character continues after the last block that was checked.
  CSJ_TARGET_INLINE_METHOD __m256i cut() const {
    const char any = char(0xFF);
    return _mm256_subs_epu8(
        last, _mm256_setr_epi8(any, any, any, any, any, any, any, any, any, any, any, any, any, any,
                               any, any, any, any, any, any, any, any, any, any, any, any, any, any,
                               any, char(0xEF), char(0xDF), char(0xBF)));
  }
};

} // namespace
} // namespace csj

#include "stage1_runs.h"

bool csj::stage1_avx2(const uint8_t *bytes, size_t length, stage1_output &out) {
  return stage1(bytes, length, out);
}

#else

bool csj::stage1_avx2(const uint8_t *, size_t, stage1_output &) { return false; }

#endif
