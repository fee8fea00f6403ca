/// Fields by name and elements by index.
extension JSONView {
  /// The value of the field `key`, under the document's duplicate-key policy.
  ///
  /// Cost: walks over the fields before it (over all fields unless the first one counts). Once look-ups have walked over as
  /// much as the whole document, several times over, they note the fields of a large object, and take O(1). Keys compare by
  /// their unescaped value.
  ///
  /// Throws `missing-field` if there is no such field, `type-mismatch` if the value is not an object, and, in documents
  /// that were not checked, the faults that the walk over the object finds.
  @inlinable
  public subscript(key: StaticString) -> JSONView {
    get throws(JSONError) {
      guard let found = try self[ifPresent: key] else {
        throw storage.leaving(missing(key))
      }
      return found
    }
  }

  /// The value of the field `key`. This overload is for names made at run time.
  @inlinable @_disfavoredOverload
  public subscript(key: some StringProtocol) -> JSONView {
    get throws(JSONError) {
      guard let found = try self[ifPresent: key] else {
        throw storage.leaving(missing(String(key)))
      }
      return found
    }
  }

  /// The value of the field `key`, or nil when the object has none. Throws the same errors as the plain subscript,
  /// except `missing-field`.
  @inlinable
  public subscript(ifPresent key: StaticString) -> JSONView? {
    get throws(JSONError) {
      try find(
        { storage.notedField(key.description, in: token) },
        { (cursor) throws(JSONError) in
          guard let found = try cursor[ifPresent: key] else { return nil }
          return found.position.token
        })
    }
  }

  /// The value of the field `key`, or nil when the object has none.
  @inlinable @_disfavoredOverload
  public subscript(ifPresent key: some StringProtocol) -> JSONView? {
    get throws(JSONError) {
      try find(
        { storage.notedField(String(key), in: token) },
        { (cursor) throws(JSONError) in
          guard let found = try cursor[ifPresent: key] else { return nil }
          return found.position.token
        })
    }
  }

  /// The element at `index`, counted from 0. Cost: walks over the elements before it, until look-ups note them as those of
  /// fields do.
  ///
  /// Throws `index-out-of-bounds`, and `type-mismatch` if the value is not an array.
  @inlinable
  public subscript(index: Int) -> JSONView {
    get throws(JSONError) {
      guard let found = try self[ifPresent: index] else { throw storage.leaving(noElement(index)) }
      return found
    }
  }

  /// The element at `index`, or nil when the array is shorter.
  @inlinable
  public subscript(ifPresent index: Int) -> JSONView? {
    get throws(JSONError) {
      try find(
        { storage.notedElement(index, of: token) },
        { (cursor) throws(JSONError) in
          guard let found = try cursor[ifPresent: index] else { return nil }
          return found.position.token
        })
    }
  }

  /// The number of fields or elements. O(n): walks over them once. Throws `type-mismatch` for a scalar.
  @inlinable
  public var count: Int {
    get throws(JSONError) { try read { (cursor) throws(JSONError) in try cursor.count } }
  }

  /// A child that is noted, or that a walk finds.
  @inlinable @inline(__always)
  func find(
    _ noted: () -> DocumentStorage.NotedChild,
    _ walk: (JSONCursor) throws(JSONError) -> UInt32?
  ) throws(JSONError) -> JSONView? {
    guard storage.mayBeLarge else { return try read(walk).map { view($0) } }
    if storage.notesChildren {
      switch noted() {
      case .found(let child): return view(child)
      case .missing: return nil
      case .unknown: break
      }
    }
    let found = try read(walk)
    storage.noteWalk(over: token, to: found)
    return found.map { view($0) }
  }

  // Errors are made apart from the look-ups: they are rare.

  @usableFromInline @inline(never)
  func missing(_ key: StaticString) -> JSONError {
    defer { withExtendedLifetime(storage) {} }
    return position.missing(key)
  }

  @usableFromInline @inline(never)
  func missing(_ key: String) -> JSONError {
    JSONError(.missingField, at: offset, name: key)
  }

  @usableFromInline @inline(never)
  func noElement(_ index: Int) -> JSONError {
    JSONError(.indexOutOfBounds, at: offset, number: index)
  }
}
