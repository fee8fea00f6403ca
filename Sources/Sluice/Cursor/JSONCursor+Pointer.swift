/// JSON Pointers (RFC 6901).
extension JSONCursor {
  /// The value at a pointer that starts from this value.
  ///
  /// Cost: one lookup for each reference token. Follows the reader's duplicate-key policy. Throws `invalid-path`, which
  /// says at which step the pointer failed and why, and any fault of the document on the way.
  @_lifetime(copy self)
  public func at(_ pointer: JSONPointer) throws(JSONError) -> JSONCursor {
    switch try position.follow(pointer.steps) {
    case .found(let token): return at(token)
    case .nowhere(let end, let step):
      throw try position.noWay(along: pointer.description, at: end, step)
    }
  }

  /// The value at a pointer, or nil when the pointer leads nowhere for any reason: a missing field, a short array, a
  /// scalar or `null` in the way. Throws any fault of the document on the way.
  @_lifetime(copy self)
  public func at(ifPresent pointer: JSONPointer) throws(JSONError) -> JSONCursor? {
    guard case .found(let token) = try position.follow(pointer.steps) else { return nil }
    return at(token)
  }

  /// The value at a pointer such as `/users/0/name`. For many documents, make a ``JSONPointer``
  /// once.
  ///
  /// Also throws `invalid-path` for text that is not a pointer.
  @_lifetime(copy self)
  public func at(pointer: String) throws(JSONError) -> JSONCursor {
    try at(try JSONPointer(pointer))
  }

  /// The value at a pointer, or nil when the pointer leads nowhere. Throws `invalid-path` for text that is not a
  /// pointer.
  @_lifetime(copy self)
  public func at(pointerIfPresent pointer: String) throws(JSONError) -> JSONCursor? {
    try at(ifPresent: try JSONPointer(pointer))
  }
}
