public import Sluice

/// Where in the records values were seen: `actor.login`, `commits[].sha`, `counts.*`.
public struct InferredPath: Sendable, Hashable, CustomStringConvertible {
  /// A step from a value to a value in it.
  public enum Element: Sendable, Hashable {
    case field(ByteName)
    /// Any element of an array.
    case element
    /// Any field of an object whose keys are data.
    case anyField
  }

  /// The steps from the record to the value; empty for the record itself.
  public let steps: [Element]

  init(_ steps: [Element]) { self.steps = steps }

  /// The array of a path that is exploded.
  init(of array: ColumnPath) {
    var steps = array.steps.map { Element.field(ByteName($0.key)) }
    // "items[]" means the array "items" as well.
    if array.isKeyPath, let last = array.steps.last?.key,
      last.utf8.suffix(2).elementsEqual("[]".utf8)
    {
      steps.removeLast()
      let name = String(decoding: last.utf8.dropLast(2), as: UTF8.self)
      if !name.isEmpty, name != "$" { steps.append(.field(ByteName(name))) }
    }
    self.init(steps)
  }

  func appending(_ step: Element) -> InferredPath { InferredPath(steps + [step]) }

  /// The keys of a path that consists of fields only; nil: it leads to many values of a record.
  public var keys: [String]? {
    var keys: [String] = []
    for step in steps {
      guard case .field(let key) = step else { return nil }
      keys.append(key.text)
    }
    return keys
  }

  /// Keys with dots between them, `[]` for elements and `*` for any field; `$` is the record. A key with
  /// other characters than letters, digits, `_` and `-` is a JSON string in brackets.
  public var description: String {
    guard !steps.isEmpty else { return "$" }
    var text = ""
    for step in steps {
      switch step {
      case .element: text += "[]"
      case .anyField: text += text.isEmpty ? "*" : ".*"
      case .field(let key):
        if InferredPath.isPlain(key.text) {
          text += text.isEmpty ? key.text : ".\(key)"
        } else {
          text += "[\(JSON.string(key.text))]"
        }
      }
    }
    return text
  }

  private static func isPlain(_ key: String) -> Bool {
    !key.isEmpty
      && key.unicodeScalars.allSatisfy { scalar in
        scalar == "_" || scalar == "-" || (scalar.isASCII && scalar.properties.numericType != nil)
          || scalar.properties.isXIDStart
      }
  }

  /// The path in a column's spelling; nil for a path with elements or any field in it.
  var columnText: String? { keys.map(InferredPath.columnText) }

  /// The names of its fields, without what is between them.
  var fieldNames: [String] {
    steps.compactMap { step in
      if case .field(let key) = step { key.text } else { nil }
    }
  }

  /// The same, also for the elements of the array that is exploded: `commits[].sha`.
  func columnText(exploding array: InferredPath?) -> String? {
    guard let array, steps.starts(with: array.steps + [.element]), let around = array.keys,
      let inner = InferredPath(Array(steps.dropFirst(array.steps.count + 1))).keys
    else { return columnText }
    guard let last = around.last else {
      // The path of a record that is an array.
      return InferredPath.isKeyPath(inner)
        ? (["[]"] + inner).joined(separator: ".") : JSONPointer(tokens: ["[]"] + inner).description
    }
    let all = around.dropLast() + [last + "[]"] + inner
    return InferredPath.isKeyPath(around + inner)
      ? all.joined(separator: ".") : JSONPointer(tokens: Array(all)).description
  }

  /// The path of these keys in a column's spelling.
  static func columnText(_ keys: [String]) -> String {
    guard !keys.isEmpty else { return "$" }
    return isKeyPath(keys) ? keys.joined(separator: ".") : JSONPointer(tokens: keys).description
  }

  /// Whether a key path of a column can have these names.
  private static func isKeyPath(_ keys: [String]) -> Bool {
    guard let first = keys.first else { return true }
    // The character after the "=" of a column must not be one that combines with it.
    let isPlain = first.utf8.first.map {
      $0 < 0x80 && InferredPath.isPlain(String(first.prefix(1)))
    }
    // In a key path, "[]" at a key's end stands for the elements of an array, and a backslash makes the dot after it a part
    // of the key.
    return isPlain == true
      && keys.allSatisfy {
        !$0.isEmpty && !$0.utf8.contains(0x2E) && $0.utf8.last != 0x5C
          && !$0.utf8.suffix(2).elementsEqual("[]".utf8)
      }
  }
}
