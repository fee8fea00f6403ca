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
  public init(_ declare: (SchemaBuilder.Shared) -> Void) {
    let shared = SchemaBuilder.Shared()
    declare(shared)
    self.init(record: EntityRecord(EntityPlan(shared.builder.properties), shared.decoders))
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
    unsafe result.initializeMemory(
      as: SchemaEntity.self, to: try plan.entity(at: position, decoders))
  }

  override func describe(in document: inout JSONSchemaDocument) -> JSON {
    plan.describe(in: &document)
  }
}
