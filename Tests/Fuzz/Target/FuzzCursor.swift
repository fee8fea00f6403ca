import Sluice

/// Moves between positions as the steering bytes say, in documents that may be broken: reads values, looks up keys,
/// holds many positions at a time. Errors are expected; anything else is a failure.
enum FuzzCursor {
  nonisolated(unsafe) private static var reader = JSONReader()

  /// The document's first byte says how many of its last bytes are the steps.
  static func run(_ input: [UInt8], control: UInt8) {
    guard let first = input.first else { return }
    let count = min(Int(first), input.count - 1)
    let document = Array(input.dropFirst().dropLast(count))
    let steps = input.suffix(count)
    let policies: [DuplicateKeys] = [.firstWins, .lastWins, .reject]
    reader.options.duplicateKeys = policies[Int(control) % policies.count]
    var kept: [JSONPosition] = []
    try? reader.withDocument(document) { root in
      kept = [root.position]
      for (i, step) in steps.enumerated() {
        let place = kept[(Int(step >> 4) &* 7 &+ i) % kept.count]
        let next = walk(JSONCursor(unchecked: place), step & 15, argument: Int(step >> 4))
        if let next, kept.count < 64 { kept.append(next) }
      }
    }
    for place in kept where place.isOpen {
      disagreement("a kept position is open in a closed document", document)
    }
  }

  /// Takes one step and returns the position that it reached.
  private static func walk(
    _ cursor: JSONCursor, _ step: UInt8, argument: Int
  ) -> JSONPosition? {
    switch step {
    case 0: return try? cursor[argument].position
    case 1: return try? cursor["a"].position
    case 2: return try? cursor[String(UnicodeScalar(UInt8(0x61 + argument)))].position
    case 3: return last(ofFields: cursor, argument)
    case 4: return last(ofElements: cursor, argument)
    case 5: _ = try? cursor.count
    case 6: _ = (try? cursor.int, try? cursor.uint8, try? cursor.integer(as: Int128.self))
    case 7: _ = (try? cursor.double, try? cursor.float)
    case 8: _ = (try? cursor.bool, cursor.isNull, try? cursor.kind)
    case 9: _ = try? cursor.string
    case 10:
      guard let text = try? cursor.text else { return nil }
      var hasher = Hasher()
      text.hash(into: &hasher)
      _ = (text == "a", text.hasPrefix("ab"), try? text.utf8Count, text == text)
    case 11:
      var fields = try? cursor.fields
      _ = try? fields?.next(named: "b")?.int
      return try? fields?.next(named: "a" as String)?.position
    default:
      return try? cursor[ifPresent: argument]?.position
    }
    return nil
  }

  private static func last(ofFields cursor: JSONCursor, _ count: Int) -> JSONPosition? {
    var found: JSONPosition?
    guard var fields = try? cursor.fields else { return nil }
    for _ in 0...count {
      guard let field = try? fields.next() else { break }
      _ = (try? field.key.string, field.isNamed("a"))
      found = field.value.position
    }
    return found
  }

  private static func last(ofElements cursor: JSONCursor, _ count: Int) -> JSONPosition? {
    var found: JSONPosition?
    guard var elements = try? cursor.elements else { return nil }
    for _ in 0...count {
      guard let element = try? elements.next() else { break }
      found = element.position
    }
    return found
  }
}
