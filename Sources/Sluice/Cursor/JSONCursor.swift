/// A place in an open document: looks at a value without taking it out.
///
/// A cursor is two words, copied freely and used in any order; reading through one changes nothing
/// for the others. The compiler keeps it from outliving its document: it can't be returned from
/// `withDocument`, stored or sent. What must outlive it is copied out: a `String`, a number, your
/// own type, or an owned ``JSON`` by ``materialize()``.
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

  /// Whoever makes one from a bare position says by that how long it may live: no longer than the
  /// position's document. Only what opens documents, and cursors themselves, do.
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

  /// The value's kind. O(1). Throws ``JSONError/Code-swift.struct/invalidLiteral`` where no value
  /// stands.
  @inlinable
  public var kind: JSONKind {
    get throws(JSONError) {
      guard let kind = position.kind else { throw position.literalError(.value) }
      return kind
    }
  }

  /// Whether the value is `null`. A missing field is not `null`: see
  /// ``subscript(ifPresent:)-(StaticString)``.
  @inlinable @inline(__always)
  public var isNull: Bool { position.isNull }

  /// The offset of the value's first byte in the document, behind a byte order mark if there is
  /// one; of a feed's record, in its line.
  @inlinable
  public var offset: Int { position.offset &- Int(position.index.pointee.start) }
}
