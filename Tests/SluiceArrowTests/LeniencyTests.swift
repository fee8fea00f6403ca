import SluiceArrow
import SluiceFeed
import SluiceRows
import Testing

@Suite("Batches of columns that take what is there")
struct BatchLeniencyTests {
  @Test("have the values of their types, and counts", arguments: [1, 3], [1, 300])
  func values(threads: Int, repetitions: Int) throws {
    let lines = """
      {"id":"9007199254740993","zip":"02134","at":"2026-01-31T12:00:00.123456789Z","user":{"l":"a"}}
      {"id":7,"zip":90210,"at":"2026-01-31T12:00:00 UTC","l":"b"}
      {"id":"x","zip":"rejected"}
      {"id":null,"zip":1.50,"at":null,"l":null}

      """
    let columns = [
      try ImportColumn(parsing: "id:int accepts text=id"),
      try ImportColumn(parsing: "zip:text accepts scalars=zip"),
      try ImportColumn(parsing: "at:timestamp accepts utc fraction round=at"),
    ]
    let more = columns + [try ImportColumn(parsing: "l:text=user.l|l")]
    for columns in [columns, more] {
      var rejects = 0
      let text = String(repeating: lines, count: repetitions)
      let stream = try ColumnStream(
        RowSelection(columns: columns),
        of: JSONFeed(
          .bytes(Array(text.utf8), name: "t"),
          options: FeedOptions(framing: .lines, parallel: threads)),
        rejected: { _ in rejects += 1 })
      var rows: [String] = []
      while let batch = try stream.next() {
        for row in 0..<batch.count {
          let id = batch[0].int64(row)?.description ?? "null"
          let at = batch[2].int64(row)?.description ?? "null"
          let other = columns.count > 3 ? " \(batch[3].string(row) ?? "null")" : ""
          rows.append("\(id) \(batch[1].string(row) ?? "null") \(at)\(other)")
        }
      }
      let l = columns.count > 3 ? [" a", " b", " null"] : ["", "", ""]
      let expected = [
        "9007199254740993 02134 1769860800123457\(l[0])", "7 90210 1769860800000000\(l[1])",
        "null 1.50 null\(l[2])",
      ]
      #expect(rows == (0..<repetitions).flatMap { _ in expected })
      #expect(rejects == repetitions)
      let count = Int64(repetitions)
      var accepted: [ByteName: [String: Int64]] = [
        "id": ["text": count], "zip": ["scalars": 2 * count],
        "at": ["fraction": count, "utc": count],
      ]
      if columns.count > 3 { accepted["l"] = ["path": count] }
      #expect(stream.counts.accepted == accepted)
    }
  }
}
