extension JSONView {
  /// The fields of this object: a collection of keys and values, in the document's order, with all fields that have the
  /// same key.
  ///
  /// ```swift
  /// for (key, value) in try document.root.fields { print(key, try value.kind) }
  /// ```
  ///
  /// O(1); in a document that was not checked, walks over them once, so that iterating can't fail. Throws
  /// `type-mismatch` if the value is not an object, and the faults that the walk finds.
  public var fields: Fields {
    get throws(JSONError) {
      let end = try read { (cursor) throws(JSONError) in
        var fields = try cursor.fields
        if !storage.isValid {
          while let field = try fields.next() {
            _ = try field.key.utf8Count
            try field.value.position.refuseMissingValue()
          }
        }
        return position.skip(token) &- 1
      }
      return Fields(object: self, end: end)
    }
  }

  /// The fields of an object. Going to the next is O(1), so `count` is O(n).
  public struct Fields: Collection, Sendable {
    public typealias Element = (key: String, value: JSONView)

    /// The place of a field.
    public struct Index: Comparable, Hashable, Sendable {
      /// The token of the field's value, two after its key; the closing brace after the last.
      let token: UInt32

      public static func < (left: Index, right: Index) -> Bool { left.token < right.token }
    }

    let object: JSONView
    /// The closing brace.
    let end: UInt32

    public var startIndex: Index { Index(token: Swift.min(object.token &+ 3, end)) }
    public var endIndex: Index { Index(token: end) }

    public func index(after index: Index) -> Index {
      precondition(index.token > object.token &+ 2 && index.token < end, "there is no next field")
      defer { withExtendedLifetime(object.storage) {} }
      return Index(token: object.position.valueAfter(index.token, before: end, keySize: 2))
    }

    public subscript(index: Index) -> Element {
      precondition(index.token > object.token &+ 2 && index.token < end, "there is no such field")
      defer { withExtendedLifetime(object.storage) {} }
      let key = RawString(object.position.at(index.token &- 2))
      // Keys were checked.
      return (key.string ?? "", object.view(index.token))
    }

    public func makeIterator() -> Iterator { Iterator(fields: self, token: startIndex.token) }

    public struct Iterator: IteratorProtocol, Sendable {
      let fields: Fields
      /// The next field's value.
      var token: UInt32

      public mutating func next() -> Element? {
        let index = Index(token: token)
        guard token < fields.end else { return nil }
        token = fields.index(after: index).token
        return fields[index]
      }
    }
  }
}
