import Foundation
import Sluice

/// The encoder of one value: three words, so that an existential holds it without an allocation.
struct ValueEncoder: Encoder {
  let branch: EncodingBranch
  let depth: Int
  let number: UInt32

  var codingPath: [any CodingKey] { branch.codingPath(depth) }
  var userInfo: [CodingUserInfoKey: Any] { branch.options.userInfo }

  /// Whether the value may still be written.
  @inline(__always)
  var isCurrent: Bool { branch.isCurrent(depth, encoder: number) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    guard isCurrent, branch.types.lendsContainers else { return ownContainer(keyedBy: type) }
    let isRefused = !branch.open(.object, depth)
    return unsafe branch.types.containers.container(
      type, for: self, branch.levels[depth].contents, isRefused: isRefused,
      &branch.levels[depth].lentPlace)
  }

  /// A container that is not lent again.
  @inline(never)
  private func ownContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> {
    let isRefused = isCurrent && !branch.open(.object, depth)
    let contents = unsafe isCurrent ? branch.levels[depth].contents : 0
    let cell = EncodingCell(self, contents, isRefused: isRefused, type)
    return KeyedEncodingContainer(KeyedEncoder<Key>(cell: cell))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    guard isCurrent else {
      return UnkeyedEncoder(branch: branch, depth: depth, number: 0, isRefused: false)
    }
    let isArray = branch.open(.array, depth)
    return unsafe UnkeyedEncoder(
      branch: branch, depth: depth, number: branch.levels[depth].contents, isRefused: !isArray)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  /// The error for a second value, or a container of another kind, where one was encoded.
  @inline(never)
  static func refused(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: path,
        debugDescription: "expected one value, or containers of one kind, for each encoder and key:"
          + " something else was encoded here before"))
  }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws { try scalar(Any?.none as Any) { $0.out.append("null") } }
  func encode(_ value: Bool) throws {
    try scalar(value) { $0.out.append(value ? "true" : "false") }
  }
  func encode(_ value: String) throws { try scalar(value) { $0.write(value) } }
  func encode(_ value: Double) throws {
    if value.isFinite { try scalar(value) { $0.write(value) } } else { try special(value) }
  }
  func encode(_ value: Float) throws {
    if value.isFinite { try scalar(value) { $0.write(value) } } else { try special(value) }
  }
  func encode(_ value: Int) throws { try integer(value) }
  func encode(_ value: Int8) throws { try integer(value) }
  func encode(_ value: Int16) throws { try integer(value) }
  func encode(_ value: Int32) throws { try integer(value) }
  func encode(_ value: Int64) throws { try integer(value) }
  func encode(_ value: Int128) throws { try scalar(value) { $0.write(raw: "\(value)") } }
  func encode(_ value: UInt) throws { try integer(value) }
  func encode(_ value: UInt8) throws { try integer(value) }
  func encode(_ value: UInt16) throws { try integer(value) }
  func encode(_ value: UInt32) throws { try integer(value) }
  func encode(_ value: UInt64) throws { try integer(value) }
  func encode(_ value: UInt128) throws { try scalar(value) { $0.write(raw: "\(value)") } }

  func encode<T: Encodable>(_ value: T) throws {
    guard isCurrent else { return }
    guard unsafe branch.levels[depth].kind == .nothing else {
      throw ValueEncoder.refused(value, codingPath)
    }
    do {
      try encoded(value)
    } catch {
      branch.takeBackContents(depth, number)
      throw error
    }
  }

  @inline(__always)
  private func scalar(
    _ value: @autoclosure () -> Any, _ write: (inout EncodingText) -> Void
  ) throws {
    guard isCurrent else { return }
    guard unsafe branch.levels[depth].kind == .nothing else {
      throw ValueEncoder.refused(value(), codingPath)
    }
    unsafe branch.levels[depth].kind = .scalar
    write(&branch.text)
  }

  @inline(__always)
  private func integer<T: FixedWidthInteger>(_ value: T) throws {
    try scalar(value) { text in text.write(integer: value) }
  }

  private func special<T: BinaryFloatingPoint>(_ value: T) throws {
    let string = try branch.special(value, codingPath)
    try scalar(value) { $0.write(string) }
  }

  /// Encodes the value by the fastest way for its type.
  @inline(__always)
  func encoded<T: Encodable>(_ value: T) throws {
    let entry = branch.types.table[T.self]
    if entry.kind == .own { return try branch.encodeInPlace(value, by: self) }
    try known(value, entry)
  }

  @inline(never)
  func known<T: Encodable>(_ value: T, _ entry: EncodedTypes.Entry) throws {
    func cast<U>(_ type: U.Type = U.self) -> U { unsafe unsafeBitCast(value, to: U.self) }
    // Sound because the table gave the kind for this very type.
    switch entry.kind {
    case .own: try value.encode(to: self)
    case .direct, .doubles, .doubleLists, .ints, .strings:
      if try !branch.writesWithoutEncoder(value, entry, depth) { try value.encode(to: self) }
    case .bool: try encode(cast(Bool.self))
    case .string: try encode(cast(String.self))
    case .double: try encode(cast(Double.self))
    case .float: try encode(cast(Float.self))
    case .int: try encode(cast(Int.self))
    case .int8: try encode(cast(Int8.self))
    case .int16: try encode(cast(Int16.self))
    case .int32: try encode(cast(Int32.self))
    case .int64: try encode(cast(Int64.self))
    case .uint: try encode(cast(UInt.self))
    case .uint8: try encode(cast(UInt8.self))
    case .uint16: try encode(cast(UInt16.self))
    case .uint32: try encode(cast(UInt32.self))
    case .uint64: try encode(cast(UInt64.self))
    case .date: try encode(date: cast(Date.self))
    case .data: try encode(data: cast(Data.self))
    case .url: try encode(cast(URL.self).absoluteString)
    case .uuid: try encode(cast(UUID.self).uuidString)
    case .decimal: try encode(decimal: cast(Decimal.self))
    }
  }
}

