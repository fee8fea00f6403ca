extension JSONCursor {
  /// A document of its own with this value, which can outlive the one that it is in: a record of a feed, or a part of a
  /// large document of which the rest may be released.
  ///
  /// ```swift
  /// var kept: [JSONDocument] = []
  /// try root["events"].forEachElement { event in
  ///   if try event["id"].int == 2 { kept.append(try event.detached()) }
  /// }
  /// ```
  ///
  /// Copies the value's text and its part of the index once: nothing is indexed again. Checks what the reader checked of
  /// it, and that its brackets match. Throws `incomplete`, `unexpected-token`, the errors of a bad scalar, and
  /// `out-of-memory`.
  public func detached() throws(JSONError) -> JSONDocument {
    JSONDocument(try DocumentStorage(detaching: position))
  }
}

extension JSONView {
  /// A document of its own with this value, so that the rest of this one can be released. Copies the value's text and
  /// its part of the index. Throws as ``JSONCursor/detached()`` does.
  public func detached() throws(JSONError) -> JSONDocument {
    try read { (cursor) throws(JSONError) in
      JSONDocument(
        try DocumentStorage(detaching: cursor.position, isValid: storage.isValid))
    }
  }
}
