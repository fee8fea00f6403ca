import Sluice
import SluiceEditing
import TestSupport
import Testing

/// Random edits of documents with odd spelling and white space, against a model of tokens that knows nothing of Sluice.
@Suite("Edits against a model")
struct EditModelTests {
  @Test(
    "the tokens are the model's, and white space around what did not change stays",
    arguments: 0..<300)
  func random(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    var model = ModelValue.random(depth: 4, &generator)
    let text = model.text(&generator)
    // What no edit touches is between two values that stay.
    let framed =
      "{ \"before\" :\t[ 1.50 , \"\\u0041\" ]\n ,\"doc\":\(text), \"after\"  : -0 \r\n} \n"
    let found = try edited(framed) { edit in
      for _ in 0..<Int.random(in: 1..<15, using: &generator) {
        change(&model, edit, &generator)
      }
    }
    #expect(found.hasPrefix("{ \"before\" :\t[ 1.50 , \"\\u0041\" ]\n ,\"doc\":"))
    #expect(found.hasSuffix(", \"after\"  : -0 \r\n} \n"))
    let tokens = ModelValue.tokens(of: found)
    let frame = ModelValue.tokens(of: framed)
    var expected = Array(frame.prefix { $0 != "\"doc\"" })
    expected += ["\"doc\"", ":"]
    expected += model.tokens
    expected += frame.suffix(5)
    #expect(tokens == expected)
  }

  /// Makes one random change in both.
  private func change(
    _ model: inout ModelValue, _ edit: JSONEditor, _ generator: inout SeededGenerator
  ) {
    var path: [Int] = []
    var place = edit["doc"]
    var here = model
    while here.count > 0, path.isEmpty || Int.random(in: 0..<3, using: &generator) > 0 {
      let child = Int.random(in: 0..<here.count, using: &generator)
      path.append(child)
      switch here {
      case .array(let elements):
        place = place[child]
        here = elements[child]
      case .object(let fields):
        place = place[fields[child].name]
        here = fields[child].value
      case .scalar: break
      }
    }
    let new = "n\(Int.random(in: 0..<1_000_000, using: &generator))"
    switch Int.random(in: 0..<5, using: &generator) {
    case 0:
      place.set(["x": [1, nil]])
      model.change(path[...]) { $0 = .new }
    case 1 where !path.isEmpty:
      place.remove()
      model.change(path.dropLast()) { $0.remove(path[path.count - 1]) }
    case 2:
      switch here {
      case .array(let elements):
        let index = Int.random(in: 0...elements.count, using: &generator)
        place.insert(["x": [1, nil]], at: index)
        model.change(path[...]) { $0.insert(.new, at: index) }
      case .object:
        place[new] = ["x": [1, nil]]
        model.change(path[...]) { $0.append(.new, name: new) }
      case .scalar:
        place.set(7)
        model.change(path[...]) { $0 = .scalar("7") }
      }
    case 3:
      // A closure with the literal in place of `spelled` is compiled as the one with 7 above, by Swift 6.3.1 with -O and
      // the thread sanitizer.
      let spelled = "1.250e+00"
      place.set(rawJSON: " \(spelled) ")
      model.change(path[...]) { $0 = .scalar(spelled) }
    default:
      guard let last = path.last, case .object = model.value(path.dropLast()) else { return }
      place.rename(to: new)
      model.change(path.dropLast()) { $0.rename(last, to: new) }
    }
  }
}

