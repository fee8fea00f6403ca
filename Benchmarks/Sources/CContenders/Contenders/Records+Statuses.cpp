// twitter.json, seven fields of each status, forward only: the faster way for this document.
#include "Records.hpp"

bool bench_read_statuses(bench_parser *parser, const bench_document *bytes, bench_take_status take,
                         void *context) {
  using namespace simdjson;
  return parser->guarded([&] {
    ondemand::document document = parser->parser.iterate(bench::padded(*bytes));
    for (ondemand::object from : document.find_field("statuses").get_array()) {
      bench_status status;
      status.created_at = bench::view(from.find_field("created_at").get_string());
      status.id = from.find_field("id").get_int64();
      status.text = bench::view(from.find_field("text").get_string());
      {
        ondemand::object user = from.find_field("user");
        status.user_id = user.find_field("id").get_int64();
        status.screen_name = bench::view(user.find_field("screen_name").get_string());
      }
      status.retweet_count = from.find_field("retweet_count").get_int64();
      status.favorite_count = from.find_field("favorite_count").get_int64();
      take(context, &status);
    }
  });
}
