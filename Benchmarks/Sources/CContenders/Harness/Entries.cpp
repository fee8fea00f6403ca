// Contenders by name: WORKLOAD.VARIANT.
#include "Registry.hpp"

namespace bench {

const Entry entries[] = {
    {"partial.find_field", make_partial_find_field},
    {"partial.any_order", make_partial_any_order},
    {"small.find_field", make_small_find_field},
    {"small.any_order", make_small_any_order},
    {"check.dom", make_check_dom},
};
const size_t entry_count = sizeof entries / sizeof entries[0];

} // namespace bench
