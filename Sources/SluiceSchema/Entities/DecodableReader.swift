import Sluice

/// Reads values of a decodable type into slots. Made where the type is known, so that specialised
/// code reads arrays.
@usableFromInline
final class DecodableReader: Sendable {
  typealias Read = @Sendable (JSONPosition) throws -> SchemaValue

  let type: any SchemaDecodable.Type
  let one: Read
  let elements: Read

  @inlinable
  convenience init<T: SchemaDecodable>(_ type: T.Type) {
    self.init(
      type, one: { SchemaValue(try T(json: JSONCursor(unchecked: $0))) },
      elements: { SchemaValue(try [T](decoding: $0)) })
  }

  @usableFromInline
  init(
    _ type: any SchemaDecodable.Type,
    one: @escaping @Sendable (JSONPosition) throws -> SchemaValue,
    elements: @escaping @Sendable (JSONPosition) throws -> SchemaValue
  ) {
    self.type = type
    self.one = one
    self.elements = elements
  }
}
