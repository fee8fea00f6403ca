// Orders of tokens that were found valid: see csj_proven. Kinds alone tell what a record's order is;
// its keys and the values of its scalars do not matter.
//
// Two records have the same order if each bracket, colon and comma of one is at the same token of
// the other, a string is where the other has a key, and a string or a scalar where the other has
// another value. The grammar of JSON asks for no more, apart from what is inside of scalars and
// strings.
//
// Bounds: kinds are readable 64 bytes after the last token. Only orders of up to CSJ_PROVEN_TOKENS
// are kept and compared.
#pragma once

#include "csj_check.h"

#include <cstring>

namespace csj {

/// The kinds of a valid record's tokens.
struct order {
  alignas(64) uint8_t kinds[CSJ_PROVEN_TOKENS];
  /// The significant bits of each kind; none after the last token.
  alignas(64) uint8_t masks[CSJ_PROVEN_TOKENS];
};

/// The number of orders kept: two for each hash of a record's number of tokens.
constexpr uint32_t orders_kept = 32;

/// A known order earns credit, and an unknown one costs more. Without credit, as many records are
/// checked as if there were no memory: if few records are alike, it would take 10 % longer.
constexpr int32_t order_earns = 2, order_costs = 3, order_credit = 200, order_rest = 2000;

} // namespace csj

struct csj_proven {
  struct {
    uint32_t count = 0;       ///< the number of tokens; 0: there is no order yet
    uint32_t depth_limit = 0; ///< under which it is valid
    uint32_t hits = 0;
  } known[csj::orders_kept];
  csj::order orders[csj::orders_kept];

  int32_t credit = csj::order_credit;
  int32_t resting = 0; ///< the number of records that are still to pass

  /// Whether to compare the next record.
  bool is_of_use() {
    if (resting == 0) { return true; }
    resting--;
    return false;
  }

  void note_known() { credit += credit < csj::order_credit ? csj::order_earns : 0; }

  void note_unknown() {
    credit -= csj::order_costs;
    if (credit < 0) {
      credit = csj::order_credit / 2;
      resting = csj::order_rest;
    }
  }

  csj_proven() {} // The orders stay uninitialised.

  /// The first of two orders of this number of tokens.
  static uint32_t place_of(uint32_t count) { return (count * 0x9E3779B9u >> 28) * 2; }

  /// Keeps a valid record's order, in place of the one of two that was met less often; earlier
  /// encounters count less and less.
  void learn(const uint8_t *kinds, uint32_t count, uint32_t depth_limit) {
    const uint32_t place = place_of(count);
    const uint32_t way = place + (known[place + 1].hits < known[place].hits);
    known[place].hits /= 2;
    known[place + 1].hits /= 2;
    known[way] = {count, depth_limit, 1};
    csj::order &order = orders[way];
    std::memcpy(order.kinds, kinds, count);
    for (uint32_t i = 0; i < count; i++) {
      const bool is_string = kinds[i] == '"', is_key = is_string & (kinds[i + 1] == ':');
      const bool is_value = (is_string & !is_key) | (kinds[i] == 0);
      order.masks[i] = is_value ? uint8_t(~'"') : 0xFF;
    }
    std::memset(order.masks + count, 0, (0 - count) & 63);
  }
};
