import Sluice
import TestSupport
import Testing

@Suite("JSONWriter under programs that swallow errors")
struct WriterProgramTests {
  @Test("a value that could not be written whole left its beginning in the text")
  func half() throws {
    let tooLarge = try JSON(parsing: "[1,{\"b\":2,\"a\":9007199254740993}]")
    for json in [tooLarge, tooLarge.detached()] {
      var writer = JSONWriter(options: .canonical)
      try writer.beginObject()
      try writer.key("k")
      try? writer.value(json)
      try writer.value("instead")
      try writer.endObject()
      #expect(try writer.takeString() == #"{"k":"instead"}"#)
    }
    var writer = JSONWriter()
    try writer.beginArray()
    try? ArrayMapping(of: .double).write([1, .nan], to: &writer)
    try? DictionaryMapping(of: .array(of: .double)).write(["a": [1], "b": [.nan]], to: &writer)
    try writer.value(2)
    try writer.endArray()
    #expect(try writer.takeString() == "[2]")
  }

  @Test("an object that could not end, because it has a key twice, was sorted for good")
  func keyTwice() throws {
    var writer = JSONWriter(options: .canonical)
    try writer.beginObject()
    for key in ["b", "a", "b"] {
      try writer.key(key)
      try writer.value(key)
    }
    for _ in 0..<3 {
      let error = #expect(throws: JSONError.self) { try writer.endObject() }
      #expect(error?.code == .duplicateKey)
    }
    try writer.key("0")
    try writer.value(0)
    #expect(throws: JSONError.self) { try writer.endObject() }
    #expect(throws: JSONError.self) { try writer.takeString() }
    #expect(
      unsafe writer.withBytes { unsafe String(decoding: $0, as: UTF8.self) }
        == #"{"b":"b","a":"a","b":"b","0":0"#)
  }

  @Test("are taken back at any depth, with sorted keys", arguments: [1, 63, 64, 65, 129, 200])
  func deep(levels: Int) throws {
    let text = "{\"b\":[{\"a\":1,\"A\":{\"z\":2,\"y\":9007199254740993}}]}"
    for json in [try JSON(parsing: text), try JSON(parsing: text).detached()] {
      var writer = JSONWriter(options: .canonical)
      var expected = "[1]"
      for level in 0..<levels {
        if level % 3 == 0 {
          try writer.beginArray()
        } else {
          try writer.beginObject()
          try writer.key("b")
        }
      }
      #expect(throws: JSONError.self) { try writer.value(json) }
      try writer.value([1] as JSON)
      for level in (0..<levels).reversed() {
        #expect(throws: JSONError.self) { try writer.value(json) }
        if level % 3 == 0 {
          try writer.endArray()
          expected = "[\(expected)]"
        } else {
          try writer.key("a")
          #expect(throws: JSONError.self) { try writer.value(json) }
          try writer.null()
          try writer.endObject()
          expected = "{\"a\":null,\"b\":\(expected)}"
        }
      }
      #expect(try writer.takeString() == expected)
    }
  }

