import Sluice
import SluiceSchema
import Testing

/// Returns the validation error that `body` throws; records an issue if it throws none.
func validationError(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) -> ParserError? {
  do {
    try body()
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
  } catch let error as ParserError {
    if case .validation = error { return error }
    Issue.record("\(error)", sourceLocation: sourceLocation)
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
  return nil
}

/// Returns a document's entity with one property.
func entity(
  _ json: String, _ keyPath: String, _ type: SchemaPropertyType, optional: Bool = false
) throws -> SchemaEntity {
  try Parser.parseEntity(data: json) { schema in
    schema.addProperty(keyPath: keyPath, type: type, optional: optional)
  }
}

/// Returns the text of the property's error.
func reason(
  _ json: String, _ keyPath: String, _ type: SchemaPropertyType, optional: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) -> String? {
  validationError(sourceLocation: sourceLocation) {
    _ = try entity(json, keyPath, type, optional: optional)
  }?.failureReason
}

/// The same with the key path `k`.
func entity(
  _ json: String, _ type: SchemaPropertyType, optional: Bool = false
) throws -> SchemaEntity {
  try entity(json, "k", type, optional: optional)
}

/// The same with the key path `k`.
func reason(
  _ json: String, _ type: SchemaPropertyType, optional: Bool = false,
  sourceLocation: SourceLocation = #_sourceLocation
) -> String? {
  reason(json, "k", type, optional: optional, sourceLocation: sourceLocation)
}
