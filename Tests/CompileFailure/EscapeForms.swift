import Testing

/// A way to keep something longer than it lives: `$T` is its type, `$V` the value, `#` makes names unique.
struct EscapeForm: Sendable {
  let name: String
  /// Declarations that the form needs.
  var helper = ""
  /// The place outside of the document.
  var kept = "var kept: $T? = nil"
  /// What is done inside of the document.
  let store: String

  /// The form as a function, for a source; its names end with `number`.
  func function(_ number: Int, _ source: EscapeSource) -> String {
    var text = """
      \(helper)
      func keep#(\(EscapeSource.parameters)) throws {
        \(kept)
        \(source.opening)
          \(source.before)
          let value: $T = $V
          \(store)
        \(source.closing)
        _ = kept
      }

      """
    for (word, meaning) in [("$V", source.value), ("$T", source.type), ("#", "\(number)")] {
      text = text.split(separator: word, omittingEmptySubsequences: false).joined(
        separator: meaning)
    }
    return text
  }
}

/// What a form keeps, and the call that lends it.
struct EscapeSource: Sendable, CustomTestStringConvertible {
  let type: String
  let value: String
  var before = ""
  var opening = "try reader.withDocument(bytes) { root in"
  var closing = "}"

  var testDescription: String { "\(type) as \(value) in \(opening)" }

  static let parameters = """
    _ reader: inout JSONReader, _ feed: inout JSONFeed, _ tokenizer: inout JSONTokenizer, \
    _ picker: inout FieldPicker<Wanted>, _ query: JSONQuery, _ bytes: [UInt8]
    """
  static let declarations = """
    import Sluice
    import SluiceFeed
    import SluiceQueries
    import SluiceTokenizer
    enum Wanted: String, CaseIterable { case a, b }

    """

  static let all = [
    EscapeSource(type: "JSONCursor", value: "root"),
    EscapeSource(type: "JSONFields", value: "try root.fields"),
    EscapeSource(type: "JSONElements", value: "try root.elements"),
    EscapeSource(
      type: "JSONField", value: "one",
      before: "var all = try root.fields; guard let one = try all.next() else { return }"),
    EscapeSource(type: "JSONString", value: "try root.text"),
    EscapeSource(type: "JSONMatches", value: "query.matches(in: root)"),
    EscapeSource(type: "PickedFields<Wanted>", value: "try picker.pick(from: root)"),
    EscapeSource(
      type: "JSONCursor", value: "record.cursor", opening: "try feed.forEach { record in",
      closing: "} rejected: { _ in }"),
    EscapeSource(
      type: "JSONCursor", value: "root", opening: "_ = try tokenizer.withValue { root in"),
  ]
  /// A value that may be kept anywhere: the twin of the others.
  static let owned = EscapeSource(type: "Int", value: "try root[0].int")
}

extension EscapeForm {
  /// Those that the diagnostics of lifetimes refuse.
  static let refused = [
    EscapeForm(name: "optional", store: "kept = value"),
    EscapeForm(
      name: "member of a tuple", kept: "var kept: ($T?, Int) = (nil, 0)", store: "kept.0 = value"),
    EscapeForm(
      name: "Result", kept: "var kept: Result<$T, JSONError>? = nil",
      store: "kept = .success(value)"),
    EscapeForm(
      name: "enum", helper: "enum Own#: ~Escapable { case empty, full($T) }",
      kept: "var kept = Own#.empty", store: "kept = .full(value)"),
    EscapeForm(
      name: "generic enum, by name",
      helper: """
        enum Box#<X: ~Escapable>: ~Escapable { case empty, full(X) }
        extension Box#: Escapable where X: Escapable {}
        """,
      kept: "var kept = Box#<$T>.empty", store: "kept = .full(value)"),
    EscapeForm(name: "closure", kept: "var kept: () -> Void = {}", store: "kept = { _ = value }"),
    EscapeForm(
      name: "local function", kept: "var kept: () -> Void = {}",
      store: "func later() { _ = value }; kept = later"),
    EscapeForm(
      name: "argument of a closure",
      helper: "func call#<X: ~Escapable>(_ x: X, _ body: (X) -> Void) { body(x) }",
      store: "call#(value) { kept = $0 }"),
    EscapeForm(
      name: "inout of its type",
      helper: "func assign#(_ slot: inout $T?, _ v: $T) { slot = v }",
      store: "assign#(&kept, value)"),
    EscapeForm(
      name: "method of an optional of its type",
      helper: "extension Optional<$T> { mutating func put#(_ v: $T) { self = v } }",
      store: "kept.put#(value)"),
    EscapeForm(name: "deferred", store: "defer { kept = value }"),
    EscapeForm(name: "bound again", store: "switch value { case let other: kept = other }"),
    EscapeForm(
      name: "taken from an optional", store: "var inner: $T? = value; kept = inner.take()"),
  ]

