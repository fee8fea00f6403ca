public import Sluice

/// The fields of an object in an open document, with the subscripts of a `[String: Any]`:
/// `name <-- dictionary["name"]`.
///
/// A lookup scans the object, and makes nothing. Two words in size, copied freely; like any cursor
/// it can't outlive its document.
public struct JSONMembers: ~Escapable {
  /// The object.
  public let cursor: JSONCursor

  /// Creates a view of the fields of the object at `cursor`; nil if it is not an object.
  @inlinable @inline(__always)
  @_lifetime(copy cursor)
  public init?(_ cursor: JSONCursor) {
    guard cursor.position.byte == Byte.openBrace else { return nil }
    self.cursor = cursor
  }

  @usableFromInline
  func member(_ name: UnsafePointer<UInt8>, _ count: Int) throws(JSONError) -> UInt32? {
    try unsafe cursor.position.mappedField(name, count: count)
  }

  /// The value of a field; nil when the object has no such field. The last of several equal keys
  /// counts, unless the document was opened with another policy. The failure handler receives
  /// errors in the document at this point.
  @inlinable
  public subscript(key: StaticString) -> JSONCursor? {
    @_lifetime(copy self)
    get {
      do {
        guard let token = try unsafe member(key.utf8Start, key.utf8CodeUnitCount) else {
          return nil
        }
        return cursor.at(token)
      } catch {
        Conversion.report(error, of: cursor, to: JSON.self)
        return nil
      }
    }
  }

  /// The value of a field with a name made at run time.
  @inlinable @_disfavoredOverload
  public subscript(key: some StringProtocol) -> JSONCursor? {
    @_lifetime(copy self)
    get {
      do {
        let members = self
        let found = try unsafe withUTF8(of: key) { (name) throws(JSONError) -> UInt32? in
          try unsafe members.member(name.baseAddress!, name.count)
        }
        guard let token = found else { return nil }
        return cursor.at(token)
      } catch {
        Conversion.report(error, of: cursor, to: JSON.self)
        return nil
      }
    }
  }

  /// A copy of a field's value, for places where a cursor is not allowed, such as a tuple:
  /// `date <-- (dictionary["born"], "yyyy-MM-dd")`.
  @_disfavoredOverload
  public subscript(key: StaticString) -> JSON? {
    guard let value: JSONCursor = self[key] else { return nil }
    return Conversion.value(JSON.self, of: value)
  }
}
