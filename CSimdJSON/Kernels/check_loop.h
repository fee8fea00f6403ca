// The full check by the kinds of tokens, 64 at a time: one form of csj_check for each instruction
// set.
//
// Masks say where each kind is. Which kinds may be neighbours is then a few operations for 64
// tokens; so is whether a comma is an object's. Only brackets are taken one by one, for their stack
// of bits, which also tells the container of each comma; and numbers and literals, without a branch
// on what they are. Strings cost nothing here: those that stage 1 has accepted can only have a
// faulty escape, and it has noted where backslashes are. A record whose tokens are in an order that
// was found valid before needs no more than a comparison and its scalars (proven.h).
//
// Measured, GB/s with AVX-512 and AVX2: twitter.json 12.7 and 12.7, citm_catalog.json 10.4 and
// 10.9, canada.json (110 thousand numbers) 3.7 and 3.4, log feed 5.4 and 5.9, events 8.1 and 7.4.
//
// Bounds: kinds are readable 64 bytes after the last token; those from `end` on are masked out.
// Escapes are as readable after the last block. Text is read in blocks of 64 bytes that begin
// before its end, 33 bytes from a scalar's first byte, and 12 from an escape's: all within
// CSJ_PADDING. Longer numbers are read up to the byte that ends them, at the latest the next
// token's first: there is one, because the last token is a bracket.
#pragma once

#include "check_scalar.h"
#include "number_lanes.h"
#include "proven.h"

namespace csj {
namespace {

/// Whether the scalar at `scalar` is a literal or a number without an exponent of less than 32
/// bytes. The next token begins `distance` bytes later.
///
/// Without a branch, because which scalars follow each other is not predictable.
CSJ_TARGET_INLINE bool is_usual_scalar(const uint8_t *scalar, uint32_t distance) {
  const scalar_masks masks = masks_of(scalar);
  // It ends at white space, or at the next token.
  const uint64_t stop = 1ull << (distance < 32 ? distance : 32);
  const uint32_t size = uint32_t(lowest(masks.spaces | stop));
  const uint32_t sign = *scalar == '-';
  const uint32_t points = low_bits32(masks.points, size);
  // Only digits and points, apart from the sign; one point at most; a digit at either end; and no
  // digit after a zero at the start.
  const uint32_t other = low_bits32(masks.other, size) ^ sign;
  const uint32_t ends = (masks.other | points) & (1u << sign | 1u << (size - 1));
  const uint32_t second_digit = ~(masks.other | points) >> (sign + 1) & uint32_t(size > sign + 1);
  const uint32_t zero = uint32_t(scalar[sign] == '0') & second_digit;
  const uint32_t faults = other | ends | uint32_t(without_lowest(points)) | (zero & 1) | size >> 5;
  // From 8 bytes on, the size's bits are of no literal.
  const uint64_t word = low_bits(csj_load64(scalar), 8 * size) | uint64_t(size) << 56;
  return (faults == 0) | (word == literals[*scalar >> 3 & 3]);
}

/// Whether the tokens of a mask are literals or numbers. Another token follows each.
CSJ_TARGET_INLINE bool are_scalars(const uint8_t *bytes, const uint32_t *tokens, uint64_t mask) {
  for (; mask != 0; mask = without_lowest(mask)) {
    const uint32_t *const token = tokens + lowest(mask);
    const uint8_t *const scalar = bytes + token[0];
    if (__builtin_expect(!is_usual_scalar(scalar, token[1] - token[0]), 0) &&
        !is_unusual_number(scalar)) {
      return false;
    }
  }
  return true;
}

/// Checks scalars like `are_scalars`, eight at a time, where CPUs can.
class scalar_queue {
public:
  /// Whether all scalars so far that were checked are valid. At the end, all of them are checked by
  /// `finish`.
  CSJ_TARGET_INLINE_METHOD bool add(const uint8_t *bytes, const uint32_t *tokens, uint64_t mask) {
    if (!has_number_lanes) { return are_scalars(bytes, tokens, mask); }
    for (; mask != 0; mask = without_lowest(mask)) {
      const uint32_t *const token = tokens + lowest(mask);
      starts[count] = bytes + token[0];
      sizes[count] = token[1] - token[0];
      count++;
    }
    return count < most || finish();
  }

