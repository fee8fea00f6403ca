import Sluice

/// The fields of an object by name, with the prototype's values for missing ones.
struct LenientObject {
  let decoder: LenientDecoder
  /// Whether it is the frame's own object. A nested one has no prototype.
  let isFrame: Bool

  var codingPath: [any CodingKey] { decoder.codingPath }

  private var position: JSONPosition { decoder.position }

  /// Returns the position of the field; nil when it is missing.
  private func find(_ key: String) throws -> JSONPosition? {
    try decoder.check()
    let token = try isFrame ? decoder.frame.token(of: key) : position.token(ofField: key)
    guard let token else { return nil }
    decoder.session.setStep(.field(token), of: decoder.frame)
    return position.at(token)
  }

  private func initial<V>(_ type: V.Type, _ key: String) -> V? {
    isFrame ? decoder.frame.initialValue(key).flatMap { $0 as? V } : nil
  }

  /// Returns the error for a field without a value and without a prototype.
  private func missing<V>(_ type: V.Type, _ key: String, _ found: JSONPosition?) -> JSONError {
    guard let found, !found.isNull else {
      return JSONError(.missingField, at: position.offset, name: key)
    }
    return JSONError(.invalidValue, at: found.offset, name: "\(type)")
  }

  func value<V>(_ type: V.Type, _ key: String) throws -> V {
    let found = try find(key)
    if let found, let value = try decoder.read(type, at: found) { return value }
    guard let value = initial(type, key) else { throw missing(type, key, found) }
    return value
  }

  func valueIfPresent<V>(_ type: V.Type, _ key: String) throws -> V? {
    if let found = try find(key), let value = try decoder.read(type, at: found) { return value }
    return initial(type, key)
  }

  /// `read` returns nil for a value that can't be converted.
  @inline(__always)
  func leaf<V>(
    _ key: String, _ read: (JSONPosition) throws(JSONError) -> V?
  ) throws -> V {
    let found = try find(key)
    if let found, let value = try leaf(at: found, read) { return value }
    guard let value = initial(V.self, key) else { throw missing(V.self, key, found) }
    return value
  }

  @inline(__always)
  func leafIfPresent<V>(
    _ key: String, _ read: (JSONPosition) throws(JSONError) -> V?
  ) throws -> V? {
    if let found = try find(key), let value = try leaf(at: found, read) { return value }
    return initial(V.self, key)
  }

  @inline(__always)
  private func leaf<V>(
    at found: JSONPosition, _ read: (JSONPosition) throws(JSONError) -> V?
  ) throws -> V? {
    if let value = try read(found) { return value }
    if !found.isNull { decoder.session.warnUnconverted(found, to: V.self) }
    return nil
  }

  func contains(_ key: String) -> Bool {
    do {
      return try find(key) != nil
    } catch {
      decoder.session.keep(error)
      return false
    }
  }

  func isNull(_ key: String) throws -> Bool { try find(key)?.isNull ?? true }

  /// The names of the fields in the document.
  var names: [String] {
    guard decoder.isOpen else { return [] }
    var names: [String] = []
    do throws(JSONError) {
      var last = position.token
      while let next = try position.nextField(after: last) {
        names.append(try position.at(next &- 2).text())
        last = next
      }
    } catch {
      decoder.session.keep(error)
    }
    return names
  }

  /// Returns the object in a field.
  func nested(_ key: String) throws -> LenientObject {
    let inner = try decoder(key)
    guard inner.position.byte == Byte.openBrace else { throw inner.position.mismatch(.object) }
    return LenientObject(decoder: inner, isFrame: false)
  }

  /// Returns a decoder of the value in a field.
  func decoder(_ key: String) throws -> LenientDecoder {
    guard let found = try find(key) else {
      throw JSONError(.missingField, at: position.offset, name: key)
    }
    return decoder.at(found)
  }
}
