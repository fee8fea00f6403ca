public import Sluice

/// A type that can initialise itself from JSON. This is Elevate's `Decodable`; in this module it
/// leaves Swift's name alone.
///
/// ```swift
/// extension Person: SchemaDecodable {
///   init(json: JSONCursor) throws {
///     let entity = try Parser.parseEntity(json: json) { schema in
///       schema.addProperty(keyPath: "name", type: .string)
///       schema.addProperty(keyPath: "age", type: .int, optional: true)
///     }
///     name = entity <-! "name"
///     age = entity <-? "age"
///   }
/// }
/// ```
public protocol SchemaDecodable: SendableMetatype {
  /// Creates the value. A thrown validation error joins the payload's other issues. Any other error
  /// ends the parsing and is rethrown unchanged.
  init(json: JSONCursor) throws
}

/// Makes values from JSON for types that don't know their JSON form. This is Elevate's `Decoder`.
public protocol SchemaDecoder {
  /// Returns the value. Thrown errors are treated as in ``SchemaDecodable/init(json:)``.
  func decode(_ object: JSONCursor) throws -> Any
}