  CSJ_TARGET_INLINE_METHOD bool finish() {
    for (uint32_t i = count; i % 8 != 0; i++) {
      starts[i] = starts[0];
      sizes[i] = sizes[0];
    }
    for (uint32_t i = 0; i < count; i += 8) {
      uint32_t unusual = are_unusual(eight_tokens{starts + i, sizes + i});
      for (; __builtin_expect(unusual != 0, 0); unusual &= unusual - 1) {
        const uint32_t at = i + uint32_t(lowest(unusual));
        if (!is_usual_scalar(starts[at], sizes[at]) && !is_unusual_number(starts[at])) {
          return false;
        }
      }
    }
    count = 0;
    return true;
  }

private:
  static constexpr uint32_t most = 64;
  uint32_t count = 0;
  /// Room for as many again as one mask has.
  const uint8_t *starts[2 * most];
  uint32_t sizes[2 * most];
};

/// What the tokens before 64 tokens were: each 0 or 1.
struct grammar {
  uint64_t before_value = 1; ///< one that lets a value begin, or none
  uint64_t after_value = 0;
  uint64_t after_brace = 0;   ///< '{'
  uint64_t after_bracket = 0; ///< '['
  uint64_t after_comma = 0;
  uint64_t after_key = 0;     ///< a string after '{' or a comma
  uint64_t after_first = 0;   ///< a string after '{'

  /// The tokens after those of a mask; `carry` is for the first of them.
  CSJ_TARGET_INLINE_METHOD static uint64_t after(uint64_t mask, uint64_t &carry) {
    const uint64_t shifted = mask << 1 | carry;
    carry = mask >> 63;
    return shifted;
  }
};

/// Notes no links.
struct without_links {
  CSJ_TARGET_INLINE_METHOD void bracket(uint32_t, uint32_t, uint32_t) {}
  CSJ_TARGET_INLINE_METHOD void close(uint64_t, uint32_t, uint32_t) {}
};

/// Notes the partner of each opening bracket, as the check finds it.
struct with_links {
  uint32_t *const links;
  /// The open brackets: one more than the check allows, which it then refuses.
  uint32_t open[65] = {};

  /// A bracket at a depth, without a branch on whether it opens. Its own link is written in either
  /// case: that of an opening one for the first time.
  CSJ_TARGET_INLINE_METHOD void bracket(uint32_t token, uint32_t depth, uint32_t opens) {
    uint32_t &innermost = open[depth + opens - 1];
    links[opens ? token : innermost] = token;
    innermost = token;
  }

