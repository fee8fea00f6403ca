/// Something that was left out: a value that could not be converted, read or set.
public struct JSONWarning {
  /// What was left out, and why.
  public enum Kind {
    /// A value of the first type could not become one of the second. Reading, the first is what the
    /// JSON value is (`String`, `JSONNumber`, `Bool`, `[Any]`, `[String: Any]`); writing, the second
    /// is `JSON`.
    case unsupportedConversion(Any.Type, Any.Type)
    /// A dictionary's key could not become a string, or the other way round: the entry was left out.
    case unsupportedDictionaryKeyType(Any.Type)
    /// Setting or reading this property threw: its name, the JSON value as `JSONSerialization` makes it, the error.
    case keyValueError(String, Any, any Error)
  }

  public let kind: Kind
  /// Where it stands in what is read or written: `$.friends[3].age`.
  public let path: String

  init(_ kind: Kind, _ path: String) {
    self.kind = kind
    self.path = path
  }
}

extension JSONWarning: CustomStringConvertible {
  public var description: String {
    switch kind {
    case .unsupportedConversion(let from, let to): "\(path): no \(to) can be made of this \(from)"
    case .unsupportedDictionaryKeyType(let type): "\(path): \(type) is no key of a dictionary here"
    case .keyValueError(let property, _, let error): "\(path): \(property) was not set: \(error)"
    }
  }
}

/// Is told of everything that is left out. It is called in the middle of reading or writing, on the
/// thread that does that.
public protocol JSONWarningObserver {
  func observe(warning: JSONWarning)
}
