import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import SluiceSamples
import TestSupport
import Testing

/// The plan walks records in its own way; a cursor looks up each column separately. Both must find the
/// same.
@Suite("Imported rows and cursors agree")
struct AgreementTests {
  static let events = [
    "id:int=id", "type:text=type", "login:text=actor.login", "shown:text=actor.display_login",
    "org:int=org.id", "repo:text=repo.name", "public:bool=public", "sha:text=payload.commits.0.sha",
    "third:text=payload.commits.2.message", "mail:text=payload.commits.0.author.email",
    "score:real=payload.issue.score", "body:text=payload.issue.body", "payload:json=payload",
    "label:text=payload.issue.labels.1.name", "actor:json=actor", "none:text=payload.nothing",
  ]
  static let logs = [
    "at:text=timestamp", "status:int=status", "took:real=duration_ms", "user:text=user",
    "span:text=trace.span", "parent:text=trace.parent", "tag:text=tags.0", "error:text=error.text",
    "code:int=error.code", "message:text=message", "tags:json=tags", "path:text=path",
  ]

  @Test(
    "on sample records, columns in the feed's order and backwards",
    arguments: [
      (SampleFeed.Shape.events, events), (.events, events.reversed()), (.logs, logs),
      (.logs, logs.reversed()), (.events, ["sha:text=payload.commits.0.sha", "id:int=id"]),
    ])
  func sample(shape: SampleFeed.Shape, columns: [String]) throws {
    var feed = SampleFeed(shape: shape, seed: 7)
    var bytes: [UInt8] = []
    feed.appendRecords(1500, to: &bytes)
    try compare(bytes, columns)
  }

  @Test("on the corpus's records")
  func corpus() throws {
    guard let corpus = TestCorpus.path else {
      return print("agreement on the corpus: skipped, SLUICE_CORPUS is not set")
    }
    let bytes = try TestCorpus.bytes(corpus + "/documents/amazon_cellphones.ndjson")
    let count = try compare(bytes, ["a:text=0", "b:text=1", "c:text=2", "all:json=$", "z:text=99"])
    print("agreement on the corpus: 1 file, \(count) records")
  }

  /// Returns the number of records that were compared.
  @discardableResult
  private func compare(_ bytes: [UInt8], _ specifications: [String]) throws -> Int {
    let bench = try ImportBench()
    let summary = try bench.run(.bytes(bytes, name: "test"), specifications)
    let columns = try specifications.map { try ImportColumn(parsing: $0) }
    let rows = try bench.rows()

    var expected: [String] = []
    var feed = try JSONFeed(.bytes(bytes, name: "test"))
    try feed.forEach { record in
      var row: [String] = []
      for column in columns { row.append(try literal(column, in: record.cursor)) }
      expected.append(row.joined(separator: "|"))
    } rejected: {
      Issue.record("\($0)")
    }
    #expect(summary.rejects == 0)
    #expect(rows.count == expected.count)
    for (row, expected) in zip(rows, expected) where row != expected {
      Issue.record("stored \(row), expected \(expected)")
      break
    }
    return rows.count
  }

  /// A column's value, read by the cursor, as `TestDatabase` shows it.
  private func literal(_ column: ImportColumn, in record: JSONCursor) throws -> String {
    let written = try #require(column.path).description
    let path = written == "$" ? "" : written
    guard let value = try record.at(keyPathIfPresent: path), !value.isNull else { return "NULL" }
    switch column.type {
    case .int: return "\(try value.int64)"
    case .real: return "\(try value.double)"
    case .text: return "'\(try value.string)'"
    case .bool: return try value.bool ? "1" : "0"
    case .json: return "'\(String(decoding: try value.rawBytes, as: UTF8.self))'"
    case .decimal, .date, .timestamp, .epoch, .epochms, .epochus, .uuid, .blob, .list, .structure,
      .map:
      Issue.record("the cursor has no \(column.type)")
      return ""
    }
  }
}
