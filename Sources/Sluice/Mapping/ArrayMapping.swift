/// The mapping of an array whose elements are all of one kind: ``JSONMapping/array(of:)``.
///
/// One pass; allocates the array. Throws the error of the first bad element (inside a schema, the errors of all bad
/// elements), and `type-mismatch` for a value that is not an array.
public struct ArrayMapping<Element: JSONMapping>: JSONMapping {
  /// The mapping of each element.
  public let element: Element

  @inlinable public init(of element: Element) { self.element = element }

  @inlinable
  public func value(from cursor: JSONCursor) throws -> [Element.Value] {
    let array = cursor.position
    guard array.byte == Byte.openBracket else { throw array.mismatch(.array) }
    var values: [Element.Value] = []
    var last = array.token
    while let next = try array.nextElement(after: last) {
      last = next
      do {
        values.append(try element.value(from: cursor.at(next)))
      } catch {
        throw faults(error, at: values.count, of: array, last)
      }
    }
    array.leaveHint(behindLast: last)
    return values
  }

  /// The error to throw for a bad element; where faults are collected, includes those of later elements.
  @usableFromInline @inline(never)
  func faults(
    _ error: any Error, at index: Int, of array: JSONPosition, _ token: UInt32
  ) -> any Error {
    var (index, last) = (index, token)
    guard
      var faults = ValueFaults(
        error, at: .element(index), of: array.at(last), expected: Element.Value.self)
    else { return error }
    do {
      while let next = try array.nextElement(after: last) {
        last = next
        index += 1
        do {
          _ = try element.value(from: JSONCursor(unchecked: array.at(next)))
        } catch {
          guard faults.add(error, at: .element(index), of: array.at(next)) else { return error }
        }
      }
    } catch {
      return error
    }
    return faults
  }
}

extension ArrayMapping: JSONWritingMapping where Element: JSONWritingMapping {
  @inlinable
  public func write(_ value: [Element.Value], to writer: inout JSONWriter) throws {
    try writer.whole { writer in
      try writer.beginArray()
      for item in value { try element.write(item, to: &writer) }
      try writer.endArray()
    }
  }
}

extension JSONMapping {
  /// An array with elements of one kind.
  @inlinable
  public static func array<Element: JSONMapping>(of element: Element) -> Self
  where Self == ArrayMapping<Element> {
    ArrayMapping(of: element)
  }
}
