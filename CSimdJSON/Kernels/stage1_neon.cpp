// Stage 1 for 64-bit ARM: gives the same result as stage1_avx512.cpp, for the same reasons.
//
// Unmeasured: see target_neon.h.
//
// Bounds: those of stage1_loop.h. Writes eight tokens and kinds at a time.
#include "stage1_own.h"
#include "escaped.h"
#include "target_neon.h"

#if defined(__aarch64__)
#include "token_writer.h"
#include "utf8.h"

namespace csj {
namespace {

/// What the bytes of a block are.
struct classes {
  uint64_t op, scalar, backslash, quote;
};

/// The classes of a block's bytes, and in `kinds` its operators and quotes: as for AVX-512.
CSJ_TARGET_INLINE classes classify(const block &bytes, block &kinds) {
  const block op = each(bytes, [](lanes quarter) {
    return vceqq_u8(quarter | all(0x20), look_up(operator_table(), quarter));
  });
  const block space =
      each(bytes, [](lanes quarter) { return vceqq_u8(quarter, look_up(space_table(), quarter)); });
  const block quote = each(bytes, [](lanes quarter) { return vceqq_u8(quarter, all('"')); });
  for (int i = 0; i < 4; i++) { kinds.at[i] = (op.at[i] | quote.at[i]) & bytes.at[i]; }
  const uint64_t operators = bits(op);
  return {operators, ~(operators | bits(space)), equal(bytes, '\\'), bits(quote)};
}

/// Gathers UTF-8's faults.
struct utf8_check {
  lanes last = {}, faults = {};

  CSJ_TARGET_INLINE_METHOD void add(const block &bytes) {
    const lanes any = (bytes.at[0] | bytes.at[1]) | (bytes.at[2] | bytes.at[3]);
    if (__builtin_expect(vmaxvq_u8(any) < 0x80, 1)) {
      faults = faults | vqsubq_u8(last, complete());
    } else {
      lanes before = last;
      for (const lanes quarter : bytes.at) {
        faults = faults | utf8_faults(quarter, before);
        before = quarter;
      }
    }
    last = bytes.at[3];
  }

  CSJ_TARGET_INLINE_METHOD bool is_valid() const { return is_zero16(faults); }

private:
  /// The largest bytes at the end of a block with which no character continues after it.
  CSJ_TARGET_INLINE_METHOD static lanes complete() {
    const char any = char(0xFF);
    return table(any, any, any, any, any, any, any, any, any, any, any, any, any, char(0xEF),
                 char(0xDF), char(0xBF));
  }
};

} // namespace
} // namespace csj

#include "stage1_loop.h"

bool csj::stage1_neon(const uint8_t *bytes, size_t length, stage1_output &out) {
  return stage1(bytes, length, out);
}

#else

bool csj::stage1_neon(const uint8_t *, size_t, stage1_output &) { return false; }

#endif
