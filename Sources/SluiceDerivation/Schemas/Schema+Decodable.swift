public import Sluice
public import SluiceCodable
public import SluiceSchema

extension Schema where Value: Decodable {
  /// Derives the schema of a `Decodable` type, by running its `init(from:)` once.
  ///
  /// ```swift
  /// let schema = try Schema(decoding: Person.self)
  /// print(schema.jsonSchema)
  /// ```
  ///
  /// Values are decoded by `decoder`, as fast as without a schema. Only a payload that it refuses is checked again, field
  /// by field, so that the `ParserError` names everything that is wrong with it.
  ///
  /// The type is recorded with made-up values: `false`, 0, "", empty collections, nil, and the first case of an enumeration
  /// with raw values. A type that refuses them needs an `example`, a document that it takes; so does one that decides by
  /// values what else it decodes. See <doc:DerivingFromTypes>.
  ///
  /// Throws ``DerivationError`` if the type refuses its values, contains itself without end, or if the decoder's key strategy
  /// is custom. Make a schema once: recording takes some microseconds for each field.
  public init(
    decoding type: Value.Type = Value.self, by decoder: SluiceDecoder = SluiceDecoder(),
    example: JSON? = nil
  ) throws(DerivationError) {
    self.init(reader: DerivedReader(try TypeShape(of: type, by: decoder, example), decoder))
  }
}