/// A document as its tokens are spelled.
private indirect enum ModelValue {
  typealias Field = (raw: String, name: String, value: ModelValue)

  case scalar(String)
  case array([ModelValue])
  case object([Field])

  /// `{"x":[1,null]}`
  static var new: ModelValue {
    .object([(raw: "\"x\"", name: "x", value: .array([.scalar("1"), .scalar("null")]))])
  }

  var count: Int {
    switch self {
    case .scalar: 0
    case .array(let elements): elements.count
    case .object(let fields): fields.count
    }
  }

  static func random(depth: Int, _ generator: inout SeededGenerator) -> ModelValue {
    let scalars = [
      "1.50", "-0", "1E+2", "12345678901234567890123", "true", "null", "\"\\u0041\\/b\"", "\"é\"",
      "\"\"", "\"a, b: [c] {d}\"",
    ]
    guard depth > 0, Int.random(in: 0..<4, using: &generator) > 0 else {
      return .scalar(scalars.randomElement(using: &generator) ?? "0")
    }
    let count = Int.random(in: 0..<6, using: &generator)
    if Bool.random(using: &generator) {
      return .array((0..<count).map { _ in random(depth: depth - 1, &generator) })
    }
    return .object(
      (0..<count).map { i in
        let isEscaped = Bool.random(using: &generator)
        return (
          raw: isEscaped ? "\"\\u006b\(i)\"" : "\"k\(i)\"", name: "k\(i)",
          value: random(depth: depth - 1, &generator)
        )
      })
  }

  var tokens: [String] {
    switch self {
    case .scalar(let text): return [text]
    case .array(let elements):
      return ["["] + Array(elements.map(\.tokens).joined(separator: [","])) + ["]"]
    case .object(let fields):
      return ["{"] + Array(fields.map { [$0.raw, ":"] + $0.value.tokens }.joined(separator: [","]))
        + ["}"]
    }
  }

  func text(_ generator: inout SeededGenerator) -> String {
    let spaces = ["", "", "", " ", "\n", "\r\n\t", "  \n\n  "]
    return tokens.map { (spaces.randomElement(using: &generator) ?? "") + $0 }.joined()
      + (spaces.randomElement(using: &generator) ?? "")
  }

  /// The tokens of a text, by a scan that knows strings, brackets and separators.
  static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    var bytes = Array(text.utf8)[...]
    while let first = bytes.first {
      let isSpace = [0x20, 0x09, 0x0A, 0x0D].contains(first)
      var count = 1
      if first == UInt8(ascii: "\"") {
        while bytes[bytes.startIndex + count] != first {
          count += bytes[bytes.startIndex + count] == UInt8(ascii: "\\") ? 2 : 1
        }
        count += 1
      } else if !isSpace, !"[]{},:".utf8.contains(first) {
        count = bytes.prefix { !" \t\r\n[]{},:\"".utf8.contains($0) }.count
      }
      if !isSpace { tokens.append(String(decoding: bytes.prefix(count), as: UTF8.self)) }
      bytes = bytes.dropFirst(count)
    }
    return tokens
  }

  func value(_ path: ArraySlice<Int>) -> ModelValue {
    guard let first = path.first else { return self }
    switch self {
    case .scalar: return self
    case .array(let elements): return elements[first].value(path.dropFirst())
    case .object(let fields): return fields[first].value.value(path.dropFirst())
    }
  }

  mutating func change(_ path: ArraySlice<Int>, _ body: (inout ModelValue) -> Void) {
    guard let first = path.first else { return body(&self) }
    switch self {
    case .scalar: break
    case .array(var elements):
      elements[first].change(path.dropFirst(), body)
      self = .array(elements)
    case .object(var fields):
      fields[first].value.change(path.dropFirst(), body)
      self = .object(fields)
    }
  }

  mutating func remove(_ child: Int) {
    switch self {
    case .scalar: break
    case .array(var elements):
      elements.remove(at: child)
      self = .array(elements)
    case .object(var fields):
      fields.remove(at: child)
      self = .object(fields)
    }
  }

  mutating func insert(_ value: ModelValue, at index: Int) {
    guard case .array(var elements) = self else { return }
    elements.insert(value, at: index)
    self = .array(elements)
  }

  mutating func append(_ value: ModelValue, name: String) {
    guard case .object(var fields) = self else { return }
    if let place = fields.firstIndex(where: { $0.name == name }) {
      fields[place].value = value
    } else {
      fields.append((raw: "\"\(name)\"", name: name, value: value))
    }
    self = .object(fields)
  }

  mutating func rename(_ child: Int, to name: String) {
    guard case .object(var fields) = self else { return }
    fields[child].name = name
    fields[child].raw = "\"\(name)\""
    self = .object(fields)
  }
}
