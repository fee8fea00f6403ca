import Sluice

/// One step of a path to be edited.
enum EditStep: Sendable {
  /// A key, whatever it spells.
  case key(String)
  case index(Int)
  /// A token of a JSON Pointer: a key on an object, an index or `-` on an array.
  case token(PathStep)

  /// The step on an object; nil for an index.
  var key: String? {
    switch self {
    case .key(let key): key
    case .index: nil
    case .token(let step): step.key
    }
  }

  /// The step on an array of `count` elements; nil for a key.
  func index(ofNew isNew: Bool, count: Int) -> Int? {
    switch self {
    case .key: nil
    case .index(let index): index
    case .token(let step): isNew && step.key == "-" ? count : step.index
    }
  }

  var text: String {
    switch self {
    case .key(let key): key
    case .index(let index): "\(index)"
    case .token(let step): step.key
    }
  }

  /// The steps as a JSON Pointer, for messages.
  static func pointer(_ steps: some Collection<EditStep>) -> String {
    JSONPointer(tokens: steps.map(\.text)).description
  }

  /// Why an object has nothing at this step.
  var reasonInObject: String {
    if case .index(let index) = self { return "an object takes a key, not the index \(index)" }
    return "the object has no field \"\(TokenDescription.shortened(text))\""
  }

  /// Why an array of `count` elements has nothing at this step.
  func reasonInArray(of count: Int) -> String {
    switch self {
    case .key(let key):
      "an array takes an index, not the key \"\(TokenDescription.shortened(key))\""
    case .index(let index): PathStep(key: "\(index)").reason(inArrayOf: count)
    case .token(let step): step.reason(inArrayOf: count)
    }
  }

  /// Why an array of `count` elements takes no new element at this step.
  func reasonForNewInArray(of count: Int) -> String {
    guard index(ofNew: true, count: count) != nil else { return reasonInArray(of: count) }
    let places = count == 0 ? "index 0" : "the indexes 0 to \(count)"
    return "the array has \(count) element\(count == 1 ? "" : "s"): a new one can have \(places)"
  }

  /// Why there is nothing in a value that is neither an object nor an array.
  var reasonInScalar: String {
    "only objects and arrays have something inside, and the path goes on with"
      + " \"\(TokenDescription.shortened(text))\""
  }
}
