public import Sluice

/// The fields of an object in an open document, looked up as those of a `[String: Any]` are:
/// `name <-- dictionary["name"]`.
///
/// A look-up goes over the object, and makes nothing. Two words, copied freely; like any cursor it
/// can't outlive its document.
public struct JSONMembers: ~Escapable {
  /// The object.
  public let cursor: JSONCursor

  /// The fields of the object at `cursor`; nil when it is none.
  @inlinable @inline(__always)
  @_lifetime(copy cursor)
  public init?(_ cursor: JSONCursor) {
    guard cursor.position.byte == Byte.openBrace else { return nil }
    self.cursor = cursor
  }

  @usableFromInline
  func member(_ name: UnsafePointer<UInt8>, _ count: Int) throws(JSONError) -> UInt32? {
    try cursor.position.mappedField(name, count: count)
  }

  /// The value of a field; nil when the object has no such field. The last of several equal keys counts,
  /// unless the document was opened otherwise. The failure handler hears of a document that is damaged
  /// there.
  @inlinable
  public subscript(key: StaticString) -> JSONCursor? {
    @_lifetime(copy self)
    get {
      do {
        guard let token = try member(key.utf8Start, key.utf8CodeUnitCount) else { return nil }
        return cursor.at(token)
      } catch {
        Conversion.report(error, of: cursor, to: JSON.self)
        return nil
      }
    }
  }

  /// The value of a field whose name is made at run time.
  @inlinable @_disfavoredOverload
  public subscript(key: some StringProtocol) -> JSONCursor? {
    @_lifetime(copy self)
    get {
      do {
        let members = self
        let found = try withUTF8(of: key) { (name) throws(JSONError) -> UInt32? in
          try members.member(name.baseAddress!, name.count)
        }
        guard let token = found else { return nil }
        return cursor.at(token)
      } catch {
        Conversion.report(error, of: cursor, to: JSON.self)
        return nil
      }
    }
  }

  /// A copy of a field's value, where no cursor can stand: in a tuple, such as
  /// `date <-- (dictionary["born"], "yyyy-MM-dd")`.
  @_disfavoredOverload
  public subscript(key: StaticString) -> JSON? {
    guard let value: JSONCursor = self[key] else { return nil }
    return Conversion.value(JSON.self, of: value)
  }
}
