import Foundation
import Sluice
import SluiceConvert
import Testing

private struct Branch: JSONDeserializable {
  var value = 1
  var ratio = 0.5
  var text = "t"
  var next: [Branch] = []

  init?(dictionary: JSONMembers) {
    value <-- dictionary["value"]
    ratio <-- dictionary["ratio"]
    text <-- dictionary["text"]
    next <-- dictionary["next"]
  }
}

/// The same with dictionaries.
private struct Plain: Deserializable {
  var value = 1
  var raw: Any?
  var next: [Plain] = []

  init?(dictionary: [String: Any]) {
    value <-- dictionary["value"]
    raw = dictionary["value"]
    next <-- dictionary["next"]
  }
}

@Suite("Bad input to conversions")
struct BadInputTests {
  @Test(
    "100,000 levels are a failure in text, in texts within texts and in an owned value",
    arguments: ["[", #"{"next":[{"a":"#, #"{"next":"#])
  func deep(open: String) {
    let text = String(repeating: open, count: 100_000) + "1"
    var (branch, plain, ints): (Branch?, Plain?, [[Int]]) = (nil, nil, [[7]])
    let log = failures {
      branch <-- text
      plain <-- Data(text.utf8)
      ints <-- text
    }
    #expect(branch == nil && plain == nil && ints == [[7]] && log.count == 3)
    let closed = text + open.reversed().map { ["[": "]", "{": "}"][$0] ?? "" }.joined()
    let ended = String(closed.prefix(100)) + String(repeating: "x", count: 10)
    _ = failures { branch <-- ended }
    #expect(branch == nil)
  }

  @Test("an owned value nested 100,000 levels deep is converted or rejected without a trap")
  func deepValues() {
    var json: JSON = 1
    for _ in 0..<1000 { json = .array([json]) }
    for _ in 0..<1000 { json = ["next": [json]] }
    var (branch, any, text): (Branch?, Any?, String?) = (nil, nil, nil)
    let log = failures {
      branch <-- json
      any <-- json
      json --> text
    }
    #expect(branch != nil || any == nil || !log.isEmpty)
    var nested: Any = 1
    for _ in 0..<100_000 { nested = [nested] as [Any] }
    var written = JSON.null
    let refused = failures { nested --> written }
    #expect(written == .null && refused.count == 1)
    // Released level by level, because releasing an array of arrays recurses as deep.
    while let inner = (nested as? [Any])?.first { nested = inner }
  }

  @Test("lone surrogates and numbers beyond a double's range are failures of the document")
  func damaged() {
    for bad in [#"{"text": "\ud800"}"#, #"{"value": 7, "\udc00": 1}"#, #"{"ratio": 1e400}"#] {
      var (branch, plain): (Branch?, Plain?) = (nil, nil)
      let log = failures {
        branch <-- bad
        plain <-- bad
      }
      #expect(branch == nil && plain == nil && log.count == 2)
    }
  }

  @Test("a number that does not fit the type stays unchanged in a dictionary")
  func wideNumbers() throws {
    var plain: Plain?
    let value = try JSON(parsing: #"{"value": 1e300}"#)
    let log = failures { plain <-- value }
    #expect(plain?.value == 1 && log.count == 1 && plain?.raw as? Double == 1e300)
  }

  @Test("an array of 200,000 elements is converted; failures are reported one by one")
  func huge() throws {
    let text = "[" + String(repeating: #"1,"2","#, count: 100_000) + "true]"
    var ints: [Int] = []
    try withJSON(text) { ints <-- $0 }
    #expect(ints.count == 200_001 && ints[1] == 2 && ints.last == 1)
  }

  @Test("a failed line does not affect its neighbours")
  func halves() throws {
    var branch: Branch?
    let log = failures {
      branch <-- #"{"value": 1e300, "ratio": "x", "text": "new", "next": [{"value": 2}, 5]}"#
    }
    let made = try #require(branch)
    #expect(made.value == 1 && made.ratio == 0.5 && made.text == "new" && made.next.count == 1)
    #expect(log.count == 3)
  }
}
