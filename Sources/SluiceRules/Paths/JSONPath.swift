import Sluice

/// The place of a field, relative to the object that the rule reads.
///
/// ```swift
/// let id: JSONPath = "message" / "payload" / 0 / "id"
/// ```
///
/// A string literal is *one* key, whatever it contains: `"a/b"` is the field of that name. Keys
/// select fields of objects, and indexes select elements of arrays; on any other value a path has
/// no result. An array literal is a path of keys, and the empty one is the object itself.
public struct JSONPath: Sendable, Hashable {
  /// A step of a path.
  public enum PathElement: Sendable, Hashable, CustomStringConvertible {
    /// A field of an object.
    case DictionaryKey(String)
    /// An element of an array, counted from 0. A negative index has no result.
    case ArrayIndex(Int)

    public var description: String {
      switch self {
      case .DictionaryKey(let key): key
      case .ArrayIndex(let index): "\(index)"
      }
    }

    /// JSON names are equal when their bytes are; Swift also considers strings equal that look the
    /// same.
    public static func == (left: PathElement, right: PathElement) -> Bool {
      switch (left, right) {
      case (.DictionaryKey(let left), .DictionaryKey(let right)):
        left.utf8.elementsEqual(right.utf8)
      case (.ArrayIndex(let left), .ArrayIndex(let right)): left == right
      default: false
      }
    }

    public func hash(into hasher: inout Hasher) { hasher.combine(ByteName(description)) }
  }

  /// The steps.
  public let elements: [PathElement]

  public init(_ elements: [PathElement]) { self.elements = elements }

  /// Creates a path of keys.
  public init(_ keys: [String]) { elements = keys.map { .DictionaryKey($0) } }

  /// Returns the path without its first step; an empty path stays empty.
  public func tail() -> JSONPath { JSONPath(Array(elements.dropFirst())) }

  /// The key of a path that is a single key.
  public var singleString: String? {
    guard elements.count == 1, case .DictionaryKey(let key)? = elements.first else { return nil }
    return key
  }
}

extension JSONPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// Creates a path of one key.
  public init(stringLiteral key: String) { self.init([key]) }

  /// Creates a path of keys.
  public init(arrayLiteral keys: String...) { self.init(keys) }
}

extension JSONPath: CustomStringConvertible {
  /// The steps separated by slashes: `message/payload/0/id`.
  public var description: String { elements.map(\.description).joined(separator: "/") }
}

/// Appends a key to the path.
public func / (path: JSONPath, key: String) -> JSONPath {
  JSONPath(path.elements + [.DictionaryKey(key)])
}

/// Appends an index to the path.
public func / (path: JSONPath, index: UInt) -> JSONPath {
  JSONPath(path.elements + [.ArrayIndex(Int(clamping: index))])
}

/// Appends a path to another.
public func / (path: JSONPath, rest: JSONPath) -> JSONPath {
  JSONPath(path.elements + rest.elements)
}
