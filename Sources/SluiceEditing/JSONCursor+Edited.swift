public import Sluice

/// Editing a document's text.
extension JSONCursor {
  /// The text with changes in it. Everything that was not changed stays byte for byte: white space, the order of fields,
  /// the spelling of numbers, escapes.
  ///
  /// ```swift
  /// let edited = try reader.withDocument(text) { root in
  ///   try root.edited { edit in
  ///     edit["user"]["name"] = "Ada"
  ///     edit["tags"].append("new")
  ///     edit.remove("/draft")
  ///   }
  /// }
  /// ```
  ///
  /// New fields and elements get the white space of their neighbours, or else of the document; removed ones take their
  /// comma and their line with them. At the root, the result is the text of the whole document (without a byte order
  /// mark), elsewhere that of this value.
  ///
  /// Cost: what the edits take (``JSONEditor``), and one copy of the text. Throws the first error of an edit, what
  /// `changes` throws, `too-large` for a result beyond `sizeLimit`, and faults of the containers on the way: the rest is
  /// copied unchecked, unless the reader checks documents in full.
  public func edited(
    sizeLimit: Int = JSONOptions.largestSize, _ changes: (inout JSONEditor) throws -> Void
  ) throws -> [UInt8] {
    try position.edited(sizeLimit: sizeLimit, changes)
  }
}
