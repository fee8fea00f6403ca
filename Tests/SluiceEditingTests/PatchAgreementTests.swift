import DocumentTestSupport
import Sluice
import SluiceEditing
import TestSupport
import Testing

/// Random patches on text and on owned values: the same result or the same error, and, in a document of one style, the
/// very text that a writer of that style makes.
@Suite("Patches on text and on owned values agree")
struct PatchAgreementTests {
  @Test("random patches")
  func random() throws {
    var (done, failed) = (0, 0)
    for seed in 0..<400 {
      var random = PatchMaker(seed: UInt64(seed))
      // The first field shows the style of arrays and objects, and is not touched.
      let document: JSON = .object([
        "style": [["x": [1]], [2]], "doc": random.values.value(depth: 4),
        "more": random.values.value(depth: 3),
      ])
      let patch = random.patch(of: document)
      if try agree(on: document, patch, "seed \(seed)") { done += 1 } else { failed += 1 }
    }
    #expect(done > 150 && failed > 50, "\(done) patches were done, \(failed) failed")
  }

  /// Returns whether the patch could be done.
  private func agree(
    on document: JSON, _ patch: JSONPatch, _ comment: Comment
  ) throws -> Bool {
    let result = Result { try document.applying(patch) }
    let layouts: [JSONWriter.Options] = [
      .compact, .pretty, JSONWriter.Options(layout: .pretty(indent: 5)),
    ]
    for layout in layouts {
      let text = String(decoding: try document.serialized(layout), as: UTF8.self)
      let found = Result { try edited(text) { $0.apply(patch) } }
      switch (result, found) {
      case (.success(let json), .success(let text)):
        let wanted = String(decoding: try json.serialized(layout), as: UTF8.self)
        #expect(text == wanted, comment)
      case (.failure(let left as JSONError), .failure(let right as JSONError)):
        #expect(left.code == right.code, comment)
        #expect(left.operation == right.operation, comment)
        #expect(left.detail?.reason == right.detail?.reason, comment)
      default: Issue.record("\(result) and \(found), \(patch.json), \(comment)")
      }
    }
    if case .success = result { return true }
    return false
  }
}

/// Makes patches whose paths mostly lead somewhere.
private struct PatchMaker {
  var values: RandomJSON

  init(seed: UInt64) { values = RandomJSON(seed: seed) }

  mutating func patch(of document: JSON) -> JSONPatch {
    var here = document
    var operations: [JSONPatch.Operation] = []
    for _ in 0..<Int.random(in: 1..<12, using: &values.generator) {
      let operation = operation(on: here)
      operations.append(operation)
      guard let next = try? here.applying(JSONPatch([operation])) else { break }
      here = next
    }
    return JSONPatch(operations)
  }

  private mutating func operation(on json: JSON) -> JSONPatch.Operation {
    let path = path(in: json)
    switch Int.random(in: 0..<12, using: &values.generator) {
    case 0, 1: return .add(new(in: json), values.value(depth: 2))
    case 2: return .add(path, values.value(depth: 2))
    case 3, 4: return .replace(path, values.value(depth: 2))
    case 5, 6: return .remove(path)
    case 7, 8: return .move(from: path, to: new(in: json))
    case 9: return .copy(from: path, to: new(in: json))
    case 10: return .move(from: path, to: self.path(in: json))
    default:
      guard let value = json[path], Int.random(in: 0..<5, using: &values.generator) > 0
      else { return .test(path, values.value(depth: 1)) }
      return .test(path, value)
    }
  }

  /// The path of a value, sometimes of none. Not in the field that shows the style.
  private mutating func path(in json: JSON) -> JSONPointer {
    var tokens: [String] = []
    var here = json
    while true {
      switch here {
      case .object(let object):
        let keys = object.keys.filter { !tokens.isEmpty || $0 != "style" }
        guard let key = keys.randomElement(using: &values.generator) else { break }
        tokens.append(key)
        here = object[key] ?? .null
      case .array(let elements) where !elements.isEmpty:
        let index = Int.random(in: 0..<elements.count, using: &values.generator)
        tokens.append("\(index)")
        here = elements[index]
      default: break
      }
      let isContainer = here.array != nil || here.object != nil
      if here.count == 0 || !isContainer || Int.random(in: 0..<3, using: &values.generator) == 0 {
        break
      }
    }
    if Int.random(in: 0..<25, using: &values.generator) == 0 { tokens.append("nope") }
    return JSONPointer(tokens: tokens)
  }

  /// A path at which something can be added.
  private mutating func new(in json: JSON) -> JSONPointer {
    var tokens = path(in: json).tokens
    while let here = json[JSONPointer(tokens: tokens)], !tokens.isEmpty,
      here.array == nil, here.object == nil
    {
      tokens.removeLast()
    }
    if tokens.isEmpty { return .of("new\(Int.random(in: 0..<3, using: &values.generator))") }
    switch json[JSONPointer(tokens: tokens)] {
    case .array(let elements):
      let index = Int.random(in: 0...elements.count, using: &values.generator)
      tokens.append(Bool.random(using: &values.generator) ? "-" : "\(index)")
    default: tokens.append(values.string())
    }
    return JSONPointer(tokens: tokens)
  }
}
