// What `sluice import` into PostgreSQL is compared with: COPY fed with rows that are ready-made in its
// binary form, so that nothing is read, parsed or converted.
//
//   copy reset ADDRESS         drops the tables
//   copy in    ADDRESS FILE    makes the table and feeds FILE into it, in pieces of 64 KiB
//   copy out   ADDRESS FILE    writes the table's rows to FILE
//   copy rows  ADDRESS FILE    inserts FILE's rows into the table one by one, unless their id is there
#include <arpa/inet.h>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <libpq-fe.h>
#include <memory>
#include <stdexcept>
#include <string>
#include <unistd.h>

namespace {

class Server {
public:
  explicit Server(const char *address) : connection(PQconnectdb(address)) {
    PQsetNoticeProcessor(connection, [](void *, const char *) {}, nullptr);
    if (PQstatus(connection) != CONNECTION_OK) { fail(); }
  }
  ~Server() { PQfinish(connection); }

  void run(const char *sql, ExecStatusType expected = PGRES_COMMAND_OK) {
    PGresult *const result = PQexec(connection, sql);
    const ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    if (status != expected) { fail(); }
  }

  void copy_in(int file) {
    run("CREATE TABLE events (id bigint, type text, actor text, repo text, size bigint,"
        " score double precision, public boolean, created_at text)");
    run("COPY events FROM STDIN (FORMAT binary)", PGRES_COPY_IN);
    constexpr size_t piece = 64 << 10;
    const std::unique_ptr<char[]> bytes(new char[piece]);
    ssize_t count;
    while ((count = read(file, bytes.get(), piece)) > 0) {
      if (PQputCopyData(connection, bytes.get(), int(count)) != 1) { fail(); }
    }
    if (count < 0 || PQputCopyEnd(connection, nullptr) != 1) { fail(); }
    end();
  }

  void copy_out(std::FILE *file) {
    // Sorted by the values: the server decides where a row is stored, and where a scan begins.
    run("COPY (SELECT * FROM events ORDER BY id, created_at, actor, repo) TO STDOUT (FORMAT binary)",
        PGRES_COPY_OUT);
    char *bytes;
    int count;
    while ((count = PQgetCopyData(connection, &bytes, 0)) > 0) {
      std::fwrite(bytes, 1, size_t(count), file);
      PQfreemem(bytes);
    }
    if (count != -1) { fail(); }
    end();
  }

  /// As an import did before it had a staging table: a prepared statement for each row, 50,000 in a transaction.
  void insert_rows(std::FILE *file) {
    PQclear(PQprepare(connection, "row",
                      "INSERT INTO events VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
                      " ON CONFLICT (id) DO NOTHING",
                      8, nullptr));
    std::string bytes;
    char piece[64 << 10];
    size_t count;
    while ((count = std::fread(piece, 1, sizeof piece, file)) > 0) { bytes.append(piece, count); }
    size_t at = 19; // after the signature
    const auto number = [&](auto value) {
      if (at + sizeof value > bytes.size()) { throw std::runtime_error("the rows are cut short"); }
      std::memcpy(&value, bytes.data() + at, sizeof value);
      at += sizeof value;
      return value;
    };
    run("BEGIN");
    for (long rows = 1;; rows++) {
      const auto fields = int16_t(ntohs(number(uint16_t())));
      if (fields < 0) { break; }
      const char *values[8]{};
      int lengths[8]{};
      const int formats[8]{1, 1, 1, 1, 1, 1, 1, 1};
      for (int i = 0; i < fields && i < 8; i++) {
        lengths[i] = int32_t(ntohl(number(uint32_t())));
        if (lengths[i] < 0) { continue; }
        values[i] = bytes.data() + at;
        at += size_t(lengths[i]);
      }
      PGresult *const result = PQexecPrepared(connection, "row", 8, values, lengths, formats, 1);
      const ExecStatusType status = PQresultStatus(result);
      PQclear(result);
      if (status != PGRES_COMMAND_OK) { fail(); }
      if (rows % 50'000 == 0) {
        run("COMMIT");
        run("BEGIN");
      }
    }
    run("COMMIT");
  }

private:
  PGconn *const connection;

  void end() {
    PGresult *const result = PQgetResult(connection);
    const ExecStatusType status = PQresultStatus(result);
    PQclear(result);
    if (status != PGRES_COMMAND_OK) { fail(); }
  }
  [[noreturn]] void fail() { throw std::runtime_error(PQerrorMessage(connection)); }
};

} // namespace

int main(int count, char **arguments) {
  if (count < 3) { return 2; }
  try {
    const std::string what = arguments[1];
    Server server(arguments[2]);
    if (what == "reset") {
      server.run("DROP TABLE IF EXISTS events, sluice_progress");
    } else if (what == "in" && count == 4) {
      const int file = open(arguments[3], O_RDONLY);
      if (file < 0) { throw std::runtime_error("can't open the rows"); }
      server.copy_in(file);
    } else if (what == "rows" && count == 4) {
      std::FILE *const file = std::fopen(arguments[3], "rb");
      if (file == nullptr) { throw std::runtime_error("can't read the rows"); }
      server.insert_rows(file);
      std::fclose(file);
    } else if (what == "out" && count == 4) {
      std::FILE *const file = std::fopen(arguments[3], "wb");
      if (file == nullptr) { throw std::runtime_error("can't write the rows"); }
      server.copy_out(file);
      if (std::fclose(file) != 0) { throw std::runtime_error("can't write the rows"); }
    } else {
      return 2;
    }
    return 0;
  } catch (const std::exception &error) {
    std::fprintf(stderr, "copy: %s\n", error.what());
    return 1;
  }
}
