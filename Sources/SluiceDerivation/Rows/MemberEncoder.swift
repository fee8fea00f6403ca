import Foundation
import Sluice
import SluiceCodable
import SluiceDecoding
import SluiceRows

/// The encoder of a value whose members are recorded.
struct MemberEncoder: Encoder {
  let recorder: MemberRecorder
  let member: EncodedMember
  let path: [any CodingKey]

  var codingPath: [any CodingKey] { path }
  var userInfo: [CodingUserInfoKey: Any] { recorder.encoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    member.adopt(.object)
    return KeyedEncodingContainer(MemberKeyedContainer<Key>(encoder: self))
  }

  /// What an array holds is not recorded.
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    member.adopt(.json)
    return EncodedText(recorder.encoder, at: path).encoder.unkeyedContainer()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension MemberEncoder: SingleValueEncodingContainer {
  func encodeNil() {}
  func encode(_ value: Int128) { recorder.record(Int128.self, value, member, path) }
  func encode(_ value: UInt128) { recorder.record(UInt128.self, value, member, path) }
  func encode<T: Encodable>(_ value: T) { recorder.record(T.self, value, member, path) }
}

/// The members of an object.
struct MemberKeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: MemberEncoder

  var codingPath: [any CodingKey] { encoder.path }

  func encodeNil(forKey key: Key) { _ = inner(key, isRequired: false) }

  func encode(_ value: Int128, forKey key: Key) { add(value, key) }
  func encode(_ value: UInt128, forKey key: Key) { add(value, key) }
  func encode<T: Encodable>(_ value: T, forKey key: Key) { add(value, key) }

  private func add<T: Encodable>(_ value: T, _ key: Key) {
    let isOptional = T.self is any ExpressibleByNilLiteral.Type
    let inner = inner(key, isRequired: !isOptional)
    encoder.recorder.record(T.self, value, inner.member, inner.path)
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) {
    let inner = inner(key, isRequired: false)
    encoder.recorder.record(T.self, value, inner.member, inner.path)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    inner(key, isRequired: true).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    inner(key, isRequired: true).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { inner(DocumentKey.super, isRequired: true) }
  func superEncoder(forKey key: Key) -> any Encoder { inner(key, isRequired: true) }

  private func inner(_ key: any CodingKey, isRequired: Bool) -> MemberEncoder {
    let name = encoder.recorder.name(of: key, at: encoder.path)
    return MemberEncoder(
      recorder: encoder.recorder,
      member: encoder.member.field(key.stringValue, name, isRequired: isRequired),
      path: encoder.path + [key])
  }
}

/// `encodeIfPresent` of scalars, which the standard library otherwise leaves out when they are nil.
extension MemberKeyedContainer {
  func encodeIfPresent(_ value: Bool?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) { note(value, key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) { note(value, key) }

  private func note<T: Encodable>(_ value: T?, _ key: Key) {
    let inner = inner(key, isRequired: false)
    encoder.recorder.record(T.self, value, inner.member, inner.path)
  }
}

extension MemberRecorder {
  /// The key as the columns spell it.
  func name(of key: any CodingKey, at path: [any CodingKey]) -> String {
    switch encoder.keyEncodingStrategy {
    case .convertToSnakeCase: SnakeCase.snakeCase(key.stringValue)
    case .custom(let convert): convert(path + [key]).stringValue
    default: key.stringValue
    }
  }
}
