extension JSON {
  /// The value of a JSON text, indexed and checked in full.
  ///
  /// Nothing is made before it is read: arrays and objects stay in a document that they share, as text and index, and
  /// make their values on demand (<doc:DocumentsYouCanKeep>). O(size), at the cost of a ``JSONDocument``. Under
  /// ``JSONChecking/accessed`` all values are made at once, which checks them.
  ///
  /// For many small texts, open them with one ``JSONReader`` and call `root.materialize()`, which reuses its memory.
  /// Throws the reader's errors under `options`.
  public init(
    parsing text: some StringProtocol, options: JSONOptions = JSONOptions(checking: .full)
  ) throws {
    if options.checking == .full {
      try self.init(keeping: JSONDocument(parsing: text, options: options))
    } else {
      var reader = JSONReader(options: options)
      self = try reader.withDocument(text) { root in try root.materialize() }
    }
  }

  /// The value of a JSON text in UTF-8, indexed and checked in full. The same as for a string.
  public init(
    parsing bytes: [UInt8], options: JSONOptions = JSONOptions(checking: .full)
  ) throws {
    if options.checking == .full {
      try self.init(keeping: JSONDocument(parsing: bytes, options: options))
    } else {
      var reader = JSONReader(options: options)
      self = try reader.withDocument(bytes) { root in try root.materialize() }
    }
  }

  /// The value of a document that was checked in full, and that it keeps. Throws `depth-exceeded` as `materialize()`
  /// does, because changes and ``detached()`` may make all of it.
  package init(keeping document: JSONDocument) throws(JSONError) {
    let storage = document.storage
    do throws(JSONError) {
      try storage.refuseDepthThatCannotBeMade()
    } catch {
      throw unsafe error.leaving(storage.bytes)
    }
    self = unsafe storage.json(at: storage.header.pointee.first)
  }
}

extension DocumentStorage {
  /// The errors of `materialize()` for a document that was found to be valid.
  fileprivate func refuseDepthThatCannotBeMade() throws(JSONError) {
    let limit = unsafe Int(header.context.pointee.depthLimit)
    if limit <= JSON.levelsThatFit { return }
    if limit <= JSON.depthCeiling, StackRoom.holds(levelsOfJSON: limit) { return }
    var depth = 0
    for token in 0..<(unsafe header.pointee.end) {
      let here = position(token)
      if Byte.opens(here.byte) {
        guard depth < min(limit, JSON.depthCeiling) else {
          throw JSONError(.depthExceeded, at: here.offset, name: "\(JSON.depthCeiling)")
        }
        try JSON.refuseWhatTakesTooMuchStack(depth, at: here.offset)
        depth += 1
      } else if Byte.closes(here.byte) {
        depth -= 1
      }
    }
  }
}

extension JSON {
  /// Destroying a value that was made will take stack space for each of its levels. Throws `depth-exceeded`.
  static func refuseWhatTakesTooMuchStack(_ depth: Int, at offset: Int) throws(JSONError) {
    guard depth >= JSON.levelsThatFit, !StackRoom.holds(levelsOfJSON: depth &+ 1) else { return }
    throw JSONError(
      .depthExceeded, at: offset, name: "\(depth)",
      reason: "destroying the value would overflow the thread's stack")
  }
}
