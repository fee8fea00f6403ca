// Validates UTF-8, a register at a time and without a branch: text that mixes ASCII and other
// characters costs no more than any other.
//
// The method is from J. Keiser and D. Lemire, "Validating UTF-8 In Less Than One Instruction Per
// Byte", Software: Practice and Experience 51 (2021). Three of the four halves of two adjacent
// bytes look up their possible faults, a bit for each; a fault is one that all three have.
//
// Bounds: the blocks are in registers; no memory is read.
//
// Measured: in place of a branch to a check for blocks that are not ASCII, which was mispredicted
// in every few records, and together with the masks of stage1_avx512.cpp, it took stage 1 of event
// feeds from 1.20 to 0.91 of simdjson's time, and of log feeds from 1.28 to 1.07.
#pragma once

namespace csj {
namespace {

/// Not zero where a byte can't follow those before it. `last`: the register before, zeros at the
/// start. A character that its end cuts is a fault of the next one, unless the next one continues
/// it.
CSJ_TARGET_INLINE lanes utf8_faults(lanes bytes, lanes last) {
  const earlier before = earlier_of(bytes, last);
  // Faults of a byte and the one before it. Two continuation bytes are valid in a longer character,
  // which is checked below.
  constexpr char short_ = 1;          // a character begins before the last one ended
  constexpr char long_ = 2;           // a continuation byte after ASCII
  constexpr char overlong3 = 4;       // E0 80-9F
  constexpr char large = 8;           // F4 90-BF, and F5-FF with the same
  constexpr char surrogate = 16;      // ED A0-BF
  constexpr char overlong2 = 32;      // C0, C1
  constexpr char overlong4 = 64;      // F0 80-8F, and F5-FF with the same
  constexpr char two = char(0x80);    // 80-BF twice
  constexpr char any = char(short_ | long_ | two);
  constexpr char beyond = char(any | large | overlong4);
  const sixteen by_first = table(
      long_, long_, long_, long_, long_, long_, long_, long_, two, two, two, two,
      short_ | overlong2, short_, short_ | overlong3 | surrogate, short_ | large | overlong4);
  const sixteen by_second = table(
      char(any | overlong2 | overlong3 | overlong4), char(any | overlong2), any, any,
      char(any | large), beyond, beyond, beyond, beyond, beyond, beyond, beyond, beyond,
      char(beyond | surrogate), beyond, beyond);
  constexpr char follows = char(long_ | overlong2 | two);
  const sixteen by_third = table(
      short_, short_, short_, short_, short_, short_, short_, short_,
      char(follows | overlong3 | overlong4), char(follows | overlong3 | large),
      char(follows | surrogate | large), char(follows | surrogate | large), short_, short_, short_,
      short_);
  const lanes faults = look_up(by_first, upper_halves(before.one)) &
                       look_up(by_second, before.one & all(0x0F)) &
                       look_up(by_third, upper_halves(bytes));
  // After E0-FF two bytes earlier, or F0-FF three bytes earlier, two continuation bytes are
  // required here.
  const lanes in_three = less(before.two, 0x60), in_four = less(before.three, 0x70);
  return ((in_three | in_four) & all(two)) ^ faults;
}

} // namespace
} // namespace csj
