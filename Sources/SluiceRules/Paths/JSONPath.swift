/// Where a field stands, seen from the object that the rule is for.
///
/// ```swift
/// let id: JSONPath = "message" / "payload" / 0 / "id"
/// ```
///
/// A string literal is *one* key, whatever is in it: `"a/b"` is the field of that name. Keys lead
/// into objects and indexes into arrays; a path that meets anything else leads nowhere. An array
/// literal is a path of keys, and the empty one is the object itself.
public struct JSONPath: Sendable, Hashable {
  /// A step of a path.
  public enum PathElement: Sendable, Hashable, CustomStringConvertible {
    /// The field of an object.
    case DictionaryKey(String)
    /// The element of an array, counted from 0. A negative index leads nowhere.
    case ArrayIndex(Int)

    public var description: String {
      switch self {
      case .DictionaryKey(let key): key
      case .ArrayIndex(let index): "\(index)"
      }
    }

    /// JSON's names are equal when their bytes are; Swift's strings also when they look the same.
    public static func == (left: PathElement, right: PathElement) -> Bool {
      switch (left, right) {
      case (.DictionaryKey(let left), .DictionaryKey(let right)):
        left.utf8.elementsEqual(right.utf8)
      case (.ArrayIndex(let left), .ArrayIndex(let right)): left == right
      default: false
      }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(description) }
  }

  /// The steps.
  public let elements: [PathElement]

  public init(_ elements: [PathElement]) { self.elements = elements }

  /// A path of keys.
  public init(_ keys: [String]) { elements = keys.map { .DictionaryKey($0) } }

  /// The path without its first step; of an empty path, the empty path.
  public func tail() -> JSONPath { JSONPath(Array(elements.dropFirst())) }

  /// The key, of a path that is one key.
  public var singleString: String? {
    guard elements.count == 1, case .DictionaryKey(let key)? = elements.first else { return nil }
    return key
  }
}

extension JSONPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// One key.
  public init(stringLiteral key: String) { self.init([key]) }

  /// A path of keys.
  public init(arrayLiteral keys: String...) { self.init(keys) }
}

extension JSONPath: CustomStringConvertible {
  /// The steps with slashes between them: `message/payload/0/id`.
  public var description: String { elements.map(\.description).joined(separator: "/") }
}

/// The path with another key.
public func / (path: JSONPath, key: String) -> JSONPath {
  JSONPath(path.elements + [.DictionaryKey(key)])
}

/// The path with an index.
public func / (path: JSONPath, index: UInt) -> JSONPath {
  JSONPath(path.elements + [.ArrayIndex(Int(clamping: index))])
}

/// One path behind another.
public func / (path: JSONPath, rest: JSONPath) -> JSONPath {
  JSONPath(path.elements + rest.elements)
}
