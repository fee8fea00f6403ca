import Sluice
import SluiceFeed
import TestSupport
import Testing

/// A record as JSON, or the code of a reject with its place in the line.
private struct Formed: Equatable, CustomStringConvertible {
  var json: String?
  var fault: String?
  var description: String { json ?? fault ?? "" }
}

private func options(
  _ form: LineForm, parallel: Int = 1, checking: JSONChecking = .full
) -> FeedOptions {
  var options = FeedOptions(checking: checking, windowSize: 256, parallel: parallel)
  options.lineForm = form
  options.chunkSize = 700
  return options
}

private func read(_ text: String, _ form: LineForm) throws -> [Formed] {
  var feed = try JSONFeed(
    .bytes(Array(text.utf8), name: "f"), options: options(form))
  var found: [Formed] = []
  try feed.forEach { record in
    found.append(Formed(json: try record.cursor.materialize().description))
  } rejected: { bad in
    found.append(Formed(fault: "\(bad.error.code) at \(bad.error.offset)"))
  }
  return found
}

private func json(_ text: String) throws -> String { try JSON(parsing: text).description }

@Suite("Lines that are not JSON")
struct LineFormTests {
  @Test(
    "a preset takes the start of a line apart",
    arguments: [
      (
        "kubectl", "2026-01-31T12:00:00.5Z {\"id\":7}",
        #"{"prefix":{"time":"2026-01-31T12:00:00.5Z"},"id":7}"#
      ),
      (
        "kubectl", "[pod/web-1/app] {\"id\":7}",
        #"{"prefix":{"pod":"web-1","container":"app"},"id":7}"#
      ),
      (
        "kubectl", "[pod/web-1/app] 2026-01-31T12:00:00Z {}",
        #"{"prefix":{"pod":"web-1","container":"app","time":"2026-01-31T12:00:00Z"}}"#
      ),
      (
        "cri", "2026-01-31T12:00:00Z stdout F {\"id\": 7}",
        #"{"prefix":{"time":"2026-01-31T12:00:00Z","stream":"stdout","tag":"F"},"id":7}"#
      ),
      (
        "compose", "web-1  | {\"a b\": 1}", #"{"prefix":{"service":"web-1"},"a b":1}"#
      ),
      (
        "compose", "web-1 | 2026-01-31T12:00:00Z {\"id\":7}",
        #"{"prefix":{"service":"web-1","time":"2026-01-31T12:00:00Z"},"id":7}"#
      ),
      (
        "syslog", "<34>1 2026-01-31T12:00:00Z web app 17 ID47 - {\"id\":7}",
        #"{"prefix":{"priority":34,"time":"2026-01-31T12:00:00Z","host":"web","app":"app","pid":"17","id":"ID47"},"id":7}"#
      ),
      (
        "syslog", "<34>1 2026-01-31T12:00:00Z web app - - [a@1 x=\"1 2\"][b@1] \u{FEFF}{\"id\":7}",
        #"{"prefix":{"priority":34,"time":"2026-01-31T12:00:00Z","host":"web","app":"app","pid":"-","id":"-","data":"a@1 x=\"1 2\"][b@1"},"id":7}"#
      ),
      (
        "syslog", "<13>Jan  1 12:00:00 web app[17]: {\"id\":7}",
        #"{"prefix":{"priority":13,"time":"Jan  1 12:00:00","host":"web","app":"app","pid":17},"id":7}"#
      ),
      (
        "syslog", "Jan 31 12:00:00 web kernel: {\"id\":7}",
        #"{"prefix":{"time":"Jan 31 12:00:00","host":"web","app":"kernel"},"id":7}"#
      ),
      (
        "syslog", "2026-01-31T12:00:00+01:00 web app[17]: {\"a: b\": \"[1]: x\"}",
        #"{"prefix":{"time":"2026-01-31T12:00:00+01:00","host":"web","app":"app","pid":17},"a: b":"[1]: x"}"#
      ),
    ])
  func presets(name: String, line: String, expected: String) throws {
    let form = LineForm(prefix: try LinePattern(name))
    #expect(try read(line, form) == [Formed(json: try json(expected))])
    // The same with a line end of each kind.
    #expect(try read("\(line)\r\n\n\(line)\n", form).count == 2)
  }

