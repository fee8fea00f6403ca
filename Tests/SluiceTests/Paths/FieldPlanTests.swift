import ConformanceSuite
import DocumentTestSupport
import Sluice
import TestSupport
import Testing

/// The text that a plan reads from a record: the raw bytes of each field, or nil if it is missing.
private func values(
  of paths: [FieldPath], else fallbacks: [Int: FieldPath] = [:], in root: JSONCursor,
  order: inout [Int]
) throws -> [String?] {
  var layout = FieldLayout()
  let fields = paths.enumerated().map { number, path in
    unsafe PlanField(path, else: fallbacks[number], of: String.self, in: &layout, absent: nil) {
      cursor in
      String(decoding: try cursor.rawBytes, as: UTF8.self)
    }
  }
  let plan = FieldPlan(fields, layout)
  let frame = try FieldFrame(plan, of: root.position)
  defer { frame.end() }
  var calls: [Int] = []
  try frame.readAll(restart: { calls = [] }) { frame, field, token in
    calls.append(field)
    if token != FieldFrame.absent { try frame.read(field, at: token) }
  }
  order = calls
  return paths.indices.map { field in
    unsafe frame.claim(field).map { unsafe $0.assumingMemoryBound(to: String.self).move() }
  }
}

private func values(of paths: [FieldPath], in text: String) throws -> [String?] {
  var order: [Int] = []
  return try reading(text) { try values(of: paths, in: $0, order: &order) }
}

private func path(_ keys: String...) -> FieldPath { FieldPath(keys.map { .key($0) }) }