  /// Those that the type checker refuses.
  static let mistyped = [
    EscapeForm(name: "array", kept: "var kept: [$T] = []", store: "kept.append(value)"),
    EscapeForm(name: "dictionary", kept: "var kept: [Int: $T] = [:]", store: "kept[0] = value"),
    EscapeForm(name: "Any", kept: "var kept: Any = 0", store: "kept = value"),
    EscapeForm(
      name: "class", helper: "final class Cell# { var x: $T? = nil }",
      kept: "let kept = Cell#()", store: "kept.x = value"),
    EscapeForm(
      name: "struct", helper: "struct Keeper# { var x: $T? = nil }",
      kept: "var kept = Keeper#()", store: "kept.x = value"),
    EscapeForm(
      name: "thrown error", helper: "struct Carrier#: Error { let x: $T }", kept: "let kept = 0",
      store: "if bytes.isEmpty { throw Carrier#(x: value) }"),
    EscapeForm(name: "swap", store: "var inner: $T? = value; swap(&kept, &inner)"),
    EscapeForm(name: "map", store: "let inner: $T? = value; kept = inner.map { $0 }"),
    EscapeForm(
      name: "parameter pack",
      helper:
        "func call#<each X>(_ x: repeat each X, body: (repeat each X) -> Void) { body(repeat each x) }",
      store: "call#(value) { kept = $0 }"),
    EscapeForm(
      name: "inline array", kept: "var kept: CollectionOfOne<$T>? = nil",
      store: "kept = CollectionOfOne(value)"),
  ]

  /// Those that Swift 6.3.1 misses.
  static let missed = [
    EscapeForm(
      name: "optional, in generic code",
      helper: "func assign#<X: ~Escapable>(_ slot: inout X?, _ v: X) { slot = v }",
      store: "assign#(&kept, value)"),
    EscapeForm(
      name: "optional, by a method",
      helper:
        "extension Optional where Wrapped: ~Escapable { mutating func put#(_ v: Wrapped) { self = v } }",
      store: "kept.put#(value)"),
    EscapeForm(
      name: "optional, by a generic type",
      helper:
        "enum Setter#<X: ~Escapable> { static func set(_ slot: inout X?, _ v: X) { slot = v } }",
      store: "Setter#<$T>.set(&kept, value)"),
    EscapeForm(
      name: "optional, by a protocol",
      helper: """
        protocol Storable#: ~Escapable {}
        extension Storable# where Self: ~Escapable { func store(in slot: inout Self?) { slot = self } }
        extension $T: Storable# {}
        """,
      store: "value.store(in: &kept)"),
    EscapeForm(
      name: "optional in a tuple",
      helper: "func assign#<X: ~Escapable>(_ slot: inout (X?, Int), _ v: X) { slot.0 = v }",
      kept: "var kept: ($T?, Int) = (nil, 0)", store: "assign#(&kept, value)"),
    EscapeForm(
      name: "Result, in generic code",
      helper:
        "func assign#<X: ~Escapable, E: Error>(_ slot: inout Result<X, E>?, _ v: X) { slot = .success(v) }",
      kept: "var kept: Result<$T, JSONError>? = nil", store: "assign#(&kept, value)"),
    EscapeForm(
      name: "enum, in generic code",
      helper: """
        enum Box#<X: ~Escapable>: ~Escapable { case empty, full(X) }
        func assign#<X: ~Escapable>(_ slot: inout Box#<X>, _ v: X) { slot = .full(v) }
        """,
      kept: "var kept = Box#<$T>.empty", store: "assign#(&kept, value)"),
    EscapeForm(
      name: "optional pair with Any", kept: "var kept: ($T, Any)? = nil", store: "kept = (value, 0)"
    ),
    EscapeForm(
      name: "enum with Any", helper: "enum Own#: ~Escapable { case other(Any), full($T) }",
      kept: "var kept = Own#.other(0)", store: "kept = .full(value)"),
    EscapeForm(
      name: "existential",
      helper: "protocol Kept#: ~Escapable {}\nextension $T: Kept# {}",
      kept: "var kept: (any Kept# & ~Escapable)? = nil", store: "kept = value"),
    EscapeForm(
      name: "global existential",
      helper: """
        protocol Kept#: ~Escapable {}
        extension $T: Kept# {}
        nonisolated(unsafe) var global#: (any Kept# & ~Escapable)? = nil
        """,
      kept: "let kept = 0", store: "global# = value"),
    EscapeForm(
      name: "cast to a protocol",
      helper: "protocol Kept#: ~Escapable {}\nextension $T: Kept# {}",
      kept: "var kept: (any Kept#)? = nil", store: "kept = value as? any Kept#"),
    EscapeForm(
      name: "cast in generic code",
      helper: "func cast#<X: ~Escapable, Y>(_ x: X, _ type: Y.Type) -> Y? { x as? Y }",
      kept: "var kept: Any? = nil", store: "kept = cast#(value, Any.self)"),
    EscapeForm(
      name: "closure in generic code",
      helper: """
        func cell#<X: ~Escapable>(_ type: X.Type) -> (X?, (X) -> Void) -> Void {
          var slot: X? = nil
          return { new, read in if let new { slot = new } else if let old = slot { read(old) } }
        }
        """,
      kept: "let kept = cell#($T.self)", store: "kept(value) { _ in }"),
    EscapeForm(
      name: "variable of generic code",
      helper: """
        func collect#<X: ~Escapable>(_ type: X.Type, _ body: ((X) -> Void) -> Void) {
          var slot: X? = nil
          body { slot = $0 }
          _ = slot
        }
        """,
      kept: "let kept = 0", store: "collect#($T.self) { $0(value) }"),
  ]
}
