import SluiceFeed
import SluiceRows
import TestSupport
import Testing

@Suite("Snippets: questions of feeds")
struct QuestionSnippets {
  private static let text = """
    {"id":1,"type":"push","public":true,"payload":{"size":3},"actor":{"login":"ann"}}
    {"id":1,"type":"push","public":true,"payload":{"size":9},"actor":{"login":"bob"}}
    {"id":2,"type":"fork"}

    """

  private func feed(_ text: String = text) throws -> JSONFeed {
    try JSONFeed(.bytes(Array(text.utf8), name: "test"))
  }

  @Test("groups, quantiles and distinct values")
  func groups() throws {
    var feed = try feed()
    var lines: [String] = []
    let tally = Tally(
      groupedBy: [try ColumnPath(parsing: "type"), try ColumnPath(parsing: "public")],
      sums: [
        .init(.quantile(0.99), of: try ColumnPath(parsing: "payload.size")),
        .init(.distinct, of: try ColumnPath(parsing: "actor.login")),
      ])
    let result = try tally.groups(of: &feed)
    for group in result.top(10).groups {
      let p99 = group.sums[0].value(.quantile(0.99))
      lines.append("\(group.keys) \(group.count) \(p99?.description ?? "none")")
    }
    #expect(lines.count == 2 && lines[0].hasSuffix(" 2 9") && lines[1].hasSuffix(" 1 none"))
  }

  @Test("a sample")
  func sample() throws {
    var feed = try feed()
    var output: [UInt8] = []
    let selection = RowSelection(columns: [try ImportColumn(parsing: "id:int=id")])
    try unsafe selection.write(&feed, as: .csv, sample: .rows(2, seed: 7)) { rows in
      unsafe output += rows
    }
    #expect(String(decoding: output, as: UTF8.self).split(separator: "\r\n").count == 3)
  }

  @Test("duplicates")
  func duplicates() throws {
    var feed = try feed()
    var output: [UInt8] = []
    let unique = Deduplication(keys: [try ColumnPath(parsing: "id")])
    let counts = try unsafe unique.write(&feed) { records in unsafe output += records }
    #expect(counts.records == 2 && counts.duplicates == 1)
    #expect(String(decoding: output, as: UTF8.self).hasSuffix("{\"id\":2,\"type\":\"fork\"}\n"))
  }

  @Test("differences")
  func differences() throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("{\"id\":1,\"v\":1}\n{\"id\":2}\n", to: "old")
    let new = try folder.write("{\"id\":2}\n{\"v\":2,\"id\":1}\n", to: "new")
    var paths: [String] = []
    let comparison = FeedComparison(keys: [try ColumnPath(parsing: "id")])
    let counts = try comparison.forEach(
      from: .file(old), to: .file(new)
    ) { difference in
      if case .changed(_, _, let changes) = difference { paths += changes.map(\.path) }
    }
    #expect(paths == ["/v"] && counts.equal == 1)
  }

  @Test("JSONPaths in columns and filters")
  func queries() throws {
    let selection = RowSelection(
      columns: [try ImportColumn(parsing: "shas:json=$.commits[?@.distinct].sha")],
      where: try Filter("$..email contains '@example.com'"))
    var feed = try feed(
      #"{"commits":[{"sha":"a","distinct":true,"email":"x@example.com"},{"sha":"b"}]}"#)
    var output: [UInt8] = []
    try unsafe selection.write(&feed, as: .ndjson) { unsafe output += $0 }
    #expect(String(decoding: output, as: UTF8.self) == #"{"shas":["a"]}"# + "\n")
  }
}
