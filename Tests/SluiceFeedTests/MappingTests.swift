import Sluice
import SluiceFeed
import Testing

private let identifiers = ClosureMapping { try $0["id"].int }

private func feed(_ text: String, windowSize: Int = 128 << 10) throws -> JSONFeed {
  try JSONFeed(
    .bytes(Array(text.utf8), name: "events"), options: FeedOptions(windowSize: windowSize))
}

private struct Missing: LocatedError, CustomStringConvertible {
  let offset: Int?
  var description: String { "no tags" }
}

@Suite("Feeds read with a mapping")
struct MappingTests {
  static let mixed = """
    {"id":1}
    {"id":"2"}
    {"id":3
    {"id":4}

      {"id":5.5}
    {"id":6}
    """

  @Test(
    "good records become values, all others are handed over, whatever the window",
    arguments: [16, 30, 1 << 17])
  func forEach(windowSize: Int) throws {
    var feed = try feed(MappingTests.mixed, windowSize: windowSize)
    var values: [Int] = []
    var bad: [String] = []
    try feed.forEach(identifiers) {
      values.append($0)
    } rejected: {
      bad.append("\($0.number) \($0.line) \($0.error.code) \($0.error.path ?? "")")
    }
    #expect(values == [1, 4, 6])
    #expect(
      bad == [
        "2 2 type-mismatch $.id", "3 3 incomplete $.id", "5 6 number-out-of-range $.id",
      ])
    #expect(feed.counts.records == 3 && feed.counts.rejected == 3)
  }

  @Test(
    "values come one by one, in order, from any number of windows", arguments: [16, 40, 1 << 17])
  func values(windowSize: Int) throws {
    let count = 500
    let text = (0..<count).map { #"{"id":\#($0)}"# }.joined(separator: "\n")
    let values = try feed(text, windowSize: windowSize).values(identifiers)
    for number in 0..<count { #expect(try values.next() == number) }
    #expect(try values.next() == nil)
    #expect(try values.next() == nil)
  }

  @Test("the first bad record ends the values after those before it, and the next call resumes")
  func firstBad() throws {
    let values = try feed(MappingTests.mixed).values(identifiers)
    #expect(try values.next() == 1)
    let error = #expect(throws: RejectedRecord.self) { try values.next() }
    #expect(error?.number == 2)
    #expect(error?.description.hasPrefix("events:2: expected Int at $.id, found string") == true)
    #expect(throws: RejectedRecord.self) { try values.next() }
    #expect(try values.next() == 4)
  }

  @Test("bad records can be skipped")
  func passedOver() throws {
    var bad: [Int64] = []
    let values = try feed(MappingTests.mixed).values(identifiers) { bad.append($0.line) }
    var found: [Int] = []
    while let value = try values.next() { found.append(value) }
    #expect(found == [1, 4, 6] && bad == [2, 3, 6])
  }

  @Test("values can be awaited, and a cancelled task gets no further window")
  func awaited() async throws {
    let text = (0..<50).map { #"{"id":\#($0)}"# }.joined(separator: "\n")
    var sum = 0
    for try await value in try feed(text, windowSize: 64).values(identifiers) { sum += value }
    #expect(sum == 49 * 50 / 2)

    let task = Task {
      var count = 0
      for try await _ in try feed(text, windowSize: 64).values(identifiers) {
        count += 1
        if count == 3 { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a validation names each record that does not match, and counts all")
  func validation() throws {
    var whole = try feed(MappingTests.mixed)
    let result = try whole.validate(identifiers)
    #expect(result.counts.records == 3 && result.counts.rejected == 3 && !result.isValid)
    #expect(result.faults.map(\.line) == [2, 3, 6])
    #expect(
      result.faults[2].description
        == "events:6: expected a number that fits Int exactly at $.id, found number 5.5 (column 9)")

    var some = try feed(MappingTests.mixed)
    #expect(try some.validate(identifiers, limit: 1).faults.count == 1)
    #expect(some.counts.rejected == 3)
    var good = try feed(#"{"id":1}"#)
    #expect(try good.validate(identifiers).isValid)
  }

  @Test("an error of the mapping itself is kept as the cause, and located if it says where")
  func causes() throws {
    let mapping = ClosureMapping { (cursor: JSONCursor) -> Int in
      throw Missing(offset: try cursor["a"]["b"].offset)
    }
    var spaced = try feed(#"   {"a": {"b": [1]}}"#)
    let fault = try #require(try spaced.validate(mapping).faults.first)
    #expect(fault.cause is Missing)
    #expect(fault.error.path == "$.a.b" && fault.error.column == 16)
    #expect(fault.description.contains("no tags"))

    struct Plain: Error {}
    var plain = try feed("7")
    let unplaced = try plain.validate(ClosureMapping { _ -> Int in throw Plain() }).faults.first
    #expect(unplaced?.cause is Plain && unplaced?.error.code == .invalidValue)
  }

  @Test("an error from a handler ends the reading")
  func handlerThrows() throws {
    struct Enough: Error {}
    var feed = try feed(MappingTests.mixed)
    #expect(throws: Enough.self) { try feed.validate(identifiers) { _ in throw Enough() } }
    #expect(throws: Enough.self) {
      try feed.forEach(identifiers) { _ in
        throw Enough()
      } rejected: { _ in
      }
    }
  }
}