  /// Containers of a mask whose closing brackets are that many tokens later.
  CSJ_TARGET_INLINE_METHOD void close(uint64_t opening, uint32_t token, uint32_t distance) {
    for (; opening != 0; opening = without_lowest(opening)) {
      const uint32_t at = token + uint32_t(lowest(opening));
      links[at] = at + distance;
    }
  }
};

/// Whether every backslash between the document's first byte and its last begins an escape, or ends
/// one.
CSJ_TARGET_INLINE bool has_valid_escapes(const uint8_t *bytes, const uint8_t *escapes, uint32_t at,
                                         uint32_t length) {
  const uint32_t last = (length - 1) / 64;
  // A look at 4 KiB of text at a time.
  for (uint32_t start = at / 64; start <= last; start += 64) {
    uint64_t rest = non_zero(load(escapes + start));
    if (last - start < 63) { rest = low_bits(rest, last - start + 1); }
    for (; __builtin_expect(rest != 0, 0); rest = without_lowest(rest)) {
      const uint32_t begin = (start + uint32_t(lowest(rest))) * 64;
      uint64_t backslashes = equal(load(bytes + begin), '\\');
      // The document begins, or an escape of the block before ends, in this block.
      if (at > begin) { backslashes &= at - begin < 64 ? ~0ull << (at - begin) : 0; }
      while (backslashes != 0) {
        at = begin + uint32_t(lowest(backslashes));
        if (at >= length) { return true; }
        const uint32_t size = escape_size(bytes + at);
        if (size == 0) { return false; }
        at += size;
        backslashes &= at - begin < 64 ? ~0ull << (at - begin) : 0;
      }
    }
  }
  return true;
}

/// Whether tokens are in order, and each scalar is valid.
template <typename Links>
CSJ_TARGET bool has_valid_tokens(const uint8_t *bytes, const uint32_t *tokens, const uint8_t *kinds,
                                 uint32_t first, uint32_t end, uint32_t depth_limit,
                                 Links &links) {
  // A bracket at the end as well, so that another token follows each scalar.
  if (depth_limit == 0 || end - first < 2 || (kinds[first] | 0x20) != '{' ||
      (kinds[end - 1] | 0x20) != '}') {
    return false;
  }
  const uint32_t limit = depth_limit < 64 ? depth_limit : 64;
  grammar before;
  uint64_t levels = 0; // a bit for each open level, the innermost lowest: whether it is an object
  uint32_t depth = 0;
  for (uint32_t token = first; token < end; token += 64) {
    const uint64_t there = end - token < 64 ? low_bits(~0ull, end - token) : ~0ull;
    const block found = load(kinds + token);
    const block lower = with_bits(found, 0x20);
    const uint64_t opens = equal(lower, '{') & there, closes = equal(lower, '}') & there;
    const uint64_t braces = bit5(found); // of brackets, those that are braces
    const uint64_t strings = equal(found, '"') & there, commas = equal(found, ',') & there;
    const uint64_t colons = equal(found, ':') & there;
    // What else there is: two control characters, as well, which will turn out to be no scalars.
    const uint64_t scalars = there & ~(opens | closes | strings | commas | colons);
    const uint64_t plain = strings | scalars, open_arrays = opens & ~braces;

    // Who may follow whom.
    const uint64_t after_brace = grammar::after(opens & braces, before.after_brace);
    const uint64_t after_bracket = grammar::after(open_arrays, before.after_bracket);
    const uint64_t after_comma = grammar::after(commas, before.after_comma);
    const uint64_t may_begin =
        grammar::after(colons | commas | open_arrays, before.before_value);
    const uint64_t after_value = grammar::after(plain | closes, before.after_value);
    const uint64_t first_keys = strings & after_brace;
    const uint64_t after_first = grammar::after(first_keys, before.after_first);
    const uint64_t after_key =
        grammar::after(first_keys | (strings & after_comma), before.after_key);
    const uint64_t may_close =
        after_value | (braces & after_brace) | (~braces & after_bracket);
    uint64_t faults = ((opens | plain) & ~(may_begin | first_keys)) | (commas & ~after_value) |
                      (closes & ~may_close) | (colons & ~after_key) |
                      (after_first & ~colons & there);

    // The innermost containers that are short need no stack: those without a value, and arrays of
    // one or two scalars, such as points. The outermost is not among them.
    const uint64_t inner = token == first ? ~1ull : ~0ull, ends = closes & ~braces;
    const uint64_t none = inner & opens & closes >> 1;
    const uint64_t one = inner & open_arrays & plain >> 1 & ends >> 2;
    const uint64_t two =
        inner & open_arrays & plain >> 1 & commas >> 2 & plain >> 3 & ends >> 4;
    const uint64_t short_ = none | one | two;
    const uint64_t brackets = (opens | closes) & ~(short_ | none << 1 | one << 2 | two << 4);
    const uint32_t most = limit - (short_ != 0);
    if (__builtin_expect(depth > most, 0)) { return false; }

    // The other brackets, and with them where objects are.
    uint64_t in_object = 0 - (levels & 1);
    for (uint64_t rest = brackets; rest != 0; rest = without_lowest(rest)) {
      const uint64_t at = lowest(rest);
      const uint64_t is_open = opens >> at & 1, is_object = braces >> at & 1;
      const uint64_t inside = levels << 1 | is_object, outside = levels >> 1;
      const uint64_t now = is_open ? inside : outside;
      // A bracket closes its own kind.
      faults |= (is_open ^ 1) & (levels ^ is_object) & 1;
      in_object ^= (0 - ((levels ^ now) & 1)) << at;
      links.bracket(token + uint32_t(at), depth, uint32_t(is_open));
      levels = now;
      depth += uint32_t(2 * is_open) - 1;
      // Too deep, or the outermost closes: after it there must be nothing.
      if (__builtin_expect(depth - 1 >= most, 0)) {
        if (depth != 0 || token + uint32_t(at) + 1 != end) { return false; }
      }
    }
    // A comma is an object's if a string and a colon follow it.
    const uint64_t keyed = end - token > 64 ? equal(load(kinds + token + 2), ':') : colons >> 2;
    faults |= commas & ~(two << 2) & (in_object ^ keyed);
    if (__builtin_expect(faults != 0, 0)) { return false; }
    links.close(none, token, 1);
    links.close(one, token, 2);
    links.close(two, token, 4);

    if (!are_scalars(bytes, tokens + token, scalars)) { return false; }
  }
  return depth == 0;
}

/// Whether the tokens have an order that was found valid before.
CSJ_TARGET_INLINE bool is_known(csj_proven &proven, const uint8_t *kinds, uint32_t count,
                                uint32_t depth_limit) {
  const uint32_t place = csj_proven::place_of(count);
  for (uint32_t way = place; way < place + 2; way++) {
    auto &known = proven.known[way];
    if (known.count != count || known.depth_limit > depth_limit) { continue; }
    const order &order = proven.orders[way];
    bool differs = false;
    for (uint32_t i = 0; i < count && !differs; i += 64) {
      differs = differ(load(kinds + i), load(order.kinds + i), load(order.masks + i));
    }
    if (differs) { continue; }
    known.hits++;
    proven.note_known();
    return true;
  }
  proven.note_unknown();
  return false;
}

/// The same as `has_valid_tokens` for tokens of a known order. `examined`: a bit for each token
/// that is examined elsewhere, if it is a scalar; null for none.
CSJ_TARGET_INLINE bool has_valid_scalars(const uint8_t *bytes, const uint32_t *tokens,
                                         const uint8_t *kinds, uint32_t first, uint32_t end,
                                         const uint64_t *examined) {
  scalar_queue queue;
  for (uint32_t token = first; token < end; token += 64) {
    uint64_t scalars = equal(load(kinds + token), 0);
    if (end - token < 64) { scalars = low_bits(scalars, end - token); }
    if (examined) { scalars &= ~examined[(token - first) / 64]; }
    if (!queue.add(bytes, tokens + token, scalars)) { return false; }
  }
  return queue.finish();
}

/// See csj_check. `examined`: as for `has_valid_scalars`.
CSJ_TARGET bool check(const uint8_t *bytes, const uint32_t *tokens, const uint8_t *kinds,
                      const uint8_t *escapes, uint32_t first, uint32_t end, uint32_t length,
                      uint32_t depth_limit, csj_proven *proven, uint32_t *links,
                      const uint64_t *examined = nullptr) {
  const uint32_t count = end - first;
  if (proven && (count > CSJ_PROVEN_TOKENS || !proven->is_of_use())) { proven = nullptr; }
  if (links) {
    with_links noted{links};
    if (!has_valid_tokens(bytes, tokens, kinds, first, end, depth_limit, noted)) { return false; }
  } else if (proven && is_known(*proven, kinds + first, count, depth_limit)) {
    if (!has_valid_scalars(bytes, tokens, kinds, first, end, examined)) { return false; }
  } else {
    without_links none;
    if (!has_valid_tokens(bytes, tokens, kinds, first, end, depth_limit, none)) { return false; }
    if (proven) { proven->learn(kinds + first, count, depth_limit); }
  }
  return has_valid_escapes(bytes, escapes, tokens[first], length);
}

} // namespace
} // namespace csj
