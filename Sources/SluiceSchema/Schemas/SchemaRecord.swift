import Sluice

/// A schema compiled: reads one record. Immutable; any number of threads use one at a time.
@usableFromInline
package class SchemaRecord: @unchecked Sendable {
  init() {}

  /// Reads the record at `position` into `result`, which has room for its value and is initialised
  /// when this returns.
  ///
  /// Throws ``ParserError`` for a record that is not what the schema asks for.
  @usableFromInline
  func read(_ position: JSONPosition, into result: UnsafeMutableRawPointer) throws {
    preconditionFailure("each kind of record reads in its own way")
  }

  /// What the schema says, as JSON Schema.
  func describe(in document: inout JSONSchemaDocument) -> JSON {
    preconditionFailure("each kind of record describes itself")
  }
}
