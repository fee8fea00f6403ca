extension JSON {
  /// The value of a JSON text, checked in full. O(size).
  ///
  /// For many texts, open them with one ``JSONReader`` and call `root.materialize()`, which reuses its memory. Throws
  /// the reader's errors under `options`.
  public init(
    parsing text: some StringProtocol, options: JSONOptions = JSONOptions(checking: .full)
  ) throws {
    var reader = JSONReader(options: options)
    self = try reader.withDocument(text) { root in try root.materialize() }
  }

  /// The value of a JSON text in UTF-8, checked in full. O(size).
  public init(
    parsing bytes: [UInt8], options: JSONOptions = JSONOptions(checking: .full)
  ) throws {
    var reader = JSONReader(options: options)
    self = try reader.withDocument(bytes) { root in try root.materialize() }
  }
}
