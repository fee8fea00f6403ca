public import Sluice

extension JSONPath {
  /// The path in the form that plans use.
  @usableFromInline
  var fieldPath: FieldPath {
    FieldPath(elements.map(\.fieldStep))
  }

  /// The path as written in errors: `.folders[0]["a b"]`.
  var accessors: String {
    elements.map {
      switch $0 {
      case .ArrayIndex(let index): "[\(index)]"
      case .DictionaryKey(let key): PathText.isPlain(key) ? ".\(key)" : "[\"\(key)\"]"
      }
    }.joined()
  }
}

extension JSONPath.PathElement {
  fileprivate var fieldStep: FieldPath.Step {
    switch self {
    case .DictionaryKey(let key): .key(key)
    case .ArrayIndex(let index): .index(index)
    }
  }
}

extension JSONCursor {
  /// Returns the value at a path; nil when it is missing or `null`. The last of several duplicate
  /// keys counts.
  ///
  /// Cost: scans each object and array on the way. Throws errors of the document in that part.
  @_lifetime(copy self)
  public func value(atPath path: JSONPath) throws(JSONError) -> JSONCursor? {
    guard let token = try position.token(at: path) else { return nil }
    return at(token)
  }
}

extension JSON {
  /// Returns the value at a path; nil when it is missing or `null`.
  public func value(atPath path: JSONPath) -> JSON? {
    var value = self
    for step in path.elements {
      switch step {
      case .DictionaryKey(let key):
        guard let field = value[key], !field.isNull else { return nil }
        value = field
      case .ArrayIndex(let index):
        guard let element = value[index], !element.isNull else { return nil }
        value = element
      }
    }
    return value
  }
}

extension JSONPosition {
  /// Returns the token of the value at a path; nil when it is missing or null. With `passingNull`,
  /// null is a value as well.
  func token(at path: JSONPath, passingNull: Bool = false) throws(JSONError) -> UInt32? {
    var here = self
    for step in path.elements {
      guard let next = try here.mappedValue(at: step.fieldStep) else { return nil }
      here = next
    }
    return here.isNull && !passingNull ? nil : here.token
  }
}
