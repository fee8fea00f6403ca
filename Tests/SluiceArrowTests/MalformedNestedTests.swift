import Sluice
import SluiceArrow
import SluiceFeed
import SluiceRows
import TestSupport
import Testing

@Suite("A value of a nested column that is not JSON")
struct MalformedNestedTests {
  /// The rows, the nulls among them, and the codes of the rejects.
  private func outcome(
    of values: [String], as type: String, _ mismatch: ColumnContract.Mismatch
  ) throws -> (rows: Int, nulls: Int, codes: [String]) {
    var column = try ImportColumn(parsing: "v:\(type)=v")
    column.contract.mismatch = mismatch
    var options = FeedOptions()
    options.checking = .accessed
    let text = values.map { "{\"v\":\($0)}\n" }.joined()
    let feed = try JSONFeed(.bytes(Array(text.utf8), name: "f"), options: options)
    var codes: [String] = []
    let stream = try ColumnStream(RowSelection(columns: [column]), of: feed) { reject in
      codes.append(reject.error.code.description)
    }
    var (rows, nulls) = (0, 0)
    while let batch = try stream.next() {
      rows += batch.count
      nulls += (0..<batch.count).count { batch[0].isNull($0) }
    }
    return (rows, nulls, codes)
  }

  private static let types = [
    "list<int>", "list<text>", "struct<a: int, b: json>", "map<text, int>", "list<list<bool>>",
    "struct<k0: list<int> required>", "map<text, struct<k1: uuid>>",
  ]

  @Test("was NULL as a whole where the column's mismatches are", arguments: types)
  func nulls(type: String) throws {
    let values = [
      "NaN", "nul", "[1,nul]", "[\"x\",nul]", "[{\"a\":01}]", "{\"a\":\"x\",\"b\":NaN}",
      "{\"k0\":7,\"z\":-Infinity}",
      "\"\\q\"", "[[1,[tru]]]",
    ]
    for value in values {
      let found = try outcome(of: [value], as: type, .null)
      let code = try #require(StrictWord.fault(in: value))
      // A struct reads no more than its fields.
      let isPassedOver = type.hasPrefix("struct") && value.hasPrefix("{") && found.codes.isEmpty
      #expect(
        isPassedOver ? found.nulls == 0 : found.rows == 0 && found.codes == [code],
        "\(value) as \(type): \(found)")
    }
  }

  @Test("never makes a NULL, by a strict parser's verdict")
  func model() throws {
    let seed: UInt64 = 46_234
    var random = RandomWords(seed: seed)
    for round in 0..<Rounds.count(300, long: 10_000) {
      let type = MalformedNestedTests.types[random.below(MalformedNestedTests.types.count)]
      let value = random.value(levels: 4)
      let found = try outcome(of: [value], as: type, .null)
      let story = "seed \(seed), round \(round): \(value) as \(type): \(found)"
      guard let fault = StrictWord.fault(in: value) else {
        #expect(found.rows == 1 && found.codes.isEmpty, "\(story)")
        continue
      }
      // Only what a struct's fields are not may be passed over.
      if found.rows == 1 {
        #expect(found.nulls == 0 && type.contains("struct"), "\(story)")
      } else {
        #expect(found.codes == [fault], "\(story)")
      }
    }
  }
}
