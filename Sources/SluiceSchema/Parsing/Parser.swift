public import Sluice

/// Reads an object's properties by a schema.
public enum Parser {
  /// Returns the values of an object's properties.
  ///
  /// ```swift
  /// let entity = try Parser.parseEntity(json: json) { schema in
  ///   schema.addProperty(keyPath: "url", type: .url)
  ///   schema.addProperty(keyPath: "width", type: .int)
  /// }
  /// let url: URL = entity <-! "url"
  /// ```
  ///
  /// For an array the closure declares one property of type `.array`; its key path only names the
  /// result. The closure is called each time. While it declares the same, its schema is compiled
  /// once for its place in the program. `fileID`, `line` and `column` identify that place: they
  /// only say where to look first, and the declaration decides.
  ///
  /// Throws ``ParserError`` with everything that is wrong with the object, other errors of decoders
  /// unchanged, and `JSONError` for text that is not JSON.
  public static func parseEntity(
    json: JSONCursor, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    closure: (SchemaBuilder) throws -> Void
  ) throws -> SchemaEntity {
    let position = json.position
    let site = SchemaSite(file: fileID, line: line, column: column)
    let schemas = unsafe SchemaSites.of(position.context).schemas(at: site)
    let builder = unsafe schemas.builder ?? SchemaBuilder()
    unsafe schemas.builder = nil
    // Retained here: the closure and the decoders may reach this place of the program again with
    // other schemas, whose plans replace this one.
    let expected = unsafe schemas.plans.first
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
      unsafe schemas.builder = builder
      return try withExtendedLifetime(plan) { try plan.entity(at: position, decoders) }
    }
  }

  /// Returns the values of the properties of a document's root. The document is checked in full.
  ///
  /// Throws the errors of ``parseEntity(json:fileID:line:column:closure:)-(JSONCursor,_,_,_,_)``,
  /// and ``ParserError/deserialization(failureReason:)-enum.case`` for text that is not JSON.
  public static func parseEntity(
    data: some JSONSource, fileID: StaticString = #fileID, line: UInt = #line,
    column: UInt = #column, closure: (SchemaBuilder) throws -> Void
  ) throws -> SchemaEntity {
    try data.withSchemaDocument { root in
      try parseEntity(json: root, fileID: fileID, line: line, column: column, closure: closure)
    }
  }
  /// Returns the values of the properties of an owned value.
  ///
  /// Throws the errors of ``parseEntity(data:fileID:line:column:closure:)``. The value is written
  /// as JSON and opened, O(size): pass a cursor or bytes where you have them.
  public static func parseEntity(
    json: JSON, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    closure: (SchemaBuilder) throws -> Void
  ) throws -> SchemaEntity {
    try parseEntity(data: json, fileID: fileID, line: line, column: column, closure: closure)
  }
}
