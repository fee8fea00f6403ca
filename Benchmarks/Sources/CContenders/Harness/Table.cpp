// What an import left in its database, for the comparison.
#include "Contender.hpp"

#include <sqlite3.h>

namespace {

template <class Sink> bool read_table(const char *path, Sink &sink) {
  sqlite3 *database = nullptr;
  sqlite3_stmt *select = nullptr;
  bool done = false;
  if (sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK &&
      sqlite3_prepare_v2(database, "SELECT * FROM events ORDER BY rowid", -1, &select, nullptr) ==
          SQLITE_OK) {
    int status;
    while ((status = sqlite3_step(select)) == SQLITE_ROW) {
      for (int column = 0; column < sqlite3_column_count(select); ++column) {
        switch (sqlite3_column_type(select, column)) {
        case SQLITE_INTEGER: sink.integer(sqlite3_column_int64(select, column)); break;
        case SQLITE_FLOAT: sink.real(sqlite3_column_double(select, column)); break;
        case SQLITE_NULL: sink.missing(); break;
        default: {
          const auto text = reinterpret_cast<const char *>(sqlite3_column_text(select, column));
          sink.text({text, size_t(sqlite3_column_bytes(select, column))});
        }
        }
      }
    }
    done = status == SQLITE_DONE;
  }
  sqlite3_finalize(select);
  sqlite3_close(database);
  return done;
}

} // namespace

bool bench_table_tally(const char *path, bench_tally *tally) {
  bench::Tally sum{*tally};
  const bool done = read_table(path, sum);
  *tally = sum;
  return done;
}

bool bench_table_values(const char *path, bench_output output, void *context) {
  bench::Text text;
  const bool done = read_table(path, text);
  output(context, text.out.data(), text.out.size());
  return done;
}
