/// Fields by name and elements by index.
extension JSONView {
  /// The value of the field `key`, under the document's duplicate-key policy.
  ///
  /// Cost: walks over the fields before it (over all fields unless the first one counts). Keys compare by their
  /// unescaped value.
  ///
  /// Throws `missing-field` if there is no such field, `type-mismatch` if the value is not an object, and, in documents
  /// that were not checked, the faults that the walk over the object finds.
  @inlinable
  public subscript(key: StaticString) -> JSONView {
    get throws(JSONError) {
      view(try read { (cursor) throws(JSONError) in try cursor[key].position.token })
    }
  }

  /// The value of the field `key`. This overload is for names made at run time.
  @inlinable @_disfavoredOverload
  public subscript(key: some StringProtocol) -> JSONView {
    get throws(JSONError) {
      view(try read { (cursor) throws(JSONError) in try cursor[key].position.token })
    }
  }

  /// The value of the field `key`, or nil when the object has none. Throws the same errors as the plain subscript,
  /// except `missing-field`.
  @inlinable
  public subscript(ifPresent key: StaticString) -> JSONView? {
    get throws(JSONError) {
      try read { (cursor) throws(JSONError) in
        guard let found = try cursor[ifPresent: key] else { return nil }
        return view(found.position.token)
      }
    }
  }

  /// The value of the field `key`, or nil when the object has none.
  @inlinable @_disfavoredOverload
  public subscript(ifPresent key: some StringProtocol) -> JSONView? {
    get throws(JSONError) {
      try read { (cursor) throws(JSONError) in
        guard let found = try cursor[ifPresent: key] else { return nil }
        return view(found.position.token)
      }
    }
  }

  /// The element at `index`, counted from 0. Cost: walks over the elements before it.
  ///
  /// Throws `index-out-of-bounds`, and `type-mismatch` if the value is not an array.
  @inlinable
  public subscript(index: Int) -> JSONView {
    get throws(JSONError) {
      view(try read { (cursor) throws(JSONError) in try cursor[index].position.token })
    }
  }

  /// The element at `index`, or nil when the array is shorter.
  @inlinable
  public subscript(ifPresent index: Int) -> JSONView? {
    get throws(JSONError) {
      try read { (cursor) throws(JSONError) in
        guard let found = try cursor[ifPresent: index] else { return nil }
        return view(found.position.token)
      }
    }
  }

  /// The number of fields or elements. O(n): walks over them once. Throws `type-mismatch` for a scalar.
  @inlinable
  public var count: Int {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.count } }
  }
}
