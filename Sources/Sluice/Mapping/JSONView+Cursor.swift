extension JSONView {
  /// Calls `body` with a cursor at this value, for everything that takes cursors: schemas, rules, decoders, searches and
  /// other mappings.
  ///
  /// Costs two locks that are held for a few instructions each, because a mapping needs memory of its own. Errors that
  /// leave `body` are located in the document.
  public func withCursor<R>(_ body: (JSONCursor) throws -> R) throws -> R {
    do {
      return try JSONReaderPool.shared.withReader { reader in
        let storage = try unsafe reader.storage().takeUnretainedValue()
        return try storage.withDocument(of: self, body)
      }
    } catch let error as JSONError {
      throw storage.leaving(error)
    }
  }

  /// The value that a mapping reads here.
  public func value<M: JSONMapping>(by mapping: M) throws -> M.Value {
    try withCursor { cursor in try mapping.value(from: cursor) }
  }
}

extension IndexStorage {
  /// Opens a document that is kept, with the context of this reader: its links are only read.
  ///
  /// Sound because the view keeps the document alive, and `close` ends what the index knows of it.
  fileprivate func withDocument<R>(
    of view: JSONView, _ body: (JSONCursor) throws -> R
  ) throws -> R {
    defer { withExtendedLifetime(view.storage) {} }
    let header = unsafe view.storage.header
    let options = view.storage.options
    unsafe index.pointee.bytes = unsafe header.pointee.bytes
    unsafe index.pointee.tokens = unsafe header.pointee.tokens
    unsafe index.pointee.kinds = nil
    unsafe index.pointee.escapes = nil
    unsafe index.open(first: 0, end: header.pointee.end, length: header.pointee.length)
    unsafe context.pointee.links = unsafe header.context.pointee.links
    unsafe context.pointee.setDuplicateKeys(options.duplicateKeys)
    unsafe context.pointee.depthLimit = UInt32(truncatingIfNeeded: options.depthLimit)
    unsafe context.pointee.document = unsafe .passUnretained(view.storage)
    defer {
      unsafe context.pointee.document = nil
      unsafe context.pointee.links = nil
      unsafe index.close()
    }
    let root = unsafe JSONPosition(rootOf: index)
    return try body(JSONCursor(unchecked: root.at(view.token)))
  }
}
