import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("Damaged progress")
struct DamagedProgressTests {
  static let fields = [
    "offset", "line", "record", "rows", "rejects", "source_size", "reject_length",
  ]
  static let numbers: [Int64] = [.max, .min, -1, 1 << 62]

  @Test("is refused with a description, and never used", arguments: fields, numbers)
  func sqlite(field: String, number: Int64) throws {
    for text in ["{\"id\":1}\n{\"id\":2}\n", nil] {
      let bench = try ImportBench()
      let packed = LogBench.pack(Array("{\"id\":1}\n{\"id\":2}\n".utf8))
      try bench.folder.write(text.map { Array($0.utf8) } ?? packed, to: "feed")
      try bench.run(file: "feed", "id:int=id")
      _ = try bench.rows("UPDATE sluice_progress SET \"\(field)\" = \(number)")
      let error = importError { try bench.run(file: "feed", "id:int=id") }
      #expect(error?.kind == .conflict, "\(error?.message ?? "nothing thrown")")
      #expect(error?.message.contains("is damaged") == true)
      #expect(try bench.rows() == ["1", "2"])
      let followed = importError { _ = try bench.run(.follow(bench.folder["feed"]), ["id:int=id"]) }
      #expect(followed != nil)
    }
  }

  @Test(
    "as a position of a feed is refused",
    arguments: [
      FeedPosition(offset: -1, line: 0, recordNumber: 0),
      FeedPosition(offset: .max, line: 0, recordNumber: 0),
      FeedPosition(offset: 0, line: .max, recordNumber: 0),
      FeedPosition(offset: 0, line: 0, recordNumber: .min),
    ])
  func position(position: FeedPosition) throws {
    #expect(throws: (any Error).self) {
      _ = try JSONFeed(.bytes(Array("1\n2\n".utf8), name: "bytes"), from: position)
    }
  }
}
