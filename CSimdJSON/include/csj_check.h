// Whether a document or a record is valid JSON, by the kinds of its tokens.
//
// Bounds: tokens, kinds and escapes are those of stage 1 (csj_engine.h), each readable 64 bytes
// after its last; bytes are readable CSJ_PADDING after the text. Links are written below `end`.
#pragma once

#include "csj_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The longest order of tokens that is remembered.
#define CSJ_PROVEN_TOKENS 256

/// Orders of tokens that were found valid. Records of a feed mostly have one of them: a record of that order
/// can only have faults in its scalars and escapes. One thread uses it at a time, under any kernel.
typedef struct csj_proven csj_proven;

/// Makes a memory of 16 KB without any order. Returns NULL if memory runs out.
csj_proven *_Nullable csj_proven_create(void);
void csj_proven_destroy(csj_proven *_Nullable proven);

/// Whether the tokens `first..<end` of a text that stage 1 has accepted are one object or array,
/// valid by RFC 8259 in every part: the order of tokens, brackets, numbers (those with a fraction
/// or an exponent are finite as doubles), literals and escapes.
///
/// False proves nothing: there is a fault, or the value is a scalar, or is nested deeper than
/// `depth_limit` or 64 levels. Then check it token by token, which names the fault. `length` is
/// where the text ends. `proven` makes no difference to the verdict.
bool csj_check(const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull tokens,
               const uint8_t *_Nonnull kinds, const uint8_t *_Nonnull escapes, uint32_t first,
               uint32_t end, uint32_t length, uint32_t depth_limit,
               csj_proven *_Nullable proven);

/// The same for the tokens `0..<end`. If it returns true, the partner of each opening bracket is
/// written to its link; other links are used as well. `links` has room for all tokens.
bool csj_check_linking(const uint8_t *_Nonnull bytes, const uint32_t *_Nonnull tokens,
                       const uint8_t *_Nonnull kinds, const uint8_t *_Nonnull escapes,
                       uint32_t end, uint32_t length, uint32_t depth_limit,
                       uint32_t *_Nonnull links);

#ifdef __cplusplus
}
#endif
