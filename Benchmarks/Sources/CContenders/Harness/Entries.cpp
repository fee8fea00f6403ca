// Contenders by name: WORKLOAD.VARIANT.
#include "Registry.hpp"

namespace bench {

const Entry entries[] = {
    {"partial.find_field", make_partial_find_field},
    {"partial.any_order", make_partial_any_order},
    {"small.find_field", make_small_find_field},
    {"small.any_order", make_small_any_order},
    {"check.dom", make_check_dom},
    {"tokens.stage1", make_tokens_stage1},
    {"tokens.rapidjson", make_tokens_rapidjson},
    {"tokens.yajl", make_tokens_yajl},
    {"logs.iterate_many", make_logs_iterate_many},
    {"logs.iterate_many.cached", make_logs_iterate_many_cached},
    {"logs.one_pass", make_logs_one_pass},
    {"logs.one_pass.cached", make_logs_one_pass_cached},
#ifdef BENCH_NEWEST
    {"logs.newlines", make_logs_newlines},
    {"logs.key_selector", make_logs_key_selector},
    {"logs.key_selector.slices", make_logs_key_selector_slices},
#endif
    {"logs.lines", make_logs_lines},
    {"logs.lines.forward", make_logs_lines_forward},
    {"logs.file.lines", make_logs_file_lines},
    {"logs.file.lines.forward", make_logs_file_lines_forward},
    {"logs.file.iterate_many", make_logs_file_stream},
    {"events.lines", make_events_lines},
    {"events.iterate_many", make_events_iterate_many},
    {"events.iterate_many.cached", make_events_iterate_many_cached},
    {"kinds.iterate_many", make_kinds_iterate_many},
    {"kinds.iterate_many.cached", make_kinds_iterate_many_cached},
    {"full.dom.lines", make_full_dom_lines},
    {"paths.ondemand.lines", make_paths_ondemand_lines},
    {"paths.ondemand.whole", make_paths_ondemand_whole},
    {"paths.rapidjson.lines", make_paths_rapidjson_lines},
    {"paths.rapidjson.whole", make_paths_rapidjson_whole},
    {"select.events.lines", make_select_events_lines},
    {"select.events.stream", make_select_events_stream},
    {"select.logs.lines", make_select_logs_lines},
    {"select.logs.stream", make_select_logs_stream},
    {"count.events.lines", make_count_events_lines},
    {"count.events.stream", make_count_events_stream},
    {"count.logs.lines", make_count_logs_lines},
    {"count.logs.stream", make_count_logs_stream},
    {"columns.events.lines", make_columns_events_lines},
    {"columns.events.stream", make_columns_events_stream},
    {"columns.logs.lines", make_columns_logs_lines},
    {"columns.logs.stream", make_columns_logs_stream},
    {"typed.lines", make_typed_lines},
    {"dump.rapidjson.twitter", make_dump_rapidjson_twitter},
    {"dump.rapidjson.citm", make_dump_rapidjson_citm},
    {"dump.rapidjson.canada", make_dump_rapidjson_canada},
};
const size_t entry_count = sizeof entries / sizeof entries[0];

} // namespace bench
