public import Sluice

/// Editing the text of documents that are kept.
extension JSONDocument {
  /// The text with changes in it. Everything that was not changed stays byte for byte: white space, the order of fields,
  /// the spelling of numbers, escapes, a byte order mark.
  ///
  /// ```swift
  /// let edited = try document.edited { edit in
  ///   edit["user"]["name"] = "Ada"
  ///   edit["tags"].append("new")
  ///   edit.remove("/draft")
  /// }
  /// ```
  ///
  /// The document itself does not change. New fields and elements get the white space of their neighbours, or else of the
  /// document; removed ones take their comma and their line with them.
  ///
  /// Cost: what the edits take (``JSONEditor``), and one copy of the text. Throws the first error of an edit, what
  /// `changes` throws, and `too-large` for a result beyond `sizeLimit`.
  public func edited(
    sizeLimit: Int = JSONOptions.largestSize, _ changes: (inout JSONEditor) throws -> Void
  ) throws -> [UInt8] {
    let text = try root.edited(sizeLimit: sizeLimit, changes)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let hasMark = unsafe withBytes { bytes in unsafe bytes.starts(with: mark) }
    return hasMark ? mark + text : text
  }
}

extension JSONView {
  /// The text of this value with changes in it, or, at the root, that of the document without a byte order mark: see
  /// `JSONDocument.edited(sizeLimit:_:)`.
  public func edited(
    sizeLimit: Int = JSONOptions.largestSize, _ changes: (inout JSONEditor) throws -> Void
  ) throws -> [UInt8] {
    defer { withExtendedLifetime(storage) {} }
    do {
      return try position.edited(sizeLimit: sizeLimit, changes)
    } catch let error as JSONError {
      throw storage.leaving(error)
    }
  }
}
