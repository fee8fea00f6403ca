/// JSON Pointers (RFC 6901) and dotted key paths.
extension JSONView {
  /// The value at a pointer that starts from this value.
  ///
  /// Cost: one lookup for each reference token. Throws `invalid-path`, which says at which step the pointer failed and
  /// why.
  public func at(_ pointer: JSONPointer) throws(JSONError) -> JSONView {
    if let noted = storage.notedChild(at: pointer.steps, of: token) { return view(noted) }
    let found = try read { (cursor) throws(JSONError) in try cursor.at(pointer).position.token }
    if storage.mayBeLarge, !pointer.steps.isEmpty { storage.noteWalk(over: token, to: found) }
    return view(found)
  }

  /// The value at a pointer, or nil when the pointer leads nowhere for any reason: a missing field, a short array, a
  /// scalar or `null` in the way.
  public func at(ifPresent pointer: JSONPointer) throws(JSONError) -> JSONView? {
    if let noted = storage.notedChild(at: pointer.steps, of: token) { return view(noted) }
    return try read { (cursor) throws(JSONError) in
      guard let found = try cursor.at(ifPresent: pointer) else { return nil }
      return view(found.position.token)
    }
  }

  /// The value at a pointer such as `/users/0/name`. For many documents, make a ``JSONPointer`` once.
  ///
  /// Also throws `invalid-path` for text that is not a pointer.
  public func at(pointer: String) throws(JSONError) -> JSONView {
    try at(try JSONPointer(pointer))
  }

  /// The value at a pointer, or nil when the pointer leads nowhere. Throws `invalid-path` for text that is not a
  /// pointer.
  public func at(pointerIfPresent pointer: String) throws(JSONError) -> JSONView? {
    try at(ifPresent: try JSONPointer(pointer))
  }

  /// The value at a key path such as `actor.login`. See ``JSONKeyPath`` for indexes and keys with dots.
  ///
  /// Cost: one lookup for each step, and one more for a path with dots. Throws `invalid-path`, which says at which step
  /// the path failed and why.
  public func at(keyPath: JSONKeyPath) throws(JSONError) -> JSONView {
    view(try read { (cursor) throws(JSONError) in try cursor.at(keyPath: keyPath).position.token })
  }

  /// The value at a key path, or nil when the path leads nowhere for any reason.
  public func at(keyPathIfPresent keyPath: JSONKeyPath) throws(JSONError) -> JSONView? {
    try read { (cursor) throws(JSONError) in
      guard let found = try cursor.at(keyPathIfPresent: keyPath) else { return nil }
      return view(found.position.token)
    }
  }

  /// The value at a key path made at run time.
  @_disfavoredOverload
  public func at(keyPath: String) throws(JSONError) -> JSONView {
    try at(keyPath: JSONKeyPath(keyPath))
  }

  /// The value at a key path made at run time, or nil when it leads nowhere.
  @_disfavoredOverload
  public func at(keyPathIfPresent keyPath: String) throws(JSONError) -> JSONView? {
    try at(keyPathIfPresent: JSONKeyPath(keyPath))
  }
}
