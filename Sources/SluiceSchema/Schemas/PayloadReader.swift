package import Sluice

/// Reads the payloads of a schema that another module makes.
package protocol PayloadReader<Value>: Sendable {
  associatedtype Value

  /// Throws ``ParserError`` with everything that is wrong with the payload.
  func value(at position: JSONPosition) throws -> Value

  func describe(in document: inout JSONSchemaDocument) -> JSON
}

extension Schema {
  /// Creates a schema that reads by `reader`.
  package init(reader: some PayloadReader<Value>) { self.init(record: ReaderRecord(reader)) }
}

private final class ReaderRecord<Reader: PayloadReader>: SchemaRecord, @unchecked Sendable {
  private let reader: Reader

  init(_ reader: Reader) {
    self.reader = reader
    super.init()
  }

  override func read(_ position: JSONPosition, into result: UnsafeMutableRawPointer) throws {
    unsafe result.initializeMemory(as: Reader.Value.self, to: try reader.value(at: position))
  }

  override func describe(in document: inout JSONSchemaDocument) -> JSON {
    reader.describe(in: &document)
  }
}
