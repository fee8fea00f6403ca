package import Sluice
import SluiceSystem

/// The parser's half: whether a value has a shape.
extension JobShape {
  /// Throws `ImportError` that names the place and says what was expected and what was found.
  /// Recursive, no deeper than the shape.
  package func check(_ json: JSON, at place: String) throws(ImportError) {
    switch (self, json) {
    case (.anything, _), (.bool, .bool): return
    case (.text(let mayHoldNUL), .string(let text)):
      guard !text.isEmpty else { break }
      guard mayHoldNUL || !text.utf8.contains(0) else {
        throw JobShape.fault(at: place, "a name can't hold U+0000, found \(JobShape.word(json))")
      }
      return
    case (.choice(let words), .string(let text)):
      guard !words.contains(text) else { return }
      throw mismatch(json, at: place, Nearest.suggestion(for: text, among: words))
    case (.integer(let range), .number(let number)):
      guard let integer = number.int, range.contains(integer) else { break }
      return
    case (.pattern(_, _, let check), .string(let text)):
      guard check(text) else { break }
      return
    case (.either(let one, let other), _):
      do throws(ImportError) {
        return try one.check(json, at: place)
      } catch {
        do throws(ImportError) {
          return try other.check(json, at: place)
        } catch {
          throw mismatch(json, at: place, one.suggestion(for: json))
        }
      }
    case (.list(let element), .array(let elements)):
      guard !elements.isEmpty else { break }
      for (number, json) in elements.enumerated() {
        try element.check(json, at: "\(place)[\(number)]")
      }
      return
    case (.object(let object), .object(let json)): return try object.check(json, at: place)
    default: break
    }
    throw mismatch(json, at: place)
  }

  /// What a word was meant to be that the shape does not have.
  private func suggestion(for json: JSON) -> String {
    guard case .choice(let words) = self, case .string(let text) = json else { return "" }
    return Nearest.suggestion(for: text, among: words)
  }

  func mismatch(_ json: JSON, at place: String, _ more: String = "") -> ImportError {
    JobShape.fault(at: place, "expected \(expectation), found \(JobShape.word(json))\(more)")
  }

  static func fault(at place: String, _ message: String) -> ImportError {
    ImportError(.badJob, "\(place): \(message)")
  }

  private var expectation: String {
    switch self {
    case .anything: "any value"
    case .bool: "true or false"
    case .text: "a string that is not empty"
    case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: " or ")
    case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .pattern(_, let example, _): "a string such as \"\(example)\""
    case .either(let one, let other): "\(one.expectation), or \(other.expectation)"
    case .list(let element): "an array of at least one element, each \(element.expectation)"
    case .object: "an object"
    }
  }

  /// A value for an error message: its kind, and as much of it as fits a line.
  static func word(_ json: JSON) -> String {
    switch json {
    case .null: return "null"
    case .array(let elements) where elements.isEmpty: return "an empty array"
    case .array: return "an array"
    case .object: return "an object"
    default: break
    }
    let text = PrintableText.line(json.description)
    return "\(json.kind) \(text.count > 64 ? text.prefix(60) + "…" : text)"
  }
}

extension JobObject {
  func check(_ object: JSONObject, at place: String) throws(ImportError) {
    let keys = fields.map(\.key)
    for (key, json) in object {
      guard let field = fields.first(where: { haveSameUTF8($0.key, key) }) else {
        throw JobShape.fault(
          at: place,
          "there is no key \(JobShape.word(.string(key)).dropFirst("string ".count))"
            + "\(Nearest.suggestion(for: key, among: keys)); expected \(keys.joined(separator: ", "))"
        )
      }
      try field.shape.check(json, at: "\(place).\(key)")
    }
    for key in required where object[key] == nil {
      throw JobShape.fault(at: place, "the key \"\(key)\" is missing")
    }
    for (key, other) in dependent where object[key] != nil && object[other] == nil {
      throw JobShape.fault(at: place, "\"\(key)\" needs a \"\(other)\" as well")
    }
    let found = oneOf.filter { object[$0] != nil }
    guard oneOf.isEmpty || found.count == 1 else {
      throw JobShape.fault(
        at: place,
        "expected one of \(oneOf.joined(separator: ", ")),"
          + " found \(found.isEmpty ? "none" : found.joined(separator: " and "))")
    }
  }
}
