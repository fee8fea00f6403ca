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
    // example QuestionsOfFeeds.md: let tally = Tally(
    #expect(lines.count == 2 && lines[0].hasSuffix(" 2 9") && lines[1].hasSuffix(" 1 none"))
  }

  @Test("a sample")
  func sample() throws {
    var feed = try feed()
    var output: [UInt8] = []
    let selection = RowSelection(columns: [try ImportColumn(parsing: "id:int=id")])
    // example QuestionsOfFeeds.md: try unsafe selection.write(&feed, as: .csv, sample: .rows(2,
    #expect(String(decoding: output, as: UTF8.self).split(separator: "\r\n").count == 3)
  }

  @Test("duplicates")
  func duplicates() throws {
    var feed = try feed()
    var output: [UInt8] = []
    // example QuestionsOfFeeds.md: let unique = Deduplication(keys: [try ColumnPath(parsing:
    #expect(counts.records == 2 && counts.duplicates == 1)
    #expect(String(decoding: output, as: UTF8.self).hasSuffix("{\"id\":2,\"type\":\"fork\"}\n"))
  }

  @Test("differences")
  func differences() throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("{\"id\":1,\"v\":1}\n{\"id\":2}\n", to: "old")
    let new = try folder.write("{\"id\":2}\n{\"v\":2,\"id\":1}\n", to: "new")
    var paths: [String] = []
    // example QuestionsOfFeeds.md: let comparison = FeedComparison(keys: [try ColumnPath(parsing:
    #expect(paths == ["/v"] && counts.equal == 1)
  }

  @Test("JSONPaths in columns and filters")
  func queries() throws {
    // example PathsToSeveralValues.md: let selection = RowSelection(
    var feed = try feed(
      #"{"commits":[{"sha":"a","distinct":true,"email":"x@example.com"},{"sha":"b"}]}"#)
    var output: [UInt8] = []
    try unsafe selection.write(&feed, as: .ndjson) { unsafe output += $0 }
    #expect(String(decoding: output, as: UTF8.self) == #"{"shas":["a"]}"# + "\n")
  }
}
