public import Foundation
import Sluice
import SluiceFoundation
import SluiceSystem

/// Encodes `Encodable` types as JSON: `JSONEncoder`, several times faster.
///
/// The options and the output are Foundation's, byte for byte, with one exception: without `.sortedKeys` the fields come
/// in the order in which the type encodes them, where Foundation's order is random. Values go straight into the text;
/// only nested containers, and what superclasses encode, are put together at the end of their object.
///
/// Make one and use it from many tasks at once.
open class SluiceEncoder: @unchecked Sendable {
  public typealias OutputFormatting = JSONEncoder.OutputFormatting
  public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
  public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
  public typealias NonConformingFloatEncodingStrategy =
    JSONEncoder.NonConformingFloatEncodingStrategy
  public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy

  private let lock = LockedValue(EncoderOptions())

  /// An encoder with Foundation's defaults.
  public init() {}

  /// White space, the order of keys, and whether `/` is escaped, which it is by default.
  open var outputFormatting: OutputFormatting {
    get { lock.withLock { $0.formatting } }
    set { lock.withLock { $0.formatting = newValue } }
  }

  /// How dates are written. `.deferredToDate` by default: a number of seconds since 2001.
  open var dateEncodingStrategy: DateEncodingStrategy {
    get { lock.withLock { $0.dates } }
    set { lock.withLock { $0.dates = newValue } }
  }

  /// How `Data` is written. `.base64` by default.
  open var dataEncodingStrategy: DataEncodingStrategy {
    get { lock.withLock { $0.data } }
    set { lock.withLock { $0.data = newValue } }
  }

  /// Which strings stand for NaN and the infinities. None by default: they throw.
  open var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
    get { lock.withLock { $0.floats } }
    set { lock.withLock { $0.floats = newValue } }
  }

  /// How the types' keys become those of the document. Unchanged by default.
  open var keyEncodingStrategy: KeyEncodingStrategy {
    get { lock.withLock { $0.keys } }
    set { lock.withLock { $0.keys = newValue } }
  }

  /// What types can ask for while they are encoded.
  @preconcurrency
  open var userInfo: [CodingUserInfoKey: any Sendable] {
    get { lock.withLock { $0.userInfo } }
    set { lock.withLock { $0.userInfo = newValue } }
  }

  /// The options, for an encoding.
  final var options: EncoderOptions { lock.withLock { $0 } }

  /// Encodes a value. Throws `EncodingError`, and what the type's own `encode(to:)` throws.
  open func encode<T: Encodable>(_ value: T) throws -> Data {
    try encode(value) { try $0.encoded(value) }
  }

  /// Encodes a value whose type needs a configuration.
  public func encode<T: EncodableWithConfiguration>(
    _ value: T, configuration: T.EncodingConfiguration
  ) throws -> Data {
    try encode(value) { try value.encode(to: $0, configuration: configuration) }
  }

  /// Encodes a value whose type needs a configuration, which another type provides.
  public func encode<T, C>(_ value: T, configuration: C.Type) throws -> Data
  where
    T: EncodableWithConfiguration, C: EncodingConfigurationProviding,
    T.EncodingConfiguration == C.EncodingConfiguration
  {
    try encode(value, configuration: C.encodingConfiguration)
  }

  private func encode<T>(_ value: T, _ body: (ValueEncoder) throws -> Void) throws -> Data {
    let types = EncodingTypesPool.reuse()
    let branch = EncodingBranch(options, types)
    do {
      try body(branch.begin())
    } catch {
      types.endAfterError()
      throw error
    }
    let isThere = branch.end(mayBeEmpty: true)
    branch.makePending()
    try EncodingTypesPool.putBack(types, of: value)
    guard isThere else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(
          codingPath: [], debugDescription: "expected a value, but \(T.self) encoded nothing"))
    }
    return branch.text.out.takeData()
  }
}

/// Sound because an object is either in the pool, which is locked, or in the hands of one encoding, which has ended when it
/// gives it back: encoders and containers that escaped from it are no longer current.
enum EncodingTypesPool {
  private struct Box: @unchecked Sendable {
    let types: EncodingTypes
  }

  private static let idle = LockedValue<[Box]>([])

  static func reuse() -> EncodingTypes {
    idle.withLock { $0.popLast() }?.types ?? EncodingTypes(lendsContainers: true)
  }

  /// Ends the encoding of a value. Not after an error: an encoder that escaped may still be in use then. Throws if a container
  /// was asked for that can't be there.
  static func putBack<T>(_ types: EncodingTypes, of value: T) throws {
    let mistake = types.end()
    let box = Box(types: types)
    idle.withLock { if $0.count < 32 { $0.append(box) } }
    if let mistake { throw ValueEncoder.refused(value, mistake) }
  }
}
