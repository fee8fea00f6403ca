#include "Records.hpp"

bench_parser *bench_parser_make(void) { return new bench_parser; }

void bench_parser_free(bench_parser *parser) { delete parser; }

const char *bench_parser_error(const bench_parser *parser) { return parser->error.c_str(); }
