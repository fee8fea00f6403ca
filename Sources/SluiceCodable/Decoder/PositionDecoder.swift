import Foundation
import Sluice
import SluiceDecoding

/// The decoder of one value of an open document: three words and one reference, so that an existential holds it without an allocation.
struct PositionDecoder: Decoder {
  let scope: DecodingScope
  let session: DecodingSession
  /// The value, or ``Level/none`` for the `null` of a `superDecoder` whose key is missing.
  let token: UInt32
  let depth: UInt32

  /// The nested containers between the value of this depth and this one.
  @inline(__always)
  var nested: PathNode? { scope.nested }

  @inline(__always)
  var position: JSONPosition { session.position(token) }
  var isNull: Bool { token == Level.none || position.isNull }
  @inline(__always)
  var byte: UInt8 { token == Level.none ? 0 : position.byte }

  var codingPath: [any CodingKey] { session.codingPath(token, depth, nested) }

  /// The path of a value inside this one.
  func codingPath(adding key: any CodingKey) -> [any CodingKey] {
    session.codingPath(token, depth, nested, adding: key)
  }

  var userInfo: [CodingUserInfoKey: Any] { session.options.userInfo }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard byte == Byte.openBrace else { throw session.noContainer([String: Any].self, self) }
    try session.refuseFault()
    let index = session.usesDefaultKeys ? nil : try FieldIndex(converting: self)
    return session.container(type, for: self, index)
  }

  /// The decoder of a value inside this one that is entered at the next depth.
  @inline(__always)
  func inner(_ token: UInt32) -> PositionDecoder {
    PositionDecoder(scope: session.owner, session: session, token: token, depth: depth &+ 1)
  }

  /// The decoder of a value inside this one whose containers outlive the call.
  func nested(_ token: UInt32, _ key: any CodingKey) -> PositionDecoder {
    let node = PathNode(parent: nested, key: key, anchor: self.token)
    return PositionDecoder(
      scope: DecodingScope(in: scope.whole, node), session: session, token: token,
      depth: depth)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try UnkeyedContainer(of: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try session.refuseFault()
    return self
  }

  /// The value, by the fastest way for its type.
  @inline(__always)
  consuming func decoded<T: Decodable>(_ type: T.Type) throws -> T {
    try decoded(type, session.entry(type))
  }

  @inline(__always)
  consuming func decoded<T: Decodable>(_ type: T.Type, _ entry: DecodedTypes.Entry) throws -> T {
    if entry.kind == .own { return try type.init(from: self) }
    return try known(entry, type)
  }

  @inline(never)
  func known<T: Decodable>(_ entry: DecodedTypes.Entry, _ type: T.Type) throws -> T {
    func cast<U>(_ value: U) -> T { unsafe unsafeBitCast(value, to: T.self) }
    // Without a copy, which would count references. What stays is the empty array, which is never freed.
    @inline(__always) func moved<U>(_ value: consuming [U]) -> T {
      let result = unsafe withUnsafeMutablePointer(to: &value) {
        unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: T.self).move()
      }
      unsafe withUnsafeMutablePointer(to: &value) { unsafe $0.initialize(to: []) }
      return result
    }
    func read<D: DirectlyDecodable>(_ type: D.Type) throws -> T { cast(try D.read(from: self)) }
    // Sound because the table gave the kind for this very type.
    return switch entry.kind {
    case .own: try type.init(from: self)
    case .direct:
      if let direct = entry.direct { try read(direct) } else { try type.init(from: self) }
    case .bool: cast(try bool())
    case .string: cast(try string())
    case .double: cast(try double())
    case .float: cast(try float())
    case .int: cast(try integer(Int.self))
    case .int8: cast(try integer(Int8.self))
    case .int16: cast(try integer(Int16.self))
    case .int32: cast(try integer(Int32.self))
    case .int64: cast(try integer(Int64.self))
    case .uint: cast(try integer(UInt.self))
    case .uint8: cast(try integer(UInt8.self))
    case .uint16: cast(try integer(UInt16.self))
    case .uint32: cast(try integer(UInt32.self))
    case .uint64: cast(try integer(UInt64.self))
    case .date: cast(try date())
    case .data: cast(try data())
    case .url: cast(try url())
    case .uuid: cast(try uuid())
    case .decimal: cast(try decimal())
    case .doubles: moved(try doubles())
    case .doubleLists: moved(try doubleLists())
    case .ints: moved(try ints())
    case .strings: moved(try strings())
    }
  }
}

extension PositionDecoder: DecodedValue {
  func decodeNil() -> Bool { isNull }

  func bool() throws -> Bool {
    try read(Bool.self) { (position) throws(JSONError) in try position.codableBool() }
  }

  func string() throws -> String {
    try read(String.self) { (position) throws(JSONError) in try position.codableString(session) }
  }

  func double() throws -> Double {
    try read(Double.self) { (position) throws(JSONError) in try position.codableDouble(session) }
  }

  func float() throws -> Float {
    try read(Float.self) { (position) throws(JSONError) in try position.codableFloat(session) }
  }

  @inline(__always)
  func integer<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
    try read(type) { (position) throws(JSONError) in try position.codableInteger() }
  }

  func value<T: Decodable>(_ type: T.Type) throws -> T {
    try session.guardStack(self)
    defer { unsafe session.position(session.root).context.leavePlan() }
    return try decoded(type)
  }

  @inline(__always)
  private func read<T>(
    _ type: Any.Type, _ body: (JSONPosition) throws(JSONError) -> T
  ) throws -> T {
    guard token != Level.none else { throw session.noValue(type, self) }
    do throws(JSONError) {
      return try body(position)
    } catch {
      throw session.fault(error, type, self)
    }
  }
}

extension PositionDecoder: ExactDecoder {
  func exactly<T>(
    _ type: Any.Type, _ read: (JSONPosition) throws(JSONError) -> T
  ) throws -> T {
    try self.read(type, read)
  }
}

/// Keys stay the document's own, whatever the key strategy: they are data.
extension JSON: DirectlyDecodable {
  static func read(from decoder: PositionDecoder) throws -> JSON { try JSON(exactly: decoder) }
}

/// A decoder that counts its work, for tests.
package protocol LookupCounting {
  /// The steps of lookups over fields that were walked before, in all decodes of the decoder's session.
  var repeatedSteps: Int { get }
}

extension PositionDecoder: LookupCounting {
  package var repeatedSteps: Int { session.repeatedSteps }
}