  @Test(
    "a pattern has words, numbers, several words, any text, and braces",
    arguments: [
      ("{a} ", "x {}", #"{"prefix":{"a":"x"}}"#),
      ("{a}|{b:text}|", "x||{}", #"{"prefix":{"a":"x","b":""}}"#),
      ("{a:2} - ", "x \t y - {\"a\":1}", #"{"prefix":{"a":"x \t y"},"a":1}"#),
      ("{{{a:int}}} ", "{-12} {}", #"{"prefix":{"a":-12}}"#),
      ("{} {:text}; ", "x y z; { }", #"{"prefix":{}}"#),
      ("at {a} ", "at   ü\"\\   {}", #"{"prefix":{"a":"ü\"\\"}}"#),
    ])
  func patterns(pattern: String, line: String, expected: String) throws {
    let form = LineForm(prefix: try LinePattern(pattern))
    #expect(try read(line, form) == [Formed(json: try json(expected))])
  }

  @Test(
    "a pattern that can't be matched in one pass is an error that says why",
    arguments: [
      ("{a", "has no }"), ("a}", "}} is a brace"), ("{a}{b} ", "between two parts"),
      ("{a}", "must end with text"), ("", "must end with text"), ("{a} {a} ", "two parts"),
      ("{a:float} ", "is not a part"), ("{a:0} ", "is not a part"), ("{a:33} ", "is not a part"),
      ("{a b} ", "is not a part"), ("{a}\n", "line end"),
    ])
  func badPatterns(pattern: String, reason: String) {
    do throws(JSONError) {
      _ = try LinePattern(pattern)
      Issue.record("\(pattern) was taken")
    } catch {
      #expect(error.code == .invalidValue && error.summary.contains(reason), "\(error.summary)")
    }
  }

  @Test(
    "what does not fit is a reject with JSON's own code, at its place in the line",
    arguments: [
      // The prefix does not match, as far as it goes.
      ("hello", "invalid-value at 0"),
      ("2026-01-31T12:00:00Z", "invalid-value at 0"),
      // What follows it is not JSON.
      ("2026-01-31T12:00:00Z hello", "invalid-literal at 21"),
      ("2026-01-31T12:00:00Z {\"a\":tru}", "invalid-literal at 26"),
      ("2026-01-31T12:00:00Z {\"a\":1,}", "unexpected-token at 28"),
      ("2026-01-31T12:00:00Z {\"a\":1} x", "trailing-content at 29"),
      ("2026-01-31T12:00:00Z {\"a\":[1", "incomplete at 28"),
      ("2026-01-31T12:00:00Z ", "empty at 21"),
      // JSON, but no object.
      ("2026-01-31T12:00:00Z  [1]", "type-mismatch at 22"),
      ("2026-01-31T12:00:00Z 7", "type-mismatch at 21"),
    ])
  func rejects(line: String, expected: String) throws {
    let good = "2026-01-31T12:00:00Z {\"a\":1}"
    let found = try read("\(good)\n\(line)\n\(good)\n", LineForm(prefix: .kubectl))
    #expect(found.count == 3 && found[0] == found[2] && found[0].json != nil)
    #expect(found[1].fault == expected)
  }

  @Test("a prefix that is not UTF-8 makes a reject, and costs no other line")
  func badBytes() throws {
    let good = Array("x {\"a\":1}\n".utf8)
    let text = good + [0x78, 0xFF] + Array(" {}\n".utf8) + good
    var codes: [String] = []
    var count = 0
    var feed = try JSONFeed(
      .bytes(text, name: "f"), options: options(LineForm(prefix: try LinePattern("{p} "))))
    try feed.forEach { _ in
      count += 1
    } rejected: {
      codes.append($0.error.code.description)
    }
    #expect(count == 2 && codes == ["invalid-utf8"])
  }

  @Test(
    "logfmt becomes an object of its keys",
    arguments: [
      (
        #"level=info msg="it \"works\"\n" took=12.5 ok done=true err=null"#,
        #"{"level":"info","msg":"it \"works\"\n","took":12.5,"ok":true,"done":true,"err":null}"#
      ),
      (
        "a= b=007 c=1. d=- e=1e5 f=-0 url=/x?y=z",
        #"""
        {"a":"","b":"007","c":"1.","d":"-","e":1e5,"f":-0,"url":"/x?y=z"}
        """#
      ),
      ("  http.status=200\t\"", "invalid-value at 18"),
      ("http.status=200", #"{"http.status":200}"#),
      ("just some words", "invalid-value at 15"),
      (#"a="open"#, "unclosed-string at 2"), (#"a="x"y"#, "invalid-value at 5"),
      ("=x", "invalid-value at 0"), (#"a="\q""#, "invalid-escape at 3"),
    ])
  func logfmt(line: String, expected: String) throws {
    let found = try read(line, LineForm(content: .logfmt))
    let wanted =
      expected.hasPrefix("{") ? Formed(json: try json(expected)) : Formed(fault: expected)
    #expect(found == [wanted])
  }

  @Test("logfmt-strings keeps numbers as they are written")
  func logfmtStrings() throws {
    let found = try read("a=1.10 b c=true", LineForm(content: .logfmtStrings))
    #expect(found == [Formed(json: try json(#"{"a":"1.10","b":true,"c":"true"}"#))])
    let both = LineForm(prefix: .kubectl, content: .logfmt)
    #expect(
      try read("2026-01-31T12:00:00Z a=1", both)
        == [Formed(json: try json(#"{"prefix":{"time":"2026-01-31T12:00:00Z"},"a":1}"#))])
  }

  @Test(
    "the record inside a string comes with the object around it",
    arguments: [
      (
        #"{"log":"{\"id\":7}\n","stream":"stdout"}"#,
        #"{"outer":{"log":"{\"id\":7}\n","stream":"stdout"},"id":7}"#
      ),
      (#"{"log":" {} "}"#, #"{"outer":{"log":" {} "}}"#),
      // The escape of the inner text ends at byte 16 of the line; the word begins there.
      (#"{"log":"{\"id\":tru}"}"#, "invalid-literal at 16"),
      (#"{"log":"\u00e4\ud83d\ude00{\"id\":1}"}"#, "invalid-literal at 8"),
      (#"{"log":"{\"\u00e4\ud83d\ude00\":1,}"}"#, "unexpected-token at 34"),
      (#"{"log":"[1]"}"#, "type-mismatch at 8"), (#"{"log":7}"#, "type-mismatch at 7"),
      (#"{"lag":"{}"}"#, "invalid-path at 0"), (#"{"log":"{}"} x"#, "trailing-content at 13"),
      (#"{"log":"{\"id\":1"}"#, "incomplete at 17"),
    ])
  func inside(line: String, expected: String) throws {
    let form = LineForm(inside: try LineField("log"))
    let wanted =
      expected.hasPrefix("{\"outer") ? Formed(json: try json(expected)) : Formed(fault: expected)
    #expect(try read(line, form) == [wanted])
  }

  // A dot with a mark after it was not taken for a dot.
  @Test("a name may begin with a combining mark")
  func combiningMark() throws {
    let form = LineForm(inside: try LineField("a.\u{301}b"))
    let line = "{\"a\":{\"\u{301}b\":\"{\\\"id\\\":7}\"}}"
    #expect(
      try read(line, form) == [
        Formed(json: try json("{\"outer\":\(line),\"id\":7}"))
      ])
  }

  @Test("a record is read by path, and its reject names the path and the place in the line")
  func mismatch() throws {
    var options = options(
      LineForm(prefix: .kubectl, inside: try LineField("/m/log")), checking: .accessed)
    options.badRecords = .skip
    let text =
      #"2026-01-31T12:00:00Z {"m":{"log":"{\"id\":7}"}}"# + "\n"
      + #"2026-01-31T12:00:00Z {"m":{"log":"{\"id\":\"x\"}"}}"# + "\n"
    var feed = try JSONFeed(.bytes(Array(text.utf8), name: "f"), options: options)
    var times: [String] = []
    var bad: [RejectedRecord] = []
    try feed.forEach { record in
      do {
        _ = try record.cursor["id"].int
      } catch let error as JSONError {
        bad.append(record.reject(error))
        return
      }
      times.append(try record.cursor["outer"]["prefix"]["time"].string)
    }
    #expect(times == ["2026-01-31T12:00:00Z"])
    let reject = try #require(bad.first)
    #expect(reject.error.path == "$.id" && reject.line == 2 && reject.offset == 48)
    // The quote of "x" is escaped in the line.
    let place = Array(text.utf8)[48...].dropFirst(reject.error.offset).prefix(4)
    #expect(String(decoding: place, as: UTF8.self) == #"\"x\"#)
    #expect(String(decoding: reject.rawBytes, as: UTF8.self) == text.split(separator: "\n")[1])
  }

  @Test("other framings have no prefix, and auto becomes lines")
  func framings() throws {
    var options = options(LineForm(prefix: .kubectl))
    options.framing = .auto
    let feed = try JSONFeed(.bytes([], name: "f"), options: options)
    #expect(feed.framing == .lines)
    options.framing = .concatenated
    #expect(throws: JSONError.self) { _ = try JSONFeed(.bytes([], name: "f"), options: options) }
  }
}

@Suite("Random lines that are not JSON")
struct RandomLineFormTests {
  /// A line of each kind of its form: good, damaged, blank.
  private static func line(
    _ number: Int, _ form: LineForm, _ random: inout SeededGenerator
  ) -> [UInt8] {
    var text = "{\"n\":\(number),\"s\":\"x\\n\(random.next())\"}"
    if form.content != .json { text = "n=\(number) s=\"x y\" flag" }
    if form.inside != nil { text = JSON.object(["log": .string(text)]).description }
    if form.prefix != nil { text = "2026-01-31T12:00:\(number % 60)Z " + text }
    var bytes = Array(text.utf8)
    switch random.next() % 12 {
    case 0: bytes = Array("  \t".utf8)
    case 1: bytes = []
    case 2: bytes.removeLast(Int(random.next() % UInt64(bytes.count)))
    case 3:
      bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
    case 4: bytes += [UInt8](repeating: 0x20, count: 300)
    default: break
    }
    return bytes + (random.next() % 4 == 0 ? [0x0D, 0x0A] : [0x0A])
  }

  private static func forms() throws -> [LineForm] {
    let log = try LineField("log")
    return [
      LineForm(prefix: .kubectl), LineForm(content: .logfmt), LineForm(inside: log),
      LineForm(prefix: .syslog, content: .logfmtStrings),
      LineForm(prefix: try LinePattern("{t} "), inside: log),
    ]
  }

  @Test("several threads, other window sizes and resumed feeds deliver the same, in order")
  func agreement() throws {
    for seed in 0..<Chaos.rounds(30) {
      var random = SeededGenerator(seed: seed)
      let forms = try Self.forms()
      let form = forms[Int(seed) % forms.count]
      var text: [UInt8] = []
      for number in 0..<120 { text += Self.line(number, form, &random) }
      let source = FeedSource.bytes(text, name: "f")
      let one = try Delivered(source, options: options(form))
      #expect(one.items.count > 50, "seed \(seed)")
      for parallel in [2, 3] {
        let other = try Delivered(source, options: options(form, parallel: parallel))
        #expect(other == one, "seed \(seed), \(parallel) threads")
      }
      var wide = options(form)
      wide.windowSize = 64 << 10
      #expect(try Delivered(source, options: wide) == one, "seed \(seed)")
      // Resumed after a record.
      let place = Int(random.next() % UInt64(one.items.count))
      let rest = try Delivered(source, options: options(form), from: one.items[place].after)
      #expect(rest.items == Array(one.items[(place + 1)...]), "seed \(seed)")
    }
  }

  @Test("ranges of a file deliver each line once")
  func ranges() throws {
    let folder = try TemporaryFolder()
    for seed in 0..<Chaos.rounds(10) {
      var random = SeededGenerator(seed: seed)
      let form = try Self.forms()[Int(seed) % 5]
      var text: [UInt8] = []
      for number in 0..<60 { text += Self.line(number, form, &random) }
      let path = try folder.write(text, to: "f")
      let all = try Delivered(.file(path), options: options(form)).items.map(\.offset)
      let cut = Int64(random.next() % UInt64(text.count))
      var parts: [Int64] = []
      for range in [0..<cut, cut..<Int64(text.count)] {
        var options = options(form)
        options.range = FeedRange(bytes: range)
        parts += try Delivered(.file(path), options: options).items.map(\.offset)
      }
      #expect(parts == all, "seed \(seed), cut at \(cut)")
    }
  }
}
