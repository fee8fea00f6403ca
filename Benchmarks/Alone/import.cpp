// What `sluice import` is compared with: an NDJSON feed into SQLite, eight columns, by On-Demand line by
// line and one prepared statement. Pragmas, table, statement and batch size are Sluice's.
//
//   import FEED DATABASE
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <simdjson.h>
#include <sqlite3.h>
#include <stdexcept>
#include <unistd.h>

namespace {

using namespace simdjson;

constexpr size_t window_size = 256 << 10;
constexpr int batch_size = 10'000;

class Database {
public:
  explicit Database(const char *path) {
    check(sqlite3_open_v2(
        path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nullptr));
    run("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-8000;");
    run("CREATE TABLE events (id INTEGER, type TEXT, actor TEXT, repo TEXT, size INTEGER,"
        " score REAL, public BOOLEAN, created_at TEXT)");
    check(sqlite3_prepare_v3(handle,
                             "INSERT INTO events (id, type, actor, repo, size, score, public,"
                             " created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                             -1, SQLITE_PREPARE_PERSISTENT, &insert, nullptr));
  }

  ~Database() {
    sqlite3_finalize(insert);
    sqlite3_close(handle);
  }

  void bind(int place, std::string_view text) {
    check(sqlite3_bind_text64(insert, place, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
  }
  void bind(int place, int64_t value) { check(sqlite3_bind_int64(insert, place, value)); }
  void bind(int place, double value) { check(sqlite3_bind_double(insert, place, value)); }
  void bind_null(int place) { check(sqlite3_bind_null(insert, place)); }

  void store() {
    if (pending == 0) { run("BEGIN IMMEDIATE"); }
    if (sqlite3_step(insert) != SQLITE_DONE) { fail(); }
    sqlite3_reset(insert);
    if (++pending == batch_size) { commit(); }
  }

  void commit() {
    if (pending > 0) { run("COMMIT"); }
    pending = 0;
  }

private:
  sqlite3 *handle = nullptr;
  sqlite3_stmt *insert = nullptr;
  int pending = 0;

  void run(const char *sql) { check(sqlite3_exec(handle, sql, nullptr, nullptr, nullptr)); }
  void check(int status) {
    if (status != SQLITE_OK) { fail(); }
  }
  [[noreturn]] void fail() { throw std::runtime_error(sqlite3_errmsg(handle)); }
};

/// One pass over the payload: the event decides which of the two fields it has.
void bind_payload(ondemand::object payload, Database &database) {
  bool size = false, score = false;
  for (auto field : payload) {
    const ondemand::raw_json_string key = field.key();
    if (key == "size") {
      database.bind(5, int64_t(field.value().get_int64()));
      size = true;
    } else if (key == "issue") {
      database.bind(6, double(field.value()["score"].get_double()));
      score = true;
    }
    if (size && score) { break; }
  }
  if (!size) { database.bind_null(5); }
  if (!score) { database.bind_null(6); }
}

void store(ondemand::object event, Database &database) {
  database.bind(1, int64_t(event["id"].get_int64()));
  database.bind(2, std::string_view(event["type"].get_string()));
  database.bind(3, std::string_view(event["actor"]["login"].get_string()));
  database.bind(4, std::string_view(event["repo"]["name"].get_string()));
  bind_payload(event["payload"].get_object(), database);
  database.bind(7, int64_t(bool(event["public"].get_bool())));
  database.bind(8, std::string_view(event["created_at"].get_string()));
  database.store();
}

/// Reads the feed in windows; the rest of a divided line moves to the front of the next.
void import(int feed, Database &database) {
  ondemand::parser parser;
  size_t capacity = window_size, filled = 0;
  std::unique_ptr<char[]> window(new char[capacity + SIMDJSON_PADDING]());
  for (bool more = true; more;) {
    const ssize_t got = read(feed, window.get() + filled, capacity - filled);
    if (got < 0) { throw std::runtime_error("can't read the feed"); }
    more = got > 0;
    filled += size_t(got);
    const char *line = window.get();
    const char *const end = line + filled;
    while (line < end) {
      const char *stop = static_cast<const char *>(std::memchr(line, '\n', size_t(end - line)));
      if (stop == nullptr) {
        if (more) { break; }
        stop = end;
      }
      auto document = parser.iterate(padded_string_view(
          line, size_t(stop - line), size_t(end - line) + SIMDJSON_PADDING));
      store(document.get_object(), database);
      line = stop + 1;
    }
    filled = line < end ? size_t(end - line) : 0;
    if (filled == capacity) {
      std::unique_ptr<char[]> larger(new char[capacity * 2 + SIMDJSON_PADDING]());
      std::memcpy(larger.get(), line, filled);
      window = std::move(larger);
      capacity *= 2;
    } else {
      std::memmove(window.get(), line, filled);
    }
  }
  database.commit();
}

} // namespace

int main(int count, char **arguments) {
  if (count != 3) { return 2; }
  try {
    const int feed = open(arguments[1], O_RDONLY);
    if (feed < 0) { throw std::runtime_error("can't open the feed"); }
    Database database(arguments[2]);
    import(feed, database);
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "import: %s\n", error.what());
    return 1;
  }
}
