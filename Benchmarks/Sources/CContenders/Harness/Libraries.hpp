#pragma once

#include "Library.hpp"

namespace bench {

extern const Library *const libraries[];
extern const size_t library_count;

/// The library that a contender of that name is made with, if it is one of these.
const Library *library_of(std::string_view contender);

} // namespace bench
