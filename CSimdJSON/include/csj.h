// The C interface of simdjson for Swift. Every symbol starts with csj_. No C++ and no exception
// crosses this boundary, and every allocation inside is checked.
//
// It provides stage 1 (the structural index), the number and string kernels, and UTF-8 validation,
// all dispatched by simdjson itself to the SIMD kernel of the running CPU.
//
// This header is the whole interface, and each of the others is one concept. "The shim"
// (CSimdJSON/Shim) uses simdjson, "kernels" (CSimdJSON/Kernels) are our own loops.
#pragma once

// Through the shim.
#include "csj_engine.h"
#include "csj_kernel.h"
#include "csj_numbers.h"
#include "csj_strings.h"

// Kernels that are called.
#include "csj_check.h"
#include "csj_columns.h"
#include "csj_compact.h"
#include "csj_decimals.h"
#include "csj_newlines.h"
#include "csj_number_output.h"
#include "csj_pick.h"
#include "csj_stage1.h"

// Kernels that Swift inlines.
#include "csj_base.h"
#include "csj_digits.h"
#include "csj_escapes.h"
#include "csj_keys.h"
#include "csj_known_keys.h"
#include "csj_links.h"
#include "csj_names.h"
#include "csj_number_text.h"
#include "csj_quoted.h"
#include "csj_record.h"
#include "csj_repeated_names.h"
#include "csj_search.h"
#include "csj_seek.h"
#include "csj_skip.h"
#include "csj_text.h"
#include "csj_values.h"
#include "csj_walk.h"

// What is neither: memory and the current thread.
#include "csj_memory.h"
#include "csj_thread.h"
