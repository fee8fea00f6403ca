public import Sluice

extension JSONSource {
  /// Opens the document as schemas do: checks it in full, and the last of several duplicate keys
  /// counts. Takes the reader from a pool.
  ///
  /// Throws ``ParserError/deserialization(failureReason:)-enum.case`` for text that is not JSON,
  /// and errors of `body`.
  @usableFromInline
  func withSchemaDocument<R>(_ body: (JSONCursor) throws -> R) throws -> R {
    let options = JSONOptions(checking: .full, duplicateKeys: .lastWins)
    var isOpen = false
    do {
      return try JSONReaderPool.shared.withReader(options: options) { reader in
        try withDocument(&reader) { root in
          isOpen = true
          return try body(root)
        }
      }
    } catch let error as JSONError where !isOpen {
      throw ParserError(error)
    }
  }
}
