public import Sluice

/// Takes an object apart by a schema.
public enum Parser {
  /// The values of an object's properties.
  ///
  /// ```swift
  /// let entity = try Parser.parseEntity(json: json) { schema in
  ///   schema.addProperty(keyPath: "url", type: .url)
  ///   schema.addProperty(keyPath: "width", type: .int)
  /// }
  /// let url: URL = entity <-! "url"
  /// ```
  ///
  /// Of an array the closure declares one property of type `.array`; its key path is only the
  /// result's. The closure is called each time. When it declares the same each time the schema is
  /// compiled once for its place in the program, which is what `fileID`, `line` and `column` are for: they
  /// say where to look first, and what is declared decides.
  ///
  /// Throws ``ParserError`` with all that is wrong with the object, other errors of decoders as
  /// they are, and `JSONError` for text that is not JSON.
  public static func parseEntity(
    json: JSONCursor, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    closure: (SchemaBuilder) throws -> Void
  ) throws -> SchemaEntity {
    let position = json.position
    let site = SchemaSite(file: fileID, line: line, column: column)
    let schemas = SchemaSites.of(position.index).schemas(at: site)
    let builder = schemas.builder ?? SchemaBuilder()
    schemas.builder = nil
    // Held here: the closure and the decoders may come to the same place of the program again with other
    // schemas, which put other plans in this one's place.
    let expected = schemas.plans.first
    return try withExtendedLifetime(expected) {
      builder.begin(expected)
      do {
        try closure(builder)
      } catch {
        builder.end()
        throw error
      }
      let plan: EntityPlan
      if builder.isKnown, let expected {
        plan = expected
      } else {
        plan = schemas.plan(builder.properties)
      }
      let decoders = builder.takeDecoders()
      builder.end()
      schemas.builder = builder
      return try withExtendedLifetime(plan) { try plan.entity(at: position, decoders) }
    }
  }

  /// The values of the properties of a document's root. The document is checked in full.
  ///
  /// Throws what ``parseEntity(json:fileID:line:column:closure:)-(JSONCursor,_,_,_,_)`` throws, and
  /// ``ParserError/deserialization(failureReason:)-enum.case`` for what is not JSON.
  public static func parseEntity(
    data: some JSONSource, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column, closure: (SchemaBuilder) throws -> Void
  ) throws -> SchemaEntity {
    try data.withSchemaDocument { root in
      try parseEntity(json: root, fileID: fileID, line: line, column: column, closure: closure)
    }
  }
  /// The values of the properties of an owned value.
  ///
  /// Throws what ``parseEntity(data:fileID:line:column:closure:)`` throws. The value is written as JSON and
  /// opened, O(size): hand over the cursor or the bytes where you have them.
  public static func parseEntity(
    json: JSON, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    closure: (SchemaBuilder) throws -> Void
  ) throws -> SchemaEntity {
    try parseEntity(data: json, fileID: fileID, line: line, column: column, closure: closure)
  }
}
