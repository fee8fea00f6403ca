extension JSONView {
  /// The elements of this array: a collection, in the document's order.
  ///
  /// ```swift
  /// for tag in try document.root["tags"].elements { print(try tag.string) }
  /// ```
  ///
  /// O(1); in a document that was not checked, walks over them once, so that iterating can't fail. Throws
  /// `type-mismatch` if the value is not an array, and the faults that the walk finds.
  public var elements: Elements {
    get throws(JSONError) {
      let end = try read { (cursor) throws(JSONError) in
        var elements = try cursor.elements
        if !storage.isValid {
          while let element = try elements.next() { try element.position.refuseMissingValue() }
        }
        return position.skip(token) &- 1
      }
      return Elements(array: self, end: end)
    }
  }

  /// The elements of an array. Going to the next is O(1), so `count` is O(n).
  public struct Elements: Collection, Sendable {
    /// The place of an element.
    public struct Index: Comparable, Hashable, Sendable {
      let token: UInt32

      public static func < (left: Index, right: Index) -> Bool { left.token < right.token }
    }

    let array: JSONView
    /// The closing bracket.
    let end: UInt32

    public var startIndex: Index { Index(token: array.token &+ 1) }
    public var endIndex: Index { Index(token: end) }

    public func index(after index: Index) -> Index {
      precondition(index.token > array.token && index.token < end, "there is no next element")
      defer { withExtendedLifetime(array.storage) {} }
      return Index(token: array.position.valueAfter(index.token, before: end, keySize: 0))
    }

    public subscript(index: Index) -> JSONView {
      precondition(index.token > array.token && index.token < end, "there is no such element")
      return array.view(index.token)
    }

    public func makeIterator() -> Iterator { Iterator(elements: self, token: startIndex.token) }

    public struct Iterator: IteratorProtocol, Sendable {
      let elements: Elements
      /// The next element's.
      var token: UInt32

      public mutating func next() -> JSONView? {
        let element = token
        guard element < elements.end else { return nil }
        token = elements.index(after: Index(token: element)).token
        return elements.array.view(element)
      }
    }
  }
}

extension JSONPosition {
  /// The bracket that closes the container. A document that is kept has links.
  @inline(__always)
  var close: UInt32 {
    if let links = unsafe context.pointee.links { return unsafe links[Int(token)] }
    return skip(token) &- 1
  }

  /// The value after the one at `value`, or `end`, the container's closing bracket. For containers whose members were
  /// all found to be well formed. `keySize` is the number of tokens before a value: 2 in an object, for key and colon.
  func valueAfter(_ value: UInt32, before end: UInt32, keySize: UInt32) -> UInt32 {
    let separator = after(value)
    return separator >= end ? end : separator &+ 1 &+ keySize
  }
}
