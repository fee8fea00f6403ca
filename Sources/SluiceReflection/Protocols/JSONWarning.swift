/// Reports a value that was left out because it could not be converted, read or set.
public struct JSONWarning {
  /// The kind of value, and the reason.
  public enum Kind {
    /// A value of the first type could not be converted to the second. In reading, the first is the
    /// JSON value's type (`String`, `JSONNumber`, `Bool`, `[Any]`, `[String: Any]`). In writing,
    /// the second is `JSON`.
    case unsupportedConversion(Any.Type, Any.Type)
    /// A dictionary's key could not be converted to or from a string: the entry was left out.
    case unsupportedDictionaryKeyType(Any.Type)
    /// Setting or reading this property threw: its name, the JSON value as `JSONSerialization`
    /// makes it, the error.
    case keyValueError(String, Any, any Error)
  }

  public let kind: Kind
  /// The path of the value in the input or output: `$.friends[3].age`.
  public let path: String

  init(_ kind: Kind, _ path: String) {
    self.kind = kind
    self.path = path
  }
}

extension JSONWarning: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .unsupportedConversion(let from, let to): "\(path): can't convert \(from) to \(to)"
    case .unsupportedDictionaryKeyType(let type): "\(path): \(type) can't be a dictionary key here"
    case .keyValueError(let property, _, let error): "\(path): \(property) was not set: \(error)"
    }
  }
}

/// Receives all warnings. Called during reading or writing, on the same thread.
public protocol JSONWarningObserver {
  func observe(warning: JSONWarning)
}
