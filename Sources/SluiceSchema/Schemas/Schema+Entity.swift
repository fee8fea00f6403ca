import Sluice

extension Schema where Value == SchemaEntity {
  /// Creates a schema whose value is a ``SchemaEntity``.
  ///
  /// ```swift
  /// let schema = Schema { schema in
  ///   schema.addProperty(keyPath: "name", type: .string)
  ///   schema.addProperty(keyPath: "age", type: .int, optional: true)
  /// }
  /// let entity = try schema.decode(data)
  /// ```
  ///
  /// Equivalent to `Parser.parseEntity` with this closure, but compiled once. Several threads may
  /// use its decoders at the same time.
  public init(_ declare: (SharedSchemaBuilder) -> Void) {
    let shared = SharedSchemaBuilder()
    declare(shared)
    self.init(record: EntityRecord(EntityPlan(shared.builder.properties), shared.decoders))
  }
}

/// Declares properties in the closure of ``Schema/init(_:)``. Like ``SchemaBuilder``, but decoders
/// must be Sendable.
public final class SharedSchemaBuilder {
  let builder = SchemaBuilder()
  fileprivate var decoders: [any SchemaDecoder & Sendable] = []

  init() { builder.begin(nil) }

  /// Declares a property.
  @discardableResult
  public func addProperty(
    keyPath: String, type: SchemaPropertyType, optional: Bool = false
  ) -> SchemaProperty {
    builder.addProperty(keyPath: keyPath, type: type, optional: optional)
  }

  /// Declares a property whose value, or each of whose elements, initialises itself from JSON.
  @discardableResult
  public func addProperty<T: SchemaDecodable>(
    keyPath: String, type: SchemaPropertyType, optional: Bool = false, decodableType: T.Type
  ) -> SchemaProperty {
    builder.addProperty(
      keyPath: keyPath, type: type, optional: optional, decodableType: decodableType)
  }

  /// Declares a property whose value, or each of whose elements, a decoder makes; nil for none.
  @discardableResult
  public func addProperty(
    keyPath: String, type: SchemaPropertyType, optional: Bool = false,
    decoder: (any SchemaDecoder & Sendable)?
  ) -> SchemaProperty {
    if let decoder { decoders.append(decoder) }
    return builder.addProperty(
      keyPath: keyPath, type: type, optional: optional, decoder: decoder)
  }
}

/// The record of an untyped schema.
private final class EntityRecord: SchemaRecord, @unchecked Sendable {
  private let plan: EntityPlan
  private let decoders: [any SchemaDecoder]

  init(_ plan: EntityPlan, _ decoders: [any SchemaDecoder & Sendable]) {
    self.plan = plan
    self.decoders = decoders
    super.init()
  }

  override func read(_ position: JSONPosition, into result: UnsafeMutableRawPointer) throws {
    result.initializeMemory(as: SchemaEntity.self, to: try plan.entity(at: position, decoders))
  }

  override func describe(in document: inout JSONSchemaDocument) -> JSON {
    plan.describe(in: &document)
  }
}
