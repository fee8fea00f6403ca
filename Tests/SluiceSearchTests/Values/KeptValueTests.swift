import Sluice
import SluiceFeed
import SluiceSearch
import Testing

/// Keeps the value of `v` of each object that has one.
private final class Keeper: JSONParser<LooseJSON> {
  override func parseObject(_ data: JSON) -> LooseJSON? { data["v"] }
}

@Suite("Values that are kept")
struct KeptValueTests {
  private static let text = #"""
    {"list": [{"v": {"id": "7", "tags": ["a", 2], "n": null}}, {"v": "text"}, {"v": 1.5}]}
    """#

  @Test("read as they did in the search, once their document is closed and its reader used again")
  func afterwards() throws {
    var reader = JSONReader()
    var kept = try reader.withDocument(Self.text) { root in try Keeper().parse(root) }
    // Other text in the reader's buffer.
    _ = try reader.withDocument(String(repeating: " ", count: 90) + "[]") { try $0.count }
    #expect(kept.count == 3)
    #expect(kept[0]["id"]?.int == 7 && kept[0]["tags"]?[1]?.string == "2")
    #expect(kept[0]["n"]?.isNull == true && kept[0]["x"] == nil)
    #expect(kept[0].dictionary?["tags"] == ["a", 2])
    #expect(kept[0].firstMember?.string == "7")
    #expect(kept[1].string == "text" && kept[2].double == 1.5)
    #expect("\(kept[0])" == #"{"id":"7","tags":["a",2],"n":null}"#)
    #expect(try kept[0].view["tags"][0].string == "a")
    #expect(try kept[0].withCursor { try $0["tags"].count } == 2)
    #expect(kept[0].raw() == ["id": "7", "tags": ["a", 2], "n": nil])

    kept = try Keeper().parse(Self.text)
    #expect(kept.map { $0["id"]?.int } == [7, nil, nil])
  }

  @Test("of a part of a document, of a feed and of a view are values of their own text")
  func sources() throws {
    var reader = JSONReader()
    let part = try reader.withDocument(#"{"before": [1, "}"], "x": [{"v": [1, 2]}], "after": {}}"#)
    {
      try Keeper().parse($0["x"])
    }
    #expect(part.map(\.array) == [[1, 2]])

    var records: [LooseJSON] = []
    let lines = "{\"v\": 1}\n{\"v\": {\"a\": \"é\"}}\n{\"w\": 2}\n{\"v\": [3]}\n"
    var feed = try JSONFeed(.bytes(Array(lines.utf8), name: "lines"))
    try feed.forEach(.parser(Keeper()), { records += $0 }, rejected: { Issue.record("\($0)") })
    #expect(records.map(\.description) == ["1", #"{"a":"é"}"#, "[3]"])

    let document = try JSONDocument(parsing: Self.text)
    let views = try document.root["list"].withCursor { try Keeper().parse($0) }
    #expect(views.count == 3 && views[0]["id"]?.int == 7)
    // Nothing was copied: the view is one of the same document.
    #expect(try views[0].view.offset == document.root["list"][0]["v"].offset)
    #expect(try views[0].view.document == document)
  }

  @Test("are searched again, by parse(json:) and with their absent fields logged")
  func nested() throws {
    final class Tags: JSONParser<Int> {
      override class func modelFields() -> Fields { Fields(mandatory: ["id", "size"]) }
      override func parseObject(_ data: JSON) -> Int? { data["size"]?.int }
    }
    let text = #"{"v": {"a": [{"id": 1, "size": 2}, {"id": 3}, {"size": 4, "id": 5}]}}"#
    let kept = try #require(try Keeper().parse(text).first)
    #expect(Tags().parse(json: kept) == [2, 4])
    let messages = Messages()
    let parser = Tags(logLevel: .logMandatoryFields, log: messages.sink)
    #expect(parser.parse(json: kept) == [2, 4])
    let miss = try #require(kept["a"]?[1])
    parser.printAbsentFields(in: miss)
    #expect(messages.all.count == 2, "once by the search, once by the call after it")
  }

  @Test("a value that no one keeps copies nothing; one that is kept, the searched value")
  func cost() throws {
    final class Reader: JSONParser<Int> {
      override func parseObject(_ data: JSON) -> Int? { data["v"]?.int }
    }
    #expect(try Reader().parse(Self.text) == [])
    let values = try Keeper().parse(Self.text)
    // All are values of one copy.
    let first = try values[0].view.document, last = try values[2].view.document
    #expect(first.root.offset == 0 && first == last)
    let size = unsafe first.withBytes { $0.count }
    #expect(size == Self.text.utf8.count)
  }

  @Test("an error in the text ends the search; what was kept of the text reads as far as it goes")
  func faults() throws {
    final class Pair: JSONParser<Bool> {
      var kept: [JSON] = []
      override func parseObject(_ data: JSON) -> Bool? {
        kept.append(data)
        return data["bad"]?.int != nil
      }
    }
    let parser = Pair()
    #expect(throws: JSONError.self) {
      try parser.parseAll(#"[{"good": 1, "bad": 01}, {"good": 2]"#, checking: .accessed)
    }
    #expect(parser.kept.count == 1)
    #expect(parser.kept[0]["good"]?.int == 1 && parser.kept[0]["bad"]?.int == nil)
  }

  @Test("any number of tasks read them, also while the search runs")
  func tasks() async throws {
    final class Sharing: JSONParser<Task<Int, Never>> {
      override func parseObject(_ data: JSON) -> Task<Int, Never>? {
        guard let id = data["id"] else { return nil }
        return Task.detached { (id.int ?? 0) + (data["tags"]?.array?.count ?? 0) }
      }
    }
    let text =
      "[" + (1...200).map { "{\"id\": \($0), \"tags\": [1, 2, 3]}" }.joined(separator: ",") + "]"
    for _ in 0..<20 {
      var sum = 0
      for task in try Sharing().parse(text) { sum += await task.value }
      #expect(sum == 200 * 201 / 2 + 600)
    }
  }
}
