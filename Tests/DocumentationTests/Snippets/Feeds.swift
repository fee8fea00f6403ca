import Sluice
import SluiceFeed
import SluiceImportTestSupport
import Testing

struct Enough: Error {}

@Suite("Snippets: SluiceFeed")
struct FeedSnippets {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = try folder.write(
      #"{"payload": {"size": 2}}"# + "\n{\"pay\n" + #"{"payload": {"size": 3}}"# + "\n",
      to: "feed.ndjson")
  }

  @Test("a bad line is handed over, and the others are read")
  func reading() throws {
    var feed = try JSONFeed(.file(path))
    var total = 0
    var bad: [RejectedRecord] = []
    try feed.forEach { record in
      total += try record.cursor["payload"]["size"].int
    } rejected: { reject in
      bad.append(reject)
    }
    #expect(total == 5)
    #expect(bad.map(\.line) == [2])
  }

  @Test("a record that is not as wanted is made a reject")
  func rejecting() throws {
    try folder.append("{}\n{\"payload\": {\"size\": 4}}\n", to: "feed.ndjson")
    var feed = try JSONFeed(.file(path))
    var total = 0
    var bad: [RejectedRecord] = []
    try feed.forEach { record in
      do {
        total += try record.cursor["payload"]["size"].int
      } catch let error as JSONError {
        bad.append(record.reject(error))
      }
    } rejected: { reject in
      bad.append(reject)
    }
    #expect(total == 9)
    #expect(bad.map(\.line) == [2, 4])
  }

  @Test("a feed goes on where another left off")
  func resuming() throws {
    let source = FeedSource.bytes(
      Array("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n".utf8), name: "three")
    var ids: [Int] = []
    var bad: [RejectedRecord] = []
    var first = try JSONFeed(source)
    var place = FeedPosition.start
    do {
      try first.forEach { record in
        ids.append(try record.cursor["id"].int)
        place = record.positionAfter
        if ids.count == 2 { throw Enough() }
      } rejected: { reject in
        bad.append(reject)
      }
    } catch is Enough {}
    #expect(ids == [1, 2])
    var second = try JSONFeed(source, from: place)
    try second.forEach { record in
      ids.append(try record.cursor["id"].int)
    } rejected: { reject in
      bad.append(reject)
    }
    #expect(ids == [1, 2, 3])
    #expect(bad.isEmpty)
  }
}
