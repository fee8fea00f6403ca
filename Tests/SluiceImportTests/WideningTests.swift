import Sluice
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("A job that a second look at its feed widens")
struct WideningTests {
  private func widened(
    _ columns: [String], for text: String
  ) throws -> (columns: [String], changes: [String]) {
    var job = ImportJobFile()
    job.columns = try columns.map { text throws(ImportError) in try ImportColumn(parsing: text) }
    job.options.batchSize = 7
    let report = try InferenceReport(reading: textFeed(text))
    let result = try job.widened(by: report)
    #expect(result.job.options.batchSize == 7)
    return (result.job.columns.map(\.description), result.changes.map(\.description))
  }

  @Test(
    "gets the narrowest type that takes the old values and the new ones",
    arguments: [
      ("int", "1.5", "decimal"), ("int", "7", "int"), ("int", "\"x\"", "json"),
      ("int", "123456789012345678901", "decimal"), ("real", "3", "real"),
      ("real", "9007199254740993", "decimal"), ("real", "0.12345678901234567890", "decimal"),
      ("decimal", "1e5", "decimal"), ("text", "\"2024-01-01\"", "text"), ("text", "1", "json"),
      ("date", "\"2024-01-01\"", "date"), ("date", "\"soon\"", "text"),
      ("timestamp", "\"2024-01-01\"", "text"), ("uuid", "\"x\"", "text"), ("bool", "1", "json"),
      ("bool", "null", "bool"), ("json", "1", "json"), ("int", "{\"b\":1}", "json"),
      ("blob", "\"AAEC\"", "blob"), ("epoch", "1.5", "epoch"),
    ])
  func types(old: String, value: String, new: String) throws {
    let result = try widened(["a:\(old)=a"], for: "{\"a\":\(value)}\n")
    #expect(result.columns == ["a:\(new)=a"])
    #expect(result.changes.isEmpty == (old == new))
    // What the new column takes are all of them.
    let folder = try TemporaryFolder()
    let job = try ImportJob(
      feed: textFeed("{\"a\":\(value)}\n"), columns: [ImportColumn(parsing: result.columns[0])],
      sink: SQLiteSink(path: folder["db.sqlite"], table: "t"))
    #expect(try job.run().rejects == 0)
  }

  @Test("keeps its columns, says which had no values, and gets those that are new")
  func columns() throws {
    let result = try widened(
      ["n:line", "Id:int=id", "gone:text=gone", "o:json=o"],
      for: "{\"id\":1,\"new\":{\"x\":true},\"o\":{\"p\":1},\"ID\":2}\n")
    #expect(
      result.columns == [
        "n:line", "Id:int=id", "gone:text=gone", "o:json=o", "new_x:bool=new.x", "ID_2:int=ID",
      ], "\(result.columns)")
    #expect(
      result.changes == [
        "column \"gone\": no record has a value for it", "column \"new_x\": new, of type bool",
        "column \"ID_2\": new, of type int",
      ])
  }
}
