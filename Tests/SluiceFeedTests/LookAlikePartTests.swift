import Sluice
import SluiceFeed
import TestSupport
import Testing

/// `é` as one scalar and as two, which Swift's strings take for equal.
@Suite("Parts of a feed whose names look alike")
struct LookAlikePartTests {
  private let names = ["caf\u{E9}", "cafe\u{301}"]

  @Test(
    "were numbered as one member of an archive, and resumed in the other's text", arguments: [0, 1])
  func members(first: Int) throws {
    let order = first == 0 ? names : names.reversed()
    let bytes = TestArchive.tar(
      order.enumerated().map { .init($1, "{\"id\":\($0 + 1)0}\n{\"id\":\($0 + 1)1}\n") })
    let source = FeedSource.bytes(bytes, name: "a.tar")
    var feed = try JSONFeed(source, options: FeedOptions(framing: .lines))
    var places: [FeedPosition] = []
    var records: [String] = []
    try feed.forEach { record in
      records.append(String(decoding: record.rawBytes, as: UTF8.self))
      places.append(record.positionAfter)
    }
    #expect(records == ["{\"id\":10}", "{\"id\":11}", "{\"id\":20}", "{\"id\":21}"])
    #expect(places.map(\.file) == [0, 0, 1, 1].map { ByteName("a.tar!\(order[$0])") })
    for (i, place) in places.enumerated() {
      var rest = try JSONFeed(source, options: FeedOptions(framing: .lines), from: place)
      var found: [String] = []
      try rest.forEach { found.append(String(decoding: $0.rawBytes, as: UTF8.self)) }
      #expect(found == Array(records[(i + 1)...]), "after \(i)")
    }
  }

  @Test("were one file to the position of a feed of several")
  func files() throws {
    let folder = try TemporaryFolder()
    for (i, name) in names.enumerated() {
      try folder.write("{\"id\":\(i + 1)0}\n{\"id\":\(i + 1)1}\n", to: name)
    }
    let source = FeedSource.files(names.map { folder[$0] })
    var rest = try JSONFeed(
      source, options: FeedOptions(framing: .lines),
      from: FeedPosition(offset: 10, line: 1, recordNumber: 3, file: ByteName(folder[names[1]])))
    var found: [String] = []
    try rest.forEach { found.append(String(decoding: $0.rawBytes, as: UTF8.self)) }
    #expect(found == ["{\"id\":21}"])
  }
}
