import Foundation
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("The address of a PostgreSQL database")
struct PostgreSQLAddressTests {
  @Test(
    "is shown with host, port, database and user only",
    arguments: [
      ("postgresql://u:SECRET@h:5432/db", "postgresql://u@h:5432/db"),
      ("postgres://u:SECRET@h/db", "postgresql://u@h/db"),
      ("postgresql://u:SEC%2FRET@h/db", "postgresql://u@h/db"),
      ("postgresql://u:SEC?RET@h/db", "postgresql://u@h/db"),
      ("postgresql://u@h/db?pass%77ord=SECRET", "postgresql://u@h/db"),
      ("postgresql://u@h/db?password=SECRET&sslpassword=RETSEC", "postgresql://u@h/db"),
      ("postgresql:///db?user=u&password=SECRET&host=h&port=7", "postgresql://u@h:7/db"),
      ("postgresql://u:SECRET@a:1,b:2,c/db", "postgresql://u@a:1,b:2,c/db"),
      ("postgresql://u:SECRET@[::1]:5432/db", "postgresql://u@[::1]:5432/db"),
      ("postgresql://u:SECRET@/db?host=/run/pg&port=7", "postgresql://u@/db?host=/run/pg&port=7"),
      ("postgresql://u:SECRET@h/db?options=-c%20x%3DRETSEC", "postgresql://u@h/db"),
      // To libpq the password is a port, a host, or nothing.
      ("postgresql://u:SEC/RET@h/db", "postgresql://…"),
      ("postgresql://u:SEC@RET@h/db", "postgresql://…"),
      ("postgresql://u:SEC%zzRET@h/db", "postgresql://…"),
      ("postgresql://u:SEC/R?ET@h/db", "postgresql://…"),
      ("postgresql://h/db?passwort=SECRET", "postgresql://h/db"),
      ("postgresql://h/db?SECRET", "postgresql://h/db"),
    ])
  func shown(text: String, shown: String) throws {
    let target = try SinkTarget(parsing: text).description
    #expect(shown.hasSuffix("…") ? target.hasPrefix(shown) : target == shown, "\(target)")
    let sink = try PostgreSQLSink(address: text, table: "t").name
    for word in ["SEC", "RET"] {
      #expect(!target.contains(word), "\(target)")
      #expect(!sink.contains(word), "\(sink)")
    }
  }

  @Test(
    "is in no error with its password, be it libpq's or ours",
    arguments: [
      "postgresql://u:SECRET@/db?host=/nowhere", "postgresql://u:SEC%zzRET@h/db",
      "postgresql://u:SEC/RET@h/db", "postgresql://u:SEC/RET@/db?host=/nowhere",
      "postgresql://u:SEC?RET@/db?host=/nowhere", "postgresql://u:1/SECRET@h/db?host=/nowhere",
      "postgresql://u@/db?host=/nowhere&pass%77ord=SECRET",
      "postgresql://u@/db?host=/nowhere&SECRET", "postgresql://u@/db?host=/nowhere&a=SECRET",
      "host=/nowhere user=u password=SECRET", "host=/nowhere user=u password='SEC RET",
      "host=/nowhere user=u passwort=SECRET", "host=/nowhere user=u SECRET",
      "postgresql://u:SECRET@/db?host=/nowhere&port=SECRET",
    ])
  func errors(address: String) throws {
    let sink = try PostgreSQLSink(address: address, table: "t")
    let error = importError { try runJob(textFeed("{\"id\":1}\n"), into: sink, ["id:int=id"]) }
    let message = try #require(error?.message)
    for word in ["SEC", "RET"] {
      #expect(!message.contains(word), "\(message)")
    }
    #expect(error?.kind == .sink)
    // It says something yet.
    #expect(message.count > 40, "\(message)")
  }

  @Test(
    "may have a password that the server repeats: it is removed, wherever it came from",
    .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)),
    arguments: ["password=SECRET", "pass%77ord=SECRET", "passfile=FILE"])
  func serverMessages(option: String) throws {
    let server = try TestPostgres()
    let secret = "hush-" + server.schema
    let folder = try TemporaryFolder()
    let file = try folder.write("*:*:*:*:\(secret)\n", to: "passfile")
    unsafe chmod(file, 0o600)
    let words = option.replacing("SECRET", with: secret).replacing("FILE", with: file)
    let address = server.address.replacing("user=", with: "\(words)&user=")
    try server.execute(
      """
      CREATE TABLE t (id bigint);
      CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS
        $$BEGIN RAISE 'what about \(secret)?'; END$$;
      CREATE TRIGGER tell BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION tell()
      """)
    try runJob(
      textFeed("{\"id\":1}\n"), into: PostgreSQLSink(address: address, table: "t"), ["id:int=id"],
      rejectFile: folder["rejects.ndjson"])
    let reject = folder.lines("rejects.ndjson").first ?? ""
    #expect(reject.contains("what about ***?"), "\(reject)")
  }
}
