extension JSONPosition {
  /// A view of this value: in the document that is kept, if it is in one, otherwise in a copy of the value and its part
  /// of the index. Mappings that give their clients views call this.
  ///
  /// Reads nothing that changes while the document is open, so that any thread may call this then. Throws
  /// `out-of-memory`.
  package func kept() throws(JSONError) -> JSONView {
    if let document = unsafe context.pointee.document {
      return unsafe JSONView(document.takeUnretainedValue(), token)
    }
    return JSONView(try DocumentStorage(keeping: self), 0)
  }
}

extension JSONView {
  /// An error that reading this view threw, as an error of the open document in which the same value is at `position`.
  package func entering(_ error: JSONError, at position: JSONPosition) -> JSONError {
    defer { withExtendedLifetime(storage) {} }
    return storage.entering(error, distance: position.offset &- self.position.offset)
  }
}

extension JSONView {
  /// Reads at this view's position, which is valid during the call. Errors have not left the document.
  package func readPosition<R>(
    _ body: (JSONPosition) throws(JSONError) -> R
  ) throws(JSONError) -> R {
    defer { withExtendedLifetime(storage) {} }
    return try body(position)
  }
}

extension DecodingContext {
  /// Sound because only `DocumentStorage` is stored there, by this property.
  var document: Unmanaged<DocumentStorage>? {
    get { unsafe kept.map { unsafe .fromOpaque($0.toOpaque()) } }
    set { unsafe kept = unsafe newValue.map { unsafe .fromOpaque($0.toOpaque()) } }
  }
}
