public import Sluice

/// A JSON Patch (RFC 6902): changes of a document, in order.
///
/// ```swift
/// let patch = try JSONPatch(
///   parsing: #"[{"op": "replace", "path": "/user/name", "value": "Ada"}]"#)
/// let patched = try reader.withDocument(text) { root in
///   try root.edited { $0.apply(patch) }
/// }
/// ```
///
/// ``JSONEditor/apply(_:)`` changes a text and keeps every other byte of it; `JSON.apply(_:)` changes an owned value.
/// Both do either all operations or none.
public struct JSONPatch: Sendable, Hashable {
  /// One change.
  public enum Operation: Sendable, Hashable {
    /// Adds a field, replacing one of that name, or an element before the one at the index; `-` is the end of an array.
    case add(JSONPointer, JSON)
    /// Removes a value, which must be there.
    case remove(JSONPointer)
    /// Replaces a value, which must be there.
    case replace(JSONPointer, JSON)
    /// Removes a value and adds it elsewhere.
    case move(from: JSONPointer, to: JSONPointer)
    /// Adds a copy of a value.
    case copy(from: JSONPointer, to: JSONPointer)
    /// Requires a value: numbers compare by value, fields in any order.
    case test(JSONPointer, JSON)
  }

  public var operations: [Operation]

  public init(_ operations: [Operation]) { self.operations = operations }

  /// The patch that a JSON text describes. Throws the faults of the text, also for a key that an object has twice, and
  /// `invalid-patch`.
  public init(parsing text: some StringProtocol) throws {
    try self.init(JSON(parsing: text, options: JSONPatch.options))
  }

  /// The patch that a JSON text in UTF-8 describes.
  public init(parsing bytes: [UInt8]) throws {
    try self.init(JSON(parsing: bytes, options: JSONPatch.options))
  }

  /// An operation "MUST have exactly one" member of each name (RFC 6902, section 4).
  package static let options = JSONOptions(checking: .full, duplicateKeys: .reject)
}

extension JSONPatch.Operation {
  /// The name in a patch: `add`.
  public var name: String {
    switch self {
    case .add: "add"
    case .remove: "remove"
    case .replace: "replace"
    case .move: "move"
    case .copy: "copy"
    case .test: "test"
    }
  }

  /// Where it changes or tests something.
  public var path: JSONPointer {
    switch self {
    case .add(let path, _), .remove(let path), .replace(let path, _), .move(_, let path),
      .copy(_, let path), .test(let path, _):
      path
    }
  }
}
