// Filling columns from a record whose values were located: a row of the usual values, without a
// call for each.
//
// Bounds: tokens below `end` are those of stage 1, each an offset into readable bytes, and
// CSJ_PADDING bytes after the window are readable. Values are written at the row, for which the
// caller made room, and texts only where the column's own bytes have room for CSJ_PADDING more.
#pragma once

#include "csj_base.h"
#include "csj_check.h"
#include "csj_names.h"
#include "csj_pick.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The values that a column takes, and how they lie in memory.
typedef enum {
  CSJ_COLUMN_OTHER = 0, ///< none: the caller stores them
  CSJ_COLUMN_INT64,
  CSJ_COLUMN_DOUBLE,
  CSJ_COLUMN_BOOL,  ///< a byte, 0 or 1
  CSJ_COLUMN_BYTES, ///< texts: where each ends in `data`, 8 bytes, after a 0
  CSJ_COLUMN_VIEW,  ///< texts: 16 bytes, as SluiceRows' TextView has them
  // The same as the first three, also for strings that are such a value: `quoted` has them.
  CSJ_COLUMN_QUOTED_INT64,
  CSJ_COLUMN_QUOTED_DOUBLE,
  CSJ_COLUMN_QUOTED_BOOL
} csj_column_kind;

/// The longest text that is stored: 32-bit offsets can hold it.
#define CSJ_LONGEST_TEXT ((uint64_t)0x7FFFFFFFu)
/// The longest text that a view holds itself.
#define CSJ_SHORT_TEXT 12u
/// Set in a view's place if the text is in the column's own bytes. No address has it.
#define CSJ_OWN_TEXT (1ull << 63)

/// A column that is being filled. The caller owns the memory.
typedef struct {
  uint8_t *_Nonnull values;
  uint8_t *_Nonnull validity; ///< a bit for each row: 0 for null
  uint8_t *_Nullable quoted;  ///< a bit for each row: 1 for a value in a string; for such kinds
  uint8_t *_Nonnull data;     ///< the column's own bytes
  size_t capacity;            ///< the size of `data`
  size_t data_count;          ///< for views: the bytes of `data` in use
  size_t viewed_bytes;        ///< for views: the bytes in windows that they point to
  size_t copied_bytes;        ///< for views: the bytes copied because no window is kept
  uint32_t location;          ///< where the value's token is among the locations
  uint8_t kind;               ///< a csj_column_kind
  bool takes_null;            ///< whether a null needs no care
  bool has_nulls;
  bool is_window_kept;        ///< for views: whether they may point into the current window
} csj_column;

/// Stores the values of a record in a row of the columns `next..<count`, in their order. Returns the
/// number of the first column whose value needs care, and of which nothing was stored: the caller
/// stores it, and continues after it. `count` if all were stored.
///
/// A value needs care if it is of another kind; is long or has a fraction or an exponent where most
/// have none; has an invalid escape; does not fit; is a null that the column does not take; or if the
/// column's own bytes have no room for it. `locations` are tokens, or UINT32_MAX for missing values.
typedef uint32_t (*csj_fill_form)(csj_column *_Nonnull const *_Nonnull columns, uint32_t next,
                                  uint32_t count, const uint8_t *_Nonnull bytes,
                                  const uint32_t *_Nonnull tokens, uint32_t end,
                                  const uint32_t *_Nonnull locations, size_t row);

/// The form for the active kernel.
csj_fill_form _Nonnull csj_fill(void);

/// Lines of an indexed window, and how far they were read.
typedef struct {
  const uint8_t *_Nonnull bytes;
  const uint32_t *_Nonnull tokens;
  const uint8_t *_Nonnull kinds;
  const uint8_t *_Nonnull escapes;
  const uint32_t *_Nonnull token_ends; ///< for each line, the number of tokens before its newline
  uint32_t count;                      ///< the number of lines
  uint32_t next;                       ///< the next line to read
  uint32_t first;                      ///< its first token, if it has one
  uint32_t start;                      ///< its first byte
  uint32_t longest;                    ///< longer lines are not read
  bool checks_in_full;                 ///< whether to check the records as csj_check does
  uint8_t duplicates;                  ///< a csj_duplicates
  uint32_t depth_limit;
  csj_proven *_Nullable proven;
} csj_lines;

/// Where the rows of lines go.
typedef struct {
  csj_column *_Nonnull const *_Nonnull columns;
  uint32_t column_count;
  csj_picker *_Nonnull picker;  ///< knows the shapes of records
  /// The wanted fields, by level, to search other records for; NULL: they are not searched.
  csj_fields *_Nullable levels;
  uint32_t location_count;      ///< the number of locations in the levels, with the record's own
  uint32_t *_Nonnull line_ends; ///< where the line of each row ends, after its newline
} csj_rows;

/// Stores the records of the next lines in the rows from `row` on, `most` at the most. Returns their
/// number, and moves the lines on. Stops before a line that is not a record with usual values, of a
/// known shape or one that a plain walk over its fields finds the values in, and stores nothing of it.
///
/// `most` rows have room in the columns and in `line_ends`.
typedef uint32_t (*csj_fill_lines_form)(const csj_rows *_Nonnull rows, csj_lines *_Nonnull lines,
                                        size_t row, uint32_t most);

/// The form for the active kernel; NULL where stage 1 provides no kinds.
csj_fill_lines_form _Nullable csj_fill_lines(void);

#ifdef __cplusplus
}
#endif
