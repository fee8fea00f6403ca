/// Dotted key paths.
extension JSONCursor {
  /// The value at a key path such as `actor.login`. See ``JSONKeyPath`` for indexes and keys with
  /// dots.
  ///
  /// Cost: one lookup for each step, and one more for a path with dots. A string literal is parsed at each call: keep a
  /// ``JSONKeyPath`` for many documents. Throws `invalid-path`, which says at which step the path failed and why, and
  /// any fault of the document on the way.
  @_lifetime(copy self)
  public func at(keyPath: JSONKeyPath) throws(JSONError) -> JSONCursor {
    if let token = try literalField(keyPath) { return at(token) }
    switch try position.follow(keyPath.steps) {
    case .found(let token): return at(token)
    case .nowhere(let end, let step):
      throw try position.noWay(along: keyPath.description, at: end, step)
    }
  }

  /// The value at a key path, or nil when the path leads nowhere for any reason: a missing field, a short array, a
  /// scalar or `null` in the way. Throws any fault of the document on the way.
  @_lifetime(copy self)
  public func at(keyPathIfPresent keyPath: JSONKeyPath) throws(JSONError) -> JSONCursor? {
    if let token = try literalField(keyPath) { return at(token) }
    guard case .found(let token) = try position.follow(keyPath.steps) else { return nil }
    return at(token)
  }

  /// The value at a key path made at run time.
  @_disfavoredOverload
  @_lifetime(copy self)
  public func at(keyPath: String) throws(JSONError) -> JSONCursor {
    try at(keyPath: JSONKeyPath(keyPath))
  }

  /// The value at a key path made at run time, or nil when it leads nowhere.
  @_disfavoredOverload
  @_lifetime(copy self)
  public func at(keyPathIfPresent keyPath: String) throws(JSONError) -> JSONCursor? {
    try at(keyPathIfPresent: JSONKeyPath(keyPath))
  }

  private func literalField(_ keyPath: JSONKeyPath) throws(JSONError) -> UInt32? {
    guard keyPath.hasDots, position.byte == Byte.openBrace else { return nil }
    return try position.field(named: keyPath.description)
  }
}
