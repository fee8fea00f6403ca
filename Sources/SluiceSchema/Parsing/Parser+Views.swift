public import Sluice

extension Parser {
  /// Returns the values of the properties of an object in a `JSONDocument`.
  ///
  /// Throws the errors of ``parseEntity(json:fileID:line:column:closure:)-(JSONCursor,_,_,_,_)``. Offsets of issues are
  /// those of the document.
  public static func parseEntity(
    json: JSONView, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    closure: (SchemaBuilder) throws -> Void
  ) throws -> SchemaEntity {
    try json.withCursor {
      try parseEntity(json: $0, fileID: fileID, line: line, column: column, closure: closure)
    }
  }

  /// Returns the values of the properties of the object that an `Any` holds: as a `JSONView`, a `JSONDocument` or an
  /// owned `JSON`.
  ///
  /// Throws ``ParserError/validation(failureReason:)-enum.case`` if it holds something else, and otherwise as the
  /// function for its type does.
  @_disfavoredOverload
  public static func parseEntity(
    json: Any, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    closure: (SchemaBuilder) throws -> Void
  ) throws -> SchemaEntity {
    switch json {
    case let view as JSONView:
      try parseEntity(json: view, fileID: fileID, line: line, column: column, closure: closure)
    case let document as JSONDocument:
      try parseEntity(
        json: document.root, fileID: fileID, line: line, column: column, closure: closure)
    case let owned as JSON:
      try parseEntity(json: owned, fileID: fileID, line: line, column: column, closure: closure)
    default:
      throw ParserError.validation(
        failureReason: "Expected a JSONView, a JSONDocument or a JSON, found \(type(of: json))")
    }
  }
}
