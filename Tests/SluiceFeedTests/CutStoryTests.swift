import Sluice
import SluiceFeed
import TestSupport
import Testing

/// What went wrong in feeds that come in pieces.
@Suite("Feeds cut anywhere: what went wrong")
struct CutStoryTests {
  private static func read(
    _ pieces: [String], _ options: FeedOptions
  ) async -> [Delivered.Item] {
    let bytes = Array(pieces.joined().utf8)
    var places: [Int] = []
    for piece in pieces.dropLast() { places.append((places.last ?? 0) + piece.utf8.count) }
    let reading = await CutReading(Pieces(bytes, cutAt: places), options)
    #expect(reading == CutReading(bytes, options))
    #expect(reading.failure == nil && reading.delivered.position.offset == Int64(bytes.count))
    return reading.delivered.items
  }

  private static func options(
    _ framing: FeedFraming, _ longest: Int, _ checking: JSONChecking? = nil
  ) -> FeedOptions {
    FeedOptions(
      framing: framing, checking: checking, maximumRecordSize: longest, badRecords: .skip)
  }

  private static let long = String(repeating: "x", count: 40)

  @Test(
    "a record over the limit that came in two chunks was read outside of the buffer",
    arguments: [FeedFraming.concatenated, .auto])
  func overLimitInTwoChunks(framing: FeedFraming) async {
    let items = await Self.read(
      ["{\"a\":\"\(Self.long)", "\"}\n{\"b\":1}\n"], Self.options(framing, 30))
    #expect(items.map(\.code) == ["too-large", ""])
    #expect(items.map(\.offset) == [0, 49] && items.map(\.length) == [48, 7])
    #expect(items[0].bytes == Array("{\"a\":\"\(Self.long)\"}".utf8))
  }

  @Test("an element over the limit that came in two chunks was read outside of the buffer")
  func elementOverLimit() async {
    let items = await Self.read(
      ["[{\"a\":\"\(Self.long)", "\"},\n{\"b\":1}]\n"], Self.options(.rootElements, 30))
    #expect(items.map(\.code) == ["too-large", ""])
    #expect(items.map(\.offset) == [1, 51] && items.map(\.length) == [48, 7])
    #expect(items[0].bytes == Array("{\"a\":\"\(Self.long)\"}".utf8))
  }

  @Test(
    "the reject of a large record held memory of others",
    arguments: [FeedFraming.concatenated, .rootElements])
  func foreignMemory(framing: FeedFraming) async {
    let text = (0..<150_000).map { "\($0 % 10)1234567" }.joined()
    let record = "{\"a\":\"\(text)\"}"
    let (before, after) = framing == .rootElements ? ("[", ",{\"b\":1}]") : ("", "\n{\"b\":1}\n")
    let bytes = Array("\(before)\(record)\(after)".utf8)
    let options = Self.options(framing, 300_000)
    let cuts = Array(stride(from: 64 << 10, to: bytes.count, by: 64 << 10))
    let items = await CutReading(Pieces(bytes, cutAt: cuts), options).delivered.items
    #expect(items.map(\.code) == ["too-large", ""])
    #expect(items[0].length == Int64(record.utf8.count))
    #expect(items[0].offset == Int64(before.utf8.count))
    #expect(items[0].bytes.elementsEqual(record.utf8.prefix(RejectedRecord.mostBytes)))
  }

  @Test(
    "a record of 65 MiB under the default options ended the process",
    .enabled(if: Rounds.areLong, "it takes a minute in a debug build"))
  func defaultOptions() async {
    let record =
      Array("{\"a\":\"".utf8) + [UInt8](repeating: 0x78, count: 65 << 20) + Array("\"}".utf8)
    let bytes = record + Array("\n{\"b\":1}\n".utf8)
    let cuts = Array(stride(from: 1 << 20, to: bytes.count, by: 1 << 20))
    let reading = await CutReading(
      Pieces(bytes, cutAt: cuts), FeedOptions(framing: .concatenated, badRecords: .skip))
    #expect(reading.delivered.items.map(\.code) == ["too-large", ""])
    #expect(reading.delivered.items.map(\.length) == [Int64(record.count), 7])
    #expect(reading.delivered.items[0].bytes == Array(record.prefix(RejectedRecord.mostBytes)))
  }

  @Test("a value before the array was forgotten when it came in two chunks, and the array with it")
  func skippedBeforeArray() async {
    let framing = FeedFraming.elements(of: JSONPointer(tokens: ["i"]))
    let pieces = ["{\"z\":\"\(Self.long)", "\",\"i\":[{\"b\":1}]}"]
    var items = await Self.read(pieces, Self.options(framing, 30))
    #expect(items.map(\.code) == [""] && items.map(\.offset) == [53])
    items = await Self.read(pieces, Self.options(framing, 30, .full))
    #expect(items.map(\.code) == ["too-large", ""] && items.map(\.offset) == [5, 53])
    #expect(items[0].bytes == Array("\"\(Self.long)\"".utf8))
  }

  @Test("text around the array that can't be read was forgotten up to the cut")
  func unreadableRest() async {
    let text = "{\"x\":1,\"items\"xxxxxxx:[{\"id\":1}],\"y\":2}"
    let options = Self.options(LaidOutFeed.items, 64 << 20, .full)
    for place in 1..<text.utf8.count {
      let pieces = [String(text.prefix(place)), String(text.dropFirst(place))]
      let items = await Self.read(pieces, options)
      #expect(items.map(\.code) == ["unexpected-token"])
      #expect(items[0].bytes == Array(text.utf8.dropFirst(14)))
    }
  }

