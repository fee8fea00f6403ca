public import Sluice

/// A type that makes itself of JSON. Elevate's `Decodable`, which in this module does not take the
/// name of Swift's.
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
  /// A validation error that is thrown joins the payload's others; any other error ends the
  /// parsing and comes out as it is.
  init(json: JSONCursor) throws
}

/// Something that makes a value of JSON, for types that are not to know how they stand in it.
/// Elevate's `Decoder`.
public protocol SchemaDecoder {
  /// The value. What is thrown is treated as in ``SchemaDecodable/init(json:)``.
  func decode(_ object: JSONCursor) throws -> Any
}