@Suite("Field plans")
struct FieldPlanTests {
  @Test("threads that share a plan learn its names while others read them on the slow path")
  func shared() async {
    let paths = [path("a"), path("b", "c"), path("b", "d"), path("e")]
    var layout = FieldLayout()
    let fields = paths.map { path in
      unsafe PlanField(path, of: Int.self, in: &layout, absent: nil) { try $0.int }
    }
    let plan = FieldPlan(fields, layout)
    // Names in other orders are learned. Spaces and escapes, duplicates, and scalars in place of objects take the slow
    // path.
    let texts = [
      #"{"a":1,"b":{"c":2,"d":3},"e":4}"#, #"{"e":4,"b":{"d":3,"c":2},"a":1}"#,
      #"{"\u0061":1,"b" :{"c" :2,"\u0064":3},"e":4}"#, #"{"b":[],"b":{"d":3,"c":2},"e":4,"a":1}"#,
    ]
    await withTaskGroup(of: Bool.self) { group in
      for thread in 0..<4 {
        group.addTask {
          var reader = JSONReader()
          return (0..<500).allSatisfy { round in
            let sum = try? reader.withDocument(texts[(round + thread) % texts.count]) { root in
              let frame = try FieldFrame(plan, of: root.position)
              defer { frame.end() }
              try frame.readAll(restart: {}) { frame, field, token in
                if token != FieldFrame.absent { try frame.read(field, at: token) }
              }
              return (0..<4).reduce(0) { sum, field in
                unsafe sum * 10
                  + (frame.claim(field)?.assumingMemoryBound(to: Int.self).move() ?? 0)
              }
            }
            return sum == 1234
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }

  @Test(
    "finds a field in any place and any spelling of its key",
    arguments: [
      #"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, #"{"x":[],"a":1,"y":{"a":3},"b":2}"#,
      #"{"\u0061":1,"b":2}"#, #"{"a" :1,"b" : 2}"#, #"{"aa":0,"ab":0,"a":1,"bb":0,"b":2,"":0}"#,
      #"{"a":7,"b":2,"a":1}"#, #"{"a":{"b":9},"b":2,"\u0061":1}"#,
    ])
  func found(text: String) throws {
    #expect(try values(of: [path("a"), path("b")], in: text) == ["1", "2"])
  }

  @Test("distinguishes names that look alike")
  func names() throws {
    let keys = ["", "a", #"a\b"#, "a.b", "a/b", "@id", #"""#, "é", "e\u{301}", "name", "namE"]
    var text: [String] = []
    for (number, key) in keys.enumerated() {
      var writer = JSONWriter()
      try writer.value(JSON.string(key))
      text.append(String(decoding: try writer.takeBytes(), as: UTF8.self) + ":\(number)")
    }
    let document = "{" + text.joined(separator: ",") + "}"
    let found = try values(of: keys.map { path($0) }, in: document)
    #expect(found == keys.indices.map { "\($0)" })
  }

  @Test("gives no value for null and missing fields, including on the way to a field")
  func absent() throws {
    let paths = [path("a"), path("b", "c"), path("d")]
    for text in [
      #"{"a":null,"b":null,"d":0}"#, #"{"b":{"c":null},"d":0}"#, #"{"b":[{"c":1}],"d":0}"#,
      #"{"b":"c","d":0}"#, #"{"b":{},"d":0}"#,
    ] {
      #expect(try values(of: paths, in: text) == [nil, nil, "0"], "\(text)")
    }
  }

  @Test("an index leads only into arrays; a name that spells one leads into objects too")
  func elements() throws {
    let paths = [
      FieldPath([.key("a"), .index(1)]), FieldPath([.key("a"), .name("0"), .key("x")]),
      FieldPath([.key("b"), .name("1")]), FieldPath([.key("b"), .index(1)]),
      FieldPath([.key("a"), .key("x")]),
    ]
    let text = #"{"a":[{"x":5},[6],7],"b":{"0":8,"1":9}}"#
    #expect(try values(of: paths, in: text) == ["[6]", "5", "9", nil, nil])
    #expect(try values(of: [FieldPath([.index(2)])], in: "[0,1,2]") == ["2"])
    #expect(try values(of: [FieldPath([.index(2)])], in: "[]") == [nil])
  }

  @Test("reads the empty path as the record itself")
  func root() throws {
    #expect(try values(of: [FieldPath([]), path("a")], in: #"{"a":1}"#) == [#"{"a":1}"#, "1"])
  }

  @Test("uses a fallback only if the field's own place is missing or null")
  func fallback() throws {
    let literal = path("a.b")
    let nested = path("a", "b")
    for (text, expected) in [
      (#"{"a.b":1,"a":{"b":2}}"#, "1"), (#"{"a":{"b":2},"a.b":1}"#, "1"),
      (#"{"a":{"b":2}}"#, "2"), (#"{"a":{"b":[2]},"a.b":null}"#, nil), (#"{}"#, nil),
    ] as [(String, String?)] {
      var order: [Int] = []
      let found = try reading(text) {
        try values(of: [literal], else: [0: nested], in: $0, order: &order)
      }
      #expect(found == [expected], "\(text)")
    }
  }

  @Test("reads fields in the plan's order, whatever the document's")
  func order() throws {
    let paths = [path("a"), path("b"), path("c")]
    for text in [
      #"{"a":[1],"b":[2],"c":[3]}"#, #"{"c":[3],"b":[2],"a":[1]}"#, #"{"b":[2],"a":[1]}"#,
      #"{"c":[3],"a":[0],"b":[2],"a":[1]}"#,
    ] {
      var order: [Int] = []
      let found = try reading(text) { try values(of: paths, in: $0, order: &order) }
      #expect(order == [0, 1, 2], "\(text)")
      #expect(found[0] == "[1]" && found[1] == "[2]", "\(text)")
    }
  }

  @Test("accepts a bad first value of a repeated key: the last counts")
  func lastOfTwo() throws {
    let first = try reading(#"{"a":[tru],"b":1,"a":[2]}"#) { root in
      var layout = FieldLayout()
      let field = unsafe PlanField(path("a"), of: Int.self, in: &layout, absent: nil) {
        try $0[0].int
      }
      let plan = FieldPlan([field], layout)
      let frame = try FieldFrame(plan, of: root.position)
      defer { frame.end() }
      try frame.readAll(restart: {}) { frame, field, token in
        try frame.read(field, at: token)
      }
      return unsafe frame.claim(0)?.assumingMemoryBound(to: Int.self).move()
    }
    #expect(first == 2)
  }

  @Test("refuses duplicates of wanted fields if the reader refuses duplicates")
  func duplicates() {
    let options = JSONOptions(duplicateKeys: .reject)
    for text in [#"{"a":1,"\u0061":2}"#, #"{"x":{"a":1,"a":2}}"#] {
      let error = refusal(of: text, options) { root in
        var order: [Int] = []
        _ = try values(of: [path("a"), path("x", "a")], in: root, order: &order)
      }
      #expect(error?.code == .duplicateKey, "\(text)")
    }
  }

  @Test(
    "checks what it walks over",
    arguments: [
      (#"{"a" 1}"#, JSONError.Code.unexpectedToken), (#"{"a":}"#, .unexpectedToken),
      (#"{"b":1,}"#, .unexpectedToken),
      (#"{"b":1 "a":2}"#, .unexpectedToken), (#"{"b":[1}"#, .incomplete),
      (#"{"b":1,"a""#, .incomplete), (#"{"b":{"a":1}"#, .incomplete),
      (#"{"b":1]"#, .unexpectedToken),
      (#"{1:2}"#, .unexpectedToken), (#"{"b""#, .incomplete), ("{", .incomplete),
    ])
  func grammar(text: String, code: JSONError.Code) {
    let error = refusal(of: text) { root in
      var order: [Int] = []
      _ = try values(of: [path("a"), path("c", "d")], in: root, order: &order)
    }
    #expect(error?.code == code)
  }

  @Test("plans agree with a reference tree on random records and paths")
  func randomRecords() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let names = RandomTree.fewNames + ["", #"a\b"#, "0", "1", "longer name still"]
    var found = 0
    for _ in 0..<4000 {
      let tree = RandomTree.make(depth: 4, names: names, using: &random)
      guard case .object = tree else { continue }
      let text = tree.text(escapingKeys: Bool.random(using: &random), using: &random)
      let isExact = Bool.random(using: &random)
      let paths = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        FieldPath(
          (0..<Int.random(in: 1...3, using: &random)).map { _ in
            isExact
              ? .key(names.randomElement(using: &random) ?? "")
              : .name(names.randomElement(using: &random) ?? "")
          })
      }
      var order: [Int] = []
      let got = try reading(text) { try values(of: paths, in: $0, order: &order) }
      for (path, value) in zip(paths, got) {
        let expected = tree.value(at: path.steps[...])
        #expect((expected == nil) == (value == nil), "seed \(seed), \(path.steps), \(text)")
        if case .scalar(let number) = expected { #expect(value == number, "seed \(seed), \(text)") }
        if value != nil { found += 1 }
      }
      #expect(order == Array(paths.indices), "seed \(seed)")
    }
    #expect(found > 300)
  }
}

extension RandomTree {
  /// The value at the path when the last of equal names counts.
  fileprivate func value(at steps: ArraySlice<FieldPath.Step>) -> RandomTree? {
    guard let step = steps.first else { return self }
    switch self {
    case .scalar: return nil
    case .object(let fields):
      guard let key = step.key else { return nil }
      return fields.last { $0.key.utf8.elementsEqual(key.utf8) }?.value.value(
        at: steps.dropFirst())
    case .array(let items):
      guard let index = step.index, items.indices.contains(index) else { return nil }
      return items[index].value(at: steps.dropFirst())
    }
  }
}