  @Test("a text of a sequence over the limit lost what had come before the cut")
  func sequenceOverLimit() async {
    let items = await Self.read(
      ["\u{1E}{\"a\":\"\(Self.long)", "\"}\n\u{1E}{\"b\":1}\n"], Self.options(.sequence, 30))
    #expect(items.map(\.code) == ["too-large", ""])
    #expect(items.map(\.offset) == [1, 51] && items.map(\.length) == [48, 7])
    #expect(items[0].bytes == Array("{\"a\":\"\(Self.long)\"}".utf8))
  }

  @Test("a blank line over the limit was a bad record in some windows only", arguments: [16, 300])
  func longBlankLine(window: Int) async {
    var options = Self.options(.lines, 30)
    options.windowSize = window
    let blank = String(repeating: " ", count: 50)
    var items = await Self.read(["1\n\(blank)", "\n2\n"], options)
    #expect(items.map(\.line) == [1, 3] && items.allSatisfy(\.isGood))
    // Beside damage, lines are read one by one.
    items = await Self.read(["1\n\"\n\(blank)", "\r\n2\n"], options)
    #expect(items.map(\.line) == [1, 2, 4] && items.map(\.isGood) == [true, false, true])
  }

  @Test("spaces after the last line of damage hid its reject")
  func spacesAfterDamage() async {
    let items = await Self.read(
      ["{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n}\n ", "  "], Self.options(.concatenated, 64 << 20))
    #expect(items.map(\.code) == ["", "", "", "unexpected-token"])
  }

  @Test("a sequence that ended between a separator and its text lost the text when it resumed")
  func sequenceResumed() async {
    struct Broken: Error {}
    let bytes = Array("\u{1E}{\"a\":1}\n\u{1E}{\"b\":2}\n".utf8)
    let options = Self.options(.sequence, 64 << 20)
    for place in bytes.indices {
      let pieces = Pieces(Array(bytes[..<place]), cutAt: [], failure: Broken())
      let start = await CutReading(pieces, options).delivered
      let rest = CutReading(bytes, options, from: start.position).delivered
      #expect((start.good + rest.good) == ["{\"a\":1}", "{\"b\":2}"] && rest.bad.isEmpty)
    }
  }

  /// Reads the bytes in windows of several sizes, which all must give the same.
  private static func read(
    inWindows text: String, _ options: FeedOptions
  ) -> CutReading {
    let whole = CutReading(Array(text.utf8), options)
    for window in [16, 50, 1000] {
      var options = options
      options.windowSize = window
      #expect(CutReading(Array(text.utf8), options) == whole, "windows of \(window)")
    }
    return whole
  }

  @Test("the column of an element was that of its comma once the one before was delivered")
  func commaFirstAfterDelivery() {
    let text = #"""
      [2
      ,
      , {}
      , "",0
      , l
      ,
      , {
        },3,"","",""
      , 1
      ,
      , 1
      ,
      , {
         ""
        },{
         ""
        },"\"",{},"\"",3,3
      ,
      , {
         \#u{20}
        },[],{""}
      ,
      , t
      , {}
      , 1
      , l
      , e
      , {}
      ,
      , 1
      ,
      , {}
      , "",1
      , l
      , {
         """é"
        }
      ,
      , 1
      ,{xx"
      """#
    let reading = Self.read(inWindows: text, Self.options(.rootElements, 30, .accessed)).delivered
    let end = reading.items.suffix(4)
    #expect(end.map(\.isGood) == [true, false, true, false])
    #expect(end.map(\.code) == ["", "unexpected-token", "", "unexpected-token"])
    #expect(
      end.map { String(decoding: $0.bytes, as: UTF8.self) }
        == ["{\n   \"\"\"é\"\n  }", ",", "1", "{xx\""])
  }

  @Test("a last text with a bad word was delivered or left, as the window had it")
  func badWordAtTheEnd() {
    // The string that is not closed keeps large windows from being indexed.
    let text = "\u{1E}1\n\u{1E}\"x\n\u{1E}{\"a\":2}\n\u{1E}{\"b\":tru}"
    var options = Self.options(.sequence, 64 << 20, .accessed)
    options.leavesUnfinishedEnd = true
    var reading = Self.read(inWindows: text, options).delivered
    #expect(reading.good == ["1", "{\"a\":2}", "{\"b\":tru}"])
    #expect(reading.bad.map(\.code) == ["unclosed-string"])
    #expect(reading.position.offset == Int64(text.utf8.count))
    options.checking = .full
    reading = Self.read(inWindows: text, options).delivered
    #expect(reading.good == ["1", "{\"a\":2}"])
    #expect(reading.bad.map(\.code) == ["unclosed-string", "invalid-literal"])
    // What may still become whole is left, from its separator on.
    for checking in [JSONChecking.accessed, .full] {
      options.checking = checking
      reading = Self.read(inWindows: String(text.dropLast()), options).delivered
      #expect(reading.good == ["1", "{\"a\":2}"] && reading.bad.count == 1)
      #expect(reading.position.offset == Int64(text.utf8.count - 10))
    }
  }
}
