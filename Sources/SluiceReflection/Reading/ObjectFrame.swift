import Sluice

/// An object that a decoder reads: the positions of its fields, and its prototype. Reused for the
/// next object at the same depth.
///
/// As in the session, its variables are not checked for exclusive access: no foreign code is called
/// while one of them is being changed.
final class ObjectFrame {
  @exclusivity(unchecked) private(set) var position: JSONPosition?
  /// Distinguishes this object from others that use the same frame.
  @exclusivity(unchecked) private(set) var serial: UInt64 = 0
  /// Its place among the session's steps.
  @exclusivity(unchecked) private(set) var step = 0
  @exclusivity(unchecked) private var info: (any DecodedTypeInfo)?
  @exclusivity(unchecked) private var given: Any?
  /// The prototype's properties, made on demand.
  @exclusivity(unchecked) private var made: [String: Any]?
  @exclusivity(unchecked) private var keys: RequestedKeys?
  /// The tokens of the fields of `keys`; 0 for a missing field.
  @exclusivity(unchecked) private var tokens: [UInt32] = []
  /// The index of the key expected next.
  @exclusivity(unchecked) private var next = 0
  /// The keys requested before the type's keys were known.
  @exclusivity(unchecked) private var asked: [String] = []

  func begin(
    _ position: JSONPosition, _ info: any DecodedTypeInfo, prototype: Any?, serial: UInt64,
    step: Int
  ) {
    unsafe self.position = position
    unsafe self.info = info
    unsafe given = prototype
    unsafe self.serial = serial
    unsafe self.step = step
    unsafe keys = nil
    unsafe next = 0
  }

  func end() {
    unsafe position = nil
    unsafe serial = 0
    unsafe info = nil
    unsafe given = nil
    unsafe made = nil
    unsafe asked.removeAll(keepingCapacity: true)
  }

  /// Stores the requested keys, after the value was made from them.
  func learn() {
    if unsafe keys == nil, unsafe !asked.isEmpty { unsafe info?.learn(asked) }
  }

  /// Finds the fields that the type is known to request, in one pass.
  func findFields(_ session: ReadSession) throws {
    guard unsafe keys == nil, let position = unsafe position, let known = unsafe info?.keys else {
      return
    }
    unsafe tokens.removeAll(keepingCapacity: true)
    try session.walk(
      known.plan, over: position, restart: { unsafe tokens.removeAll(keepingCapacity: true) }
    ) { _, position in
      unsafe tokens.append(position?.token ?? 0)
    }
    unsafe keys = known
    unsafe next = 0
  }

  /// Returns the token of the field; nil when it is missing.
  func token(of key: String) throws -> UInt32? {
    guard let position = unsafe position else { return nil }
    guard let keys = unsafe keys else {
      unsafe asked.append(key)
      return try position.token(ofField: key)
    }
    if unsafe next < keys.names.count, unsafe haveSameUTF8(keys.names[next], key) {
      unsafe next += 1
      return unsafe tokens[next - 1] == 0 ? nil : tokens[next - 1]
    }
    if let place = keys.names.firstIndex(where: { haveSameUTF8($0, key) }) {
      unsafe next = place + 1
      return unsafe tokens[place] == 0 ? nil : tokens[place]
    }
    return try position.token(ofField: key)
  }

  /// Returns the prototype's value; nil when it is unknown.
  func initialValue(_ key: String) -> Any? {
    // A copy, because making prototypes may run any initialiser.
    var made = unsafe self.made
    defer { unsafe self.made = made }
    return unsafe info?.initialValue(key, given: given, made: &made)
  }
}

extension JSONPosition {
  /// Returns the token of the field's value. The last of several counts, unless the reader's
  /// options say otherwise.
  func token(ofField key: String) throws(JSONError) -> UInt32? {
    guard byte == Byte.openBrace else { throw mismatch(.object) }
    return try mappedField(named: key)
  }
}
