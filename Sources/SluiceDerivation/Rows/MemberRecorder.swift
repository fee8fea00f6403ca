import Foundation
import Sluice
import SluiceCodable
import SluiceRows

/// Finds out which members a type encodes, by encoding a value that its `init(from:)` made.
final class MemberRecorder {
  let decoded: Recorder
  let encoder: SluiceEncoder
  private let example: JSON?
  private var depth = 0

  /// Generic types may contain others of their kind without end.
  private static var deepest: Int { 64 }

  init(_ decoder: SluiceDecoder, _ encoder: SluiceEncoder, _ example: JSON?) {
    decoded = Recorder(decoder)
    self.encoder = encoder
    self.example = example
  }

  /// The members of the type of a row.
  func members<T: Codable>(of type: T.Type) throws(DerivationError) -> EncodedMember {
    let place = RecordingPlace(path: [], example: example)
    let value = try decoded.record(type, place).value.get()
    let member = EncodedMember()
    do {
      try value.encode(to: MemberEncoder(recorder: self, member: member, path: []))
    } catch {
      throw .refused(type, place, error)
    }
    guard case .object = member.form, !member.fields.isEmpty else {
      throw DerivationError(type, at: "$", "only a type that encodes members becomes rows")
    }
    return member
  }

  /// Records a value of which perhaps only the type is known.
  func record<T: Encodable>(
    _ type: T.Type, _ value: T?, _ member: EncodedMember, _ path: [any CodingKey]
  ) {
    if let leaf = MemberRecorder.leaf(of: type) { return member.adopt(.leaf(leaf)) }
    if let optional = type as? any RecordedOptional.Type {
      return optional.record(value, self, member, path)
    }
    var sample = value
    if let type = type as? any Decodable.Type {
      let place = RecordingPlace(path: path, example: nil)
      guard !MemberRecorder.isJSON(decoded.shape(of: type, place)) else {
        return member.adopt(.json)
      }
      if sample == nil { sample = made(type, place) as? T }
    }
    guard let sample, depth < MemberRecorder.deepest else { return member.adopt(.json) }
    depth += 1
    defer { depth -= 1 }
    do {
      try sample.encode(to: MemberEncoder(recorder: self, member: member, path: path))
    } catch {
      return member.adopt(.json)
    }
    switch member.form {
    case .object where member.fields.isEmpty, .nothing: member.adopt(.json)
    default: break
    }
  }

  private func made<T: Decodable>(_ type: T.Type, _ place: RecordingPlace) -> Any? {
    try? decoded.record(type, place).value.get()
  }

  /// Whether values of the shape have no members that all of them have.
  private static func isJSON(_ shape: TypeShape) -> Bool {
    switch shape.form {
    case .array, .list, .dictionary, .any, .recursive: true
    case .object(let object): object.isOpen || object.recursive != nil
    default: false
    }
  }

  /// The column of a type whose values are scalars in any row.
  private static func leaf(of type: any Any.Type) -> ColumnType? {
    switch type {
    case is Bool.Type: .bool
    case is String.Type, is URL.Type: .text
    case is Double.Type, is Float.Type: .real
    case is Decimal.Type: .decimal
    case is Date.Type: .timestamp
    case is Data.Type: .blob
    case is UUID.Type: .uuid
    case let type as any FixedWidthInteger.Type: column(of: type)
    default: nil
    }
  }

  /// The column that holds all values of an integer type.
  static func column<T: FixedWidthInteger>(of type: T.Type) -> ColumnType {
    T.bitWidth < 64 || T.bitWidth == 64 && T.isSigned ? .int : .decimal
  }
}

/// Optionals are recorded by what they wrap.
private protocol RecordedOptional {
  static func record(
    _ value: Any?, _ recorder: MemberRecorder, _ member: EncodedMember, _ path: [any CodingKey])
}

extension Optional: RecordedOptional where Wrapped: Encodable {
  static func record(
    _ value: Any?, _ recorder: MemberRecorder, _ member: EncodedMember, _ path: [any CodingKey]
  ) {
    recorder.record(Wrapped.self, (value as? Self).flatMap(\.self), member, path)
  }
}
