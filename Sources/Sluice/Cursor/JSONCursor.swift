/// A position in an open document: reads a value without taking it out.
///
/// A cursor is two words. It is copied freely and used in any order; reading through one cursor leaves all others
/// unchanged. The compiler keeps it from outliving its document: it can't be returned from `withDocument`, stored or
/// sent. Copy out what must outlive the document: a `String`, a number, your own type, or an owned ``JSON`` by
/// ``materialize()``.
///
/// ```swift
/// var reader = JSONReader()
/// let second = try reader.withDocument(#"{"user": {"id": 7, "tags": ["a", "b"]}}"#) { root in
///   let user = try root["user"]
///   print(try user["id"].int)  // 7
///   return try user["tags"][1].string  // "b"
/// }
/// ```
public struct JSONCursor: ~Escapable {
  @usableFromInline package let position: JSONPosition

  /// The caller that makes a cursor from a bare position decides how long it may live: no longer than the position's
  /// document. Only the functions that open documents, and cursors themselves, do this.
  @inlinable @inline(__always)
  @_lifetime(immortal)
  package init(unchecked position: JSONPosition) {
    self.position = position
  }

  /// A cursor at another token of the same document.
  @inlinable @inline(__always)
  @_lifetime(copy self)
  package func at(_ token: UInt32) -> JSONCursor {
    let cursor = JSONCursor(unchecked: position.at(token))
    return unsafe _overrideLifetime(cursor, copying: self)
  }

  /// The value's kind. O(1). Throws ``JSONError/Code-swift.struct/invalidLiteral`` if there is no value here.
  @inlinable
  public var kind: JSONKind {
    get throws(JSONError) {
      guard let kind = position.kind else { throw position.mismatch(.value) }
      return kind
    }
  }

  /// Whether the value is `null`. A missing field is not `null`: see
  /// ``subscript(ifPresent:)-(StaticString)``.
  @inlinable @inline(__always)
  public var isNull: Bool { get throws(Never) { position.isNull } }

  /// The offset of the value's first byte: in the document, counted after a byte order mark if there is one; for a
  /// feed's record, in its line.
  @inlinable
  public var offset: Int {
    get throws(Never) { unsafe position.offset &- Int(position.index.pointee.start) }
  }
}
