import Sluice

/// A compiled schema that reads one record. Immutable; any number of threads may use one at the
/// same time.
@usableFromInline
package class SchemaRecord: @unchecked Sendable {
  init() {}

  /// Reads the record at `position` into `result`, which has room for its value. `result` is
  /// initialised on return.
  ///
  /// Throws ``ParserError`` for a record that does not match the schema.
  @usableFromInline
  func read(_ position: JSONPosition, into result: UnsafeMutableRawPointer) throws {
    preconditionFailure("each kind of record reads in its own way")
  }

  /// Returns the schema as JSON Schema.
  func describe(in document: inout JSONSchemaDocument) -> JSON {
    preconditionFailure("each kind of record describes itself")
  }
}