  @Test("a value whose beginning was handed out can't be taken back: each later call fails")
  func handedOut() throws {
    var bytes: [UInt8] = []
    var writer = unsafe JSONWriter { chunk in bytes += unsafe Array(chunk) }
    try writer.beginArray()
    let long = Array(repeating: 1.5, count: 100_000) + [.nan]
    #expect(throws: JSONError.self) {
      try ArrayMapping(of: .double).write(long, to: &writer)
    }
    #expect(throws: JSONError.self) { try writer.value(1) }
    #expect(throws: JSONError.self) { try writer.endArray() }
    #expect(throws: JSONError.self) { try writer.finish() }
    #expect(!bytes.isEmpty)
  }

  /// A value of JSON as text, and whether the canonical form has it.
  private static let values: [(text: String, isCanonical: Bool)] = [
    ("null", true), ("true", true), ("12", true), ("-1.5", true), (#""a\"b""#, true), ("[]", true),
    ("{}", true), (#"[1,{"a":[2]}]"#, true), (#"{"a":1,"b":[[],{}]}"#, true),
    ("9007199254740993", false), ("[1,[9007199254740993]]", false),
    (#"{"a":{"b":[1,9007199254740993]}}"#, false), (#"[{"a":1e400}]"#, false),
  ]

  /// What the writer must hold: built from what was accepted.
  private struct Model {
    enum Open { case array([JSONTree]), object([JSONTree.Field], key: String?) }
    var open: [Open] = []
    var root: JSONTree?

    var takesValue: Bool {
      switch open.last {
      case .array: true
      case .object(_, let key): key != nil
      case nil: root == nil
      }
    }
    var takesKey: Bool { if case .object(_, nil) = open.last { true } else { false } }
    var isInArray: Bool { if case .array = open.last { true } else { false } }

    mutating func put(_ tree: JSONTree) {
      switch open.popLast() {
      case .array(let elements): open.append(.array(elements + [tree]))
      case .object(let fields, let key?):
        open.append(.object(fields + [JSONTree.Field(key, tree)], key: nil))
      default: root = tree
      }
    }

    mutating func end() {
      switch open.popLast() {
      case .array(let elements): put(.array(elements))
      case .object(let fields, _): put(.object(fields))
      case nil: break
      }
    }
  }

  private static let options: [JSONWriter.Options] = [
    .compact, .pretty, .canonical, JSONWriter.Options(sortsKeys: true),
    JSONWriter.Options(layout: .pretty(indent: 1), escapesSlashes: true, sortsKeys: true),
  ]

  @Test("the text is what the accepted calls wrote", arguments: [1, 2, 3] as [UInt64])
  func programs(seed: UInt64) throws {
    let seed = Rounds.areLong ? UInt64.random(in: 0 ... .max) : seed
    print("WriterProgramTests: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var refusals = 0
    for round in 0..<Rounds.count(500, long: 5_000) {
      let options = Self.options[round % Self.options.count]
      var writer = JSONWriter(options: options)
      var model = Model()
      var calls: [String] = []
      var number = 0

      /// Does a call, and expects that it is accepted or not.
      func call(
        _ name: String, _ isAccepted: Bool, _ body: (inout JSONWriter) throws -> Void,
        _ change: (inout Model) -> Void
      ) {
        calls.append(name)
        do {
          try body(&writer)
          if !isAccepted { Issue.record("seed \(seed), round \(round): accepted \(calls)") }
          change(&model)
        } catch {
          refusals += 1
          if isAccepted { Issue.record("seed \(seed), round \(round): \(error) after \(calls)") }
        }
      }

      func put(_ text: String) throws -> (inout Model) -> Void {
        let tree = try? JSONTree(strictly: text)
        return { if let tree { $0.put(tree) } }
      }

      for _ in 0..<Int.random(in: 0...30, using: &random) {
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1:
          call("[", model.takesValue, { try $0.beginArray() }, { $0.open.append(.array([])) })
        case 2, 3:
          call(
            "{", model.takesValue, { try $0.beginObject() },
            { $0.open.append(.object([], key: nil)) })
        case 4: call("]", model.isInArray, { try $0.endArray() }, { $0.end() })
        case 5: call("}", model.takesKey, { try $0.endObject() }, { $0.end() })
        case 6...8:
          number += 1
          let key = ["k", "é", "a\"", "x/"].randomElement(using: &random)! + "\(number)"
          call(
            "key", model.takesKey, { try $0.key(key) },
            { model in
              if case .object(let fields, _)? = model.open.popLast() {
                model.open.append(.object(fields, key: key))
              }
            })
        case 9:
          call("nan", false, { try $0.value(Double.nan) }, { _ in })
        case 10:
          // Writes half of a value, then throws.
          call(
            "half", false,
            { writer in
              try ArrayMapping(of: .array(of: .double)).write([[1], [2, .infinity]], to: &writer)
            }, { _ in })
        default:
          let (text, isCanonical) = Self.values.randomElement(using: &random)!
          let isGood = !text.contains("1e400") && (isCanonical || options != .canonical)
          let isAccepted = model.takesValue && isGood
          switch Int.random(in: 0..<3, using: &random) {
          case 0 where !text.contains("1e400"):
            let json = try JSON(parsing: text)
            let isKept = Bool.random(using: &random)
            call(text, isAccepted, { try $0.value(isKept ? json : json.detached()) }, try put(text))
          case 1:
            call(text, isAccepted, { try $0.value(rawJSON: " \(text)\n") }, try put(text))
          default:
            var reader = JSONReader(options: JSONOptions(checking: .accessed))
            try reader.withDocument(text) { root in
              call(text, isAccepted, { try $0.value(root) }, try put(text))
            }
          }
        }
      }
      // Ends what is open.
      while let last = model.open.last {
        switch last {
        case .array: call("]", true, { try $0.endArray() }, { $0.end() })
        case .object(_, nil): call("}", true, { try $0.endObject() }, { $0.end() })
        case .object: call("null", true, { try $0.null() }, { $0.put(.null) })
        }
      }
      guard let expected = model.root else {
        #expect(throws: JSONError.self) { try writer.takeString() }
        continue
      }
      let text = try writer.takeString()
      let found = try JSONTree(strictly: text)
      let sorts = options.sortsKeys
      #expect(
        (sorts ? found.sorted == expected.sorted : found == expected),
        "seed \(seed), round \(round): \(text) for \(expected) after \(calls)")
    }
    print("WriterProgramTests: \(refusals) refusals")
    #expect(refusals > 100)
  }
}
