// Every contender's entry is declared here and defined at the end of the contender's own file.
#pragma once

#include "Contender.hpp"

namespace bench {

extern const Entry entries[];
extern const size_t entry_count;

Made make_partial_find_field(Documents);
Made make_partial_any_order(Documents);
Made make_small_find_field(Documents);
Made make_small_any_order(Documents);
Made make_check_dom(Documents);
Made make_tokens_stage1(Documents);
Made make_tokens_rapidjson(Documents);
Made make_tokens_yajl(Documents);
Made make_logs_iterate_many(Documents);
Made make_logs_iterate_many_cached(Documents);
Made make_logs_one_pass(Documents);
Made make_logs_one_pass_cached(Documents);
#ifdef BENCH_NEWEST
Made make_logs_newlines(Documents);
Made make_logs_key_selector(Documents);
Made make_logs_key_selector_slices(Documents);
#endif
Made make_logs_lines(Documents);
Made make_logs_lines_forward(Documents);
Made make_logs_file_lines(Documents);
Made make_logs_file_lines_forward(Documents);
Made make_logs_file_stream(Documents);
Made make_events_lines(Documents);
Made make_events_iterate_many(Documents);
Made make_events_iterate_many_cached(Documents);
Made make_kinds_iterate_many(Documents);
Made make_kinds_iterate_many_cached(Documents);
Made make_full_dom_lines(Documents);
Made make_paths_ondemand_lines(Documents);
Made make_paths_ondemand_whole(Documents);
Made make_paths_rapidjson_lines(Documents);
Made make_paths_rapidjson_whole(Documents);
Made make_select_events_lines(Documents);
Made make_select_events_stream(Documents);
Made make_select_logs_lines(Documents);
Made make_select_logs_stream(Documents);
Made make_count_events_lines(Documents);
Made make_count_events_stream(Documents);
Made make_count_logs_lines(Documents);
Made make_count_logs_stream(Documents);
Made make_columns_events_lines(Documents);
Made make_columns_events_stream(Documents);
Made make_columns_logs_lines(Documents);
Made make_columns_logs_stream(Documents);
Made make_typed_lines(Documents);
Made make_dump_rapidjson_twitter(Documents);
Made make_dump_rapidjson_citm(Documents);
Made make_dump_rapidjson_canada(Documents);

} // namespace bench
