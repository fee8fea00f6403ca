/// The elements of an array, one at a time.
///
/// ```swift
/// var elements = try root["tags"].elements
/// while let tag = try elements.next() { tags.append(try tag.string) }
/// ```
public struct JSONElements: ~Escapable {
  @usableFromInline let array: JSONPosition
  @usableFromInline var last: UInt32

  @inlinable @inline(__always)
  @_lifetime(copy cursor)
  init(of cursor: JSONCursor) throws(JSONError) {
    guard cursor.position.byte == Byte.openBracket else { throw cursor.position.mismatch(.array) }
    array = cursor.position
    last = array.token
  }

  /// The next element, or nil after the last. Throws the faults that the walk finds: `unexpected-token`, `incomplete`.
  @inlinable @inline(__always)
  @_lifetime(copy self)
  public mutating func next() throws(JSONError) -> JSONCursor? {
    guard let element = try array.nextElement(after: last) else {
      // The end of this array, from the hint that the last element's reader left. A caller that continues after a deep
      // value walks over none of it again.
      array.leaveHint(behindLast: last)
      return nil
    }
    last = element
    array.leaveHint(container: array.token, token: element)
    let cursor = JSONCursor(unchecked: array.at(element))
    return unsafe _overrideLifetime(cursor, copying: self)
  }
}

extension JSONCursor {
  /// The elements of this array. O(1). Throws `type-mismatch` if the value is not an array.
  @inlinable
  public var elements: JSONElements {
    @_lifetime(copy self)
    get throws(JSONError) { try JSONElements(of: self) }
  }

  /// Calls `body` with each element in order.
  @inlinable
  public func forEachElement<E: Error>(_ body: (JSONCursor) throws(E) -> Void) throws {
    var elements = try elements
    while let element = try elements.next() { try body(element) }
  }
}
