// Records of unknown shapes among those that are read at once: see lines_loop.h.
//
// Bounds: those of csj_walk.h. Locations are written below `location_count`, and up to the next
// multiple of eight, which `most_locations` is.
#pragma once

#include "csj_columns.h"
#include "csj_walk.h"

#include <cstring>

namespace csj {
namespace {

/// Records of unknown shapes among those that are read at once. Their shapes are learned when the
/// others, whose locations are those of shapes, have been read.
struct new_records {
  static constexpr uint32_t most = 8, most_locations = 64;

  struct new_record {
    const uint32_t *tokens;
    const uint8_t *kinds;
    uint32_t count; ///< the number of its tokens
    uint32_t needs; ///< the number of those on which the locations depend
    uint32_t locations[most_locations]; ///< counted from its first token
  };

  uint32_t count = 0;
  new_record records[most];

  bool is_full() const { return count == most; }

  /// Locates the wanted values of a record as Sluice's FieldLocations does, if nothing in it needs
  /// care. Returns the locations, or null.
  CSJ_TARGET const uint32_t *add(const csj_rows &rows, const csj_lines &lines, uint32_t end) {
    new_record &record = records[count];
    const uint32_t first = lines.first, last = end - 1;
    if (!rows.levels || rows.location_count > most_locations || lines.kinds[first + 1] != '"') {
      return nullptr;
    }
    int64_t budget = INT64_MAX;
    const csj_record text = {lines.bytes, lines.tokens, lines.kinds, end, first, nullptr, &budget};
    std::memset(record.locations, 0, rows.location_count * sizeof *record.locations);
    csj_walk walk = {};
    walk.duplicates = lines.duplicates;
    csj_walk_begin(&walk, rows.levels, 0, first);
    if (csj_walk_fields(&text, rows.levels, record.locations, &walk) != CSJ_WALKED_END ||
        walk.key != last) {
      return nullptr;
    }
    // Only if the first field counts, what follows the last wanted value does not matter.
    uint32_t furthest = 0;
    bool has_all = lines.duplicates == CSJ_FIRST_COUNTS;
    record.locations[0] = 0;
    // Locations are read in steps of eight.
    for (uint32_t i = rows.location_count; i % 8 != 0; i++) { record.locations[i] = UINT32_MAX; }
    for (uint32_t i = 1; i < rows.location_count; i++) {
      uint32_t &location = record.locations[i];
      if (location == UINT32_MAX) { return nullptr; }
      if (location == 0) {
        location = UINT32_MAX;
        has_all = false;
      } else {
        location -= first;
        furthest = location > furthest ? location : furthest;
      }
    }
    record.tokens = lines.tokens + first;
    record.kinds = lines.kinds + first;
    record.count = end - first;
    record.needs = has_all ? furthest + 1 : record.count;
    count++;
    return record.locations;
  }

  /// Learns the shapes. No locations of shapes are valid after that.
  CSJ_TARGET void learn(csj_picker &picker, const uint8_t *bytes) {
    for (uint32_t i = 0; i < count; i++) {
      const new_record &record = records[i];
      csj_pick_learn(&picker, bytes, record.tokens, record.kinds, 0, record.count,
                     record.locations, record.needs);
    }
    count = 0;
  }
};

} // namespace
} // namespace csj
