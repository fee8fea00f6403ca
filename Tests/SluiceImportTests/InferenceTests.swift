import FeedTestSupport
import Sluice
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

/// Infers from text in memory.
func infer(
  _ text: String, _ options: InferenceOptions = InferenceOptions(records: nil)
) throws -> InferenceReport {
  try InferenceReport(reading: .bytes(Array(text.utf8), name: "test"), options: options)
}

extension InferenceReport {
  /// The value at a path, as the report writes it.
  func value(_ path: String) -> InferredValue? {
    var found: InferredValue?
    record.forEach { if $0.path.description == path { found = $0 } }
    return found
  }

  var paths: [String] {
    var paths: [String] = []
    record.forEach { paths.append($0.path.description) }
    return paths
  }
}

@Suite("Inference")
struct InferenceTests {
  private func packed(_ text: String) -> [UInt8] {
    let text = Array(text.utf8)
    var packed = [UInt8](repeating: 0, count: 2 * text.count + 1000)
    let size = unsafe gzip_test_member(text, text.count, &packed, 2 * text.count + 1000)
    precondition(size > 0, "the tests' compressor failed")
    return Array(packed[..<size])
  }

  @Test("finds nested paths, elements of arrays, and how often each is missing or null")
  func paths() throws {
    let report = try infer(
      """
      {"id":1,"actor":{"login":"ann"},"tags":["a",null],"commits":[{"sha":"x"},{}]}
      {"id":2,"actor":null,"commits":[]}
      {"id":3,"actor":{"login":null,"age":7}}

      """)
    #expect(
      report.paths == [
        "$", "id", "actor", "actor.login", "actor.age", "tags", "tags[]", "commits", "commits[]",
        "commits[].sha",
      ])
    #expect(report.records == 3)
    #expect(report.isComplete)
    let actor = try #require(report.value("actor"))
    #expect(actor.type == .object && actor.missing == 0 && actor.kinds.null == 1)
    let login = try #require(report.value("actor.login"))
    #expect(login.type == .text && login.missing == 0 && login.kinds.null == 1)
    #expect(report.value("actor.age")?.missing == 1)
    #expect(report.value("tags")?.missing == 2)
    #expect(report.value("tags[]")?.kinds.null == 1)
    #expect(report.value("commits")?.longestArray == 2)
    #expect(report.value("commits[].sha")?.missing == 1)
    #expect(report.value("id")?.isRequired == true)
    #expect(report.value("actor")?.isRequired == false)
  }

  @Test(
    "widens numbers, and names what is mixed",
    arguments: [
      ("1 -7 9223372036854775807", InferredType.int, ColumnType.int),
      ("1 2.5", .real, .real), ("1.0 1e3", .real, .real), ("9007199254740992 0.5", .real, .real),
      ("9007199254740993 0.5", .decimal, .decimal), ("9223372036854775808", .decimal, .decimal),
      ("0.1234567890123456", .real, .real), ("-65.613616999999977", .real, .real),
      ("0.123456789012345678", .decimal, .decimal), ("1 \"1\"", .mixed, .json),
      ("true false", .bool, .bool), ("true 1", .mixed, .json), ("\"a\" \"\"", .text, .text),
      ("null", .null, .json), ("null 1", .int, .int), ("{} {\"a\":1}", .object, .json),
      ("[1] []", .array, .json), ("[1] {}", .mixed, .json),
    ])
  func types(values: String, type: InferredType, column: ColumnType) throws {
    let lines = values.split(separator: " ").map { "{\"a\":\($0)}\n" }.joined()
    let report = try infer(lines)
    #expect(report.value("a")?.type == type)
    if type != .object { #expect(report.columns.map(\.column.type) == [column]) }
  }

  @Test(
    "finds a format where every value has it",
    arguments: [
      (["2024-02-29", "1999-12-31"], InferredFormat?.some(.date)), (["2023-02-29"], nil),
      (["2024-05-01T12:30:00Z", "2024-05-01 12:30:00.5+0200"], .timestamp),
      (["2024-05-01T12:30:00"], .localTimestamp), (["2024-05-01T12:30"], .localTimestamp),
      (["2024-05-01T12:30:00", "2024-05-01T12:30:00Z"], nil), (["2024-05-01T24:00:00Z"], nil),
      (["2024-05-01T12:30:00+"], nil), (["2024-05-01T12:30:00+2:00"], nil), (["2024-05-01T"], nil),
      (["6f9619ff-8b86-d011-b42d-00CF4FC964FF"], .uuid),
      (["6f9619ff-8b86-d011-b42d-00CF4FC964F"], nil), (["0.0.0.0", "255.10.1.9"], .ipv4),
      (["256.1.1.1"], nil), (["01.1.1.1"], nil), (["1.1.1"], nil), (["1.1.1.1."], nil),
      (["::", "::1", "2001:db8::ff00:42:8329", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4"], .ipv6),
      (["1:2:3:4:5:6:7"], nil), (["1::2::3"], nil), (["1:2:3:4:5:6:7:8::"], nil),
      (["12345::"], nil),
      (["::ffff:1.2.3"], nil), ([":1"], nil), (["1:"], nil),
      (["https://example.com/a%20b?c=1#d", "s3://bucket/key"], .url), (["https://"], nil),
      (["https://a b"], nil), (["//example.com"], nil), (["https://a/%2"], nil),
      (["", "2024-05-01"], nil), (["a"], nil),
    ])
  func formats(texts: [String], format: InferredFormat?) throws {
    let lines = texts.map { "{\"a\":\(JSON.string($0))}\n" }.joined()
    #expect(try infer(lines).value("a")?.format == format, "\(texts)")
    // A value without the format rules it out, at any position.
    #expect(try infer(lines + "{\"a\":\"x y\"}\n").value("a")?.format == nil)
    #expect(try infer(lines + "{\"a\":1}\n").value("a")?.format == nil)
  }

  @Test(
    "takes numbers for times by their size",
    arguments: [
      ("1714550400", InferredFormat?.some(.epochSeconds)), ("1714550400.25", .epochSeconds),
      ("1714550400123", .epochMilliseconds), ("1714550400123456", .epochMicroseconds),
      ("171455040", nil), ("99999999999", nil), ("-1714550400", nil),
    ])
  func epochs(number: String, format: InferredFormat?) throws {
    #expect(try infer("{\"a\":\(number)}").value("a")?.format == format)
    #expect(try infer("{\"a\":\(number)}\n{\"a\":7}").value("a")?.format == nil)
  }

  @Test("reports extremes, lengths and the first distinct examples")
  func extremes() throws {
    let long = String(repeating: "ö", count: 100)
    let report = try infer(
      """
      {"n":3,"t":"b","x":1.5}
      {"n":-2,"t":"b","x":99}
      {"n":3,"t":"\\u0061","x":0.25}
      {"n":9,"t":"\(long)"}

      """)
    let n = try #require(report.value("n"))
    #expect(n.smallest == -2 && n.largest == 9 && n.distinct.count == 3)
    #expect(n.examples == [3, -2, 9])
    let t = try #require(report.value("t"))
    #expect(t.smallest == "a" && t.longestText == 200 && t.distinct.count == 3)
    #expect(t.examples[0] == "b" && t.examples[1] == "a")
    #expect(t.largest == .string(String(repeating: "ö", count: 30)))
    #expect(t.examples[2] == .string(String(repeating: "ö", count: 30) + "…"))
    let x = try #require(report.value("x"))
    #expect(x.smallest == 0.25 && x.largest == 99)
  }

  @Test(
    "counts distinct values exactly up to 200, and then with an error of few percent",
    arguments: [1, 199, 200, 201, 1000, 5000, 40_000])
  func distinct(count: Int) throws {
    var text = ""
    for i in 0..<count { text += "{\"a\":\"value \(i)\"}\n{\"a\":\"value \(i / 2)\"}\n" }
    let found = try #require(try infer(text).value("a")).distinct
    if count <= 200 {
      #expect(found.count == Int64(count) && found.standardError == 0)
    } else {
      #expect(found.standardError == 0.023)
      // Four times the standard error: the hash is fixed, so this either always holds or never.
      #expect(abs(Double(found.count) / Double(count) - 1) < 0.092, "\(found.count) of \(count)")
    }
  }

  @Test("treats keys as data when objects have too many of them, and merges them")
  func keysAsData() throws {
    var text = ""
    for i in 0..<300 {
      text += "{\"id\":\(i),\"by_user\":{\"u\(i)\":{\"n\":\(i),\"s\(i)\":\"x\"},\"v\(i)\":null}}\n"
    }
    let report = try infer(text)
    #expect(
      report.paths == ["$", "id", "by_user", "by_user.*", "by_user.*.*"])
    let any = try #require(report.value("by_user.*"))
    #expect(any.kinds.object == 300 && any.kinds.null == 300)
    // n is among keys that are data, so it is one of them.
    #expect(report.value("by_user.*.*")?.kinds.count == 600)
    #expect(report.columns.map(\.column.description) == ["id:int=id", "by_user:json=by_user"])
    var few = InferenceOptions(records: nil)
    few.maximumFields = 2
    #expect(try infer("{\"a\":1,\"b\":2}\n{\"c\":3}\n", few).paths == ["$", "*"])
    // One object of very many keys is enough.
    let wide = "{" + (0..<1500).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
    let one = try infer(wide)
    #expect(one.paths == ["$", "*"])
    #expect(one.value("*")?.kinds.integer == 1500)
    #expect(one.columns.map(\.column.description) == ["record:json=$"])
  }

  @Test("treats few keys as data when all are numbers, dates or UUIDs, except the record's own")
  func keysThatAreValues() throws {
    let days = (1...9).map { "\"2024-05-0\($0)\":{\"n\":\($0)}" }
    let numbers = (1...9).map { "\"\($0)\":\($0)" }.joined(separator: ",")
    let eight = days.dropLast().joined(separator: ",")
    let report = try infer("{\"a\":{\(days.joined(separator: ","))},\"b\":{\(eight)}}\n")
    #expect(report.paths.prefix(4) == ["$", "a", "a.*", "a.*.n"])
    #expect(report.value("a.*")?.kinds.object == 9)
    #expect(report.value("b.2024-05-01.n") != nil)
    #expect(try infer("{\"a\":{\(numbers),\"x\":1}}\n").value("a.x") == nil)
    #expect(try infer("{\"a\":{\"x\":1,\(numbers)}}\n").value("a.x") != nil)
    #expect(try infer("{\(numbers)}\n").columns.count == 9)
  }

  @Test("a wide table with names for keys keeps its columns")
  func wideTable() throws {
    let row = "{" + (0..<400).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}\n"
    let report = try infer(row + row)
    #expect(report.columns.count == 400)
  }

  @Test("reports no more paths than its limit, and counts the others")
  func pathLimit() throws {
    var options = InferenceOptions(records: nil)
    options.maximumPaths = 5
    let report = try infer("{\"a\":1,\"b\":{\"c\":2,\"d\":[3,4],\"e\":5},\"f\":6}\n", options)
    #expect(report.paths == ["$", "a", "b", "b.c", "b.d"])
    #expect(report.unlisted == 4)
    #expect(report.table.contains("values at more paths than are told apart: 4"))
  }

  @Test("examines no deeper than its limit, even in very deep records")
  func depth() throws {
    var options = InferenceOptions(records: nil)
    options.maximumDepth = 2
    let report = try infer("{\"a\":{\"b\":{\"c\":1}},\"d\":[[1]]}\n", options)
    #expect(report.paths == ["$", "a", "a.b", "d", "d[]"])
    #expect(report.value("a.b")?.isCut == true)
    #expect(
      report.columns.map(\.column.description) == ["a_b:json=a.b", "d:json=d"])
    let deep = String(repeating: "{\"a\":", count: 900) + "1" + String(repeating: "}", count: 900)
    let found = try infer(deep)
    #expect(found.paths.count == 65)
    #expect(found.columns.map(\.path.description.count) == [127])
  }

  @Test("takes the first of duplicate keys, as an import does, and counts the others")
  func duplicates() throws {
    let report = try infer("{\"a\":1,\"a\":\"x\",\"b\":{\"c\":1,\"c\":2}}\n{\"a\":2}\n")
    #expect(report.value("a")?.type == .int && report.value("a")?.kinds.count == 2)
    #expect(report.duplicateKeys == 2)
    #expect(report.value("b.c")?.kinds.count == 1)
  }

  @Test("counts and names bad records, and continues after them")
  func badRecords() throws {
    let report = try infer("{\"a\":1}\n{\"a\":tru}\n{\"a\":2,}\n{\"a\":3}\n")
    #expect(report.records == 2 && report.rejected == 2)
    #expect(report.value("a")?.kinds.count == 2)
    #expect(report.badRecords.count == 2)
    #expect(report.badRecords[0].hasPrefix("test:2: "))
    let many = try infer(String(repeating: "[\n", count: 50) + "{}\n")
    #expect(many.rejected == 50 && many.badRecords.count == 10)
  }

  @Test(
    "makes only a report that says so for an empty feed", arguments: ["", "\n\n", "x\n"])
  func empty(text: String) throws {
    let report = try infer(text)
    #expect(report.records == 0)
    #expect(report.columns.isEmpty)
    let message = text == "x\n" ? "test has no good records, and 1 bad ones" : "test has no records"
    #expect(
      importError { _ = try report.createTable(named: "t") }?.message.hasPrefix(message) == true)
    #expect(importError { _ = try report.swiftSource() }?.message.hasPrefix(message) == true)
  }

  @Test("examines the given number of records, and says whether that was all")
  func limit() throws {
    let text = (1...20).map { "{\"a\":\($0)}\n" }.joined()
    for (limit, isComplete) in [(5, false), (19, false), (20, true), (21, true)] {
      let report = try infer(text, InferenceOptions(records: limit))
      #expect(report.records == min(Int64(limit), 20))
      #expect(report.isComplete == isComplete)
    }
  }

  @Test("reads other framings and compressed feeds like any feed")
  func framings() throws {
    let elements = try infer(
      "[{\"a\":1},{\"a\":null}]",
      InferenceOptions(feed: FeedOptions(framing: .rootElements), records: nil))
    #expect(elements.records == 2 && elements.value("a")?.kinds.null == 1)
    let folder = try TemporaryFolder()
    let path = try folder.write(packed("{\"a\":1}\n{\"a\":2}\n"), to: "feed.gz")
    let report = try InferenceReport(reading: .file(path))
    #expect(report.records == 2 && report.value("a")?.type == .int)
  }

  @Test("takes records from ten places of a file, each whole, and all when they are few")
  func spread() throws {
    let folder = try TemporaryFolder()
    for seed in 1...40 {
      let count = seed * 3
      let lines = (0..<count).map { i in
        "{\"id\":\(i),\"t\":\"\(String(repeating: "x", count: (i * 7 + seed) % 23))\"}"
      }
      let ending = seed.isMultiple(of: 2) ? "\n" : "\r\n\n"
      let path = try folder.write(lines.map { $0 + ending }.joined(), to: "feed\(seed)")
      let all = try InferenceReport(
        reading: .file(path), options: InferenceOptions(records: nil))
      #expect(all.records == Int64(count) && all.rejected == 0 && all.isComplete, "\(seed)")
      #expect(all.value("id")?.distinct.count == Int64(count))
      let some = try InferenceReport(
        reading: .file(path), options: InferenceOptions(records: 20))
      #expect(some.records <= 20 && some.rejected == 0, "\(seed)")
      if count >= 100 {
        #expect(some.records == 20 && !some.isComplete)
        let largest = try #require(some.value("id")?.largest?.number?.int)
        #expect(largest > count * 8 / 10, "\(largest) of \(count)")
      }
    }
  }

  /// A tar archive of one file, by POSIX's ustar format.
  private static func tar(_ name: String, _ text: [UInt8]) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at place: Int) {
      block.replaceSubrange(place..<place + text.utf8.count, with: text.utf8)
    }
    func octal(_ number: Int, digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: digits - text.count) + text
    }
    put(name, at: 0)
    put("0000644", at: 100)
    put(octal(text.count, digits: 11), at: 124)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar\u{0}00", at: 257)
    put(octal(block.reduce(0) { $0 + Int($1) }, digits: 6) + "\u{0}", at: 148)
    let filling = [UInt8](repeating: 0, count: (512 - text.count % 512) % 512 + 1024)
    return block + text + filling
  }

  @Test("examines places of plain files and starts of others, unless the source allows no places")
  func automatic() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<300).map { "{\"id\":\($0),\"at\($0 / 100)\":1}\n" }
    let plain = try folder.write(lines.joined(), to: "a")
    let gzip = try folder.write(packed(lines.joined()), to: "b.gz")
    let array = try folder.write("[" + lines.joined(separator: ",") + "]", to: "c.json")
    let tar = try folder.write(Self.tar("a", Array(lines.joined().utf8)), to: "d.tar")
    let cases: [(FeedSource, places: Int, last: Int)] = [
      (.file(plain), 10, 299), (.file(gzip), 1, 19), (.file(array), 1, 19), (.file(tar), 1, 19),
      (.files([plain, gzip, tar]), 8, 270), (.glob(folder["[ab]*"]), 11, 299),
      (.several([.file(gzip), .file(plain)]), 11, 299),
      (.bytes(Array(lines.joined().utf8), name: "m"), 1, 19),
    ]
    for (source, places, last) in cases {
      let options = InferenceOptions(feed: FeedOptions(framing: .auto), records: 20)
      let report = try InferenceReport(reading: source, options: options)
      #expect(report.records == 20 && report.rejected == 0 && !report.isComplete, "\(source.name)")
      #expect(report.places == places, "\(source.name)")
      let largest = try #require(report.value("id")?.largest?.number?.int)
      #expect(largest > last - 30 && largest <= last, "\(source.name): \(largest)")
    }
    for (records, last) in [(1, 0), (2, 150), (5, 240)] {
      let options = InferenceOptions(records: records)
      let report = try InferenceReport(reading: .file(plain), options: options)
      #expect(report.records == Int64(records) && report.places == records)
      let ids = try #require(report.value("id"))
      #expect(ids.smallest?.number?.int == 0)
      let largest = try #require(ids.largest?.number?.int)
      #expect(abs(largest - last) < 10, "\(largest)")
    }
    for none in [FeedSource.files([]), .several([])] {
      let report = try? InferenceReport(reading: none)
      #expect(report?.records ?? 0 == 0)
    }
    // All of a feed is its start to its end, wherever the records are.
    let options = InferenceOptions(feed: FeedOptions(framing: .auto), records: 10_000)
    let whole = try InferenceReport(reading: .file(plain), options: options)
    #expect(whole.records == 300 && whole.isComplete && whole.places == 1)
    #expect(
      whole.columns.map(\.column.name) == ["id", "at0", "at1", "at2"],
      "in the order of the feed")
  }

  @Test("counts the bad records of all places together, and no line that is under way")
  func badRecordsOfPlaces() throws {
    let folder = try TemporaryFolder()
    let lines = (0..<1000).map { $0 % 100 == 7 ? "bad\n" : "{\"id\":\($0)}\n" }
    let source = FeedSource.file(try folder.write(lines.joined(), to: "feed"))
    var options = InferenceOptions(records: 5000)
    let report = try InferenceReport(reading: source, options: options)
    #expect(report.rejected == 10 && report.records == 990 && report.places == 10)
    options.feed.maximumBadRecords = 10
    #expect(try InferenceReport(reading: source, options: options).rejected == 10)
    options.feed.maximumBadRecords = 9
    let error = #expect(throws: TooManyBadRecords.self) {
      try InferenceReport(reading: source, options: options)
    }
    #expect(error?.rejected == 10)
  }

  @Test("ends where it is stopped")
  func stopped() throws {
    let stop = FeedStop()
    stop.stop()
    let report = try InferenceReport(
      reading: .bytes(Array("{}\n{}\n".utf8), name: "test"), stop: stop)
    #expect(!report.isComplete)
  }
}
