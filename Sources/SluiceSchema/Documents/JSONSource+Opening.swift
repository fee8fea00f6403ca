public import Sluice

extension JSONSource {
  /// Opens the document as schemas do: checked in full, of duplicate keys the last counts. The
  /// reader is one of a pool.
  ///
  /// Throws ``ParserError/deserialization(failureReason:)`` for what is not JSON, and what `body`
  /// throws.
  @usableFromInline
  func withSchemaDocument<R>(_ body: (JSONCursor) throws -> R) throws -> R {
    let options = JSONOptions(checking: .full, duplicateKeys: .lastWins)
    var isOpen = false
    do {
      return try ReaderPool.withReader(options) { reader in
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
