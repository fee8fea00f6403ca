/// A value in a ``JSONDocument``: an ordinary Swift value that keeps its document alive.
///
/// It reads as a ``JSONCursor`` does, word for word, and can also be stored, returned, sent to another task, put into an
/// array, a dictionary or an `Any`, compared, hashed, printed and iterated over.
///
/// ```swift
/// let document = try JSONDocument(parsing: #"{"data": {"user": {"name": "Ada"}}}"#)
/// let user = try document.root[ifPresent: "user"] ?? document.root["data"]["user"]
/// let name = (try? user["name"].string) ?? "nobody"  // "Ada"
/// ```
///
/// Cost: what the cursor costs, and counting one reference for each view that is made. A view is two words.
///
/// Errors keep the document alive, and look up line, column and path there when they are asked for them. So a `try?`
/// that fails allocates nothing, unless the key was made at run time.
public struct JSONView: Sendable {
  @usableFromInline package let storage: DocumentStorage
  @usableFromInline package let token: UInt32

  @inlinable @inline(__always)
  package init(_ storage: DocumentStorage, _ token: UInt32) {
    self.storage = storage
    self.token = token
  }

  /// The document that the value is in.
  public var document: JSONDocument { JSONDocument(storage) }

  /// Calls `body` with a cursor at this value, on which all reading of views is built. Errors leave the document.
  ///
  /// Sound because the storage outlives the call, and the cursor can't. The cursor must not reach a mapping: plans write
  /// to the context, and other threads may be reading. That is what ``withCursor(_:)`` is for.
  @inlinable @inline(__always)
  package func read<R>(
    _ body: (JSONCursor) throws(JSONError) -> R
  ) throws(JSONError) -> R {
    defer { withExtendedLifetime(storage) {} }
    do throws(JSONError) {
      return try body(JSONCursor(unchecked: position))
    } catch {
      throw storage.leaving(error)
    }
  }

  /// The position of the value, valid as long as the storage lives. Documents have the generation 1.
  @inlinable @inline(__always)
  package var position: JSONPosition {
    unsafe JSONPosition(index: storage.header, token: token, generation: 1)
  }

  /// The value that `find` returns a cursor at.
  @inlinable @inline(__always)
  package func view(_ token: UInt32) -> JSONView { JSONView(storage, token) }
}

extension JSONView {
  /// The value's kind. O(1). Throws ``JSONError/Code-swift.struct/invalidLiteral`` if there is no value here.
  @inlinable
  public var kind: JSONKind {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.kind } }
  }

  /// Whether the value is `null`.
  @inlinable
  public var isNull: Bool {
    defer { withExtendedLifetime(storage) {} }
    return position.isNull
  }

  /// The offset of the value's first byte in the document, counted after a byte order mark if there is one.
  @inlinable
  public var offset: Int {
    defer { withExtendedLifetime(storage) {} }
    return position.offset
  }
}