/// Dates and data, by their strategies, and decimals.
extension ValueEncoder {
  private func encode(date: Date) throws {
    switch branch.options.dates {
    case .deferredToDate: try encode(date.timeIntervalSinceReferenceDate)
    case .secondsSince1970: try encode(seconds: date.timeIntervalSince1970)
    case .millisecondsSince1970: try encode(seconds: 1000 * date.timeIntervalSince1970)
    case .iso8601: try encode(date.formatted(.iso8601))
    case .custom(let write): try encode(custom: date, write)
    @unknown default: try date.encode(to: self)
    }
  }

  /// What a strategy encodes; an empty object, if that is nothing.
  private func encode<T>(custom value: T, _ write: (T, any Encoder) throws -> Void) throws {
    try write(value, self)
    guard isCurrent, unsafe branch.levels[depth].kind == .nothing else { return }
    _ = branch.open(.object, depth)
  }

  /// Foundation never writes these as strings.
  private func encode(seconds: Double) throws {
    guard seconds.isFinite else { throw EncodingBranch.notFinite(seconds, codingPath) }
    try encode(seconds)
  }

  private func encode(decimal: Decimal) throws {
    guard !decimal.isNaN else { throw EncodingBranch.notFinite(decimal, codingPath) }
    try scalar(decimal) { $0.write(raw: decimal.description) }
  }

  private func encode(data: Data) throws {
    switch branch.options.data {
    case .deferredToData: try data.encode(to: self)
    case .base64: try encode(data.base64EncodedString())
    case .custom(let write): try encode(custom: data, write)
    @unknown default: try data.encode(to: self)
    }
  }
}

extension EncodingBranch {
  /// The string that stands for NaN or an infinity. Throws if the strategy has none.
  func special<T: BinaryFloatingPoint>(
    _ value: T, _ path: @autoclosure () -> [any CodingKey]
  ) throws -> String {
    guard case .convertToString(let positive, let negative, let nan) = options.floats else {
      throw EncodingBranch.notFinite(value, path())
    }
    return value.isNaN ? nan : value > 0 ? positive : negative
  }

  static func notFinite(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: path,
        debugDescription: "expected a finite number, found \(value): JSON has no way to write it;"
          + " set nonConformingFloatEncodingStrategy to write a string"))
  }
}

extension EncodingText {
  @inline(__always)
  mutating func write<T: FixedWidthInteger>(integer value: T) {
    out.append(
      UInt64(truncatingIfNeeded: value.magnitude), isNegative: T.isSigned && value < 0)
  }
}

/// The types and keys that encoders have met, and containers, reused.
final class EncodingTypes {
  /// Whether containers are lent: for encodings that end by ``end()``.
  @safe @exclusivity(unchecked) private(set) var lendsContainers: Bool
  @safe @exclusivity(unchecked) var containers = EncodingContainers()
  @safe @exclusivity(unchecked) var table = EncodedTypes()
  @safe @exclusivity(unchecked) var keys = EncodedKeys()
  @safe @exclusivity(unchecked) private var spelled = SpelledNames()
  /// Where a container was asked for that can't be there.
  @safe @exclusivity(unchecked) private(set) var mistake: [any CodingKey]?

  init(lendsContainers: Bool = false) { self.lendsContainers = lendsContainers }

  /// Ends an encoding, and returns the path at which a container was asked for that can't be there; nil: none was.
  func end() -> [any CodingKey]? {
    containers.endEncoding()
    defer { mistake = nil }
    return mistake
  }

  func note(mistakeAt path: [any CodingKey]) {
    if mistake == nil { mistake = path }
  }

  func snakeCase(_ key: String) -> String {
    if spelled.isFull { spelled = SpelledNames() }
    return spelled.name(ofKey: key, SnakeCase.snakeCase)
  }

  /// Ends an encoding that threw, after which encoders that escaped may still write.
  func endAfterError() {
    lendsContainers = false
    containers.endEncoding()
  }
}
