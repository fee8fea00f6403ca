import Sluice

/// Values that are encoded as texts of their own, which become parts of something else: cells of rows.
extension SluiceEncoder {
  /// Encodes a whole value, and lends its text. `path`: where the value is, for key strategies and errors.
  package func withText<T: Encodable, R>(
    of value: T, at path: [any CodingKey], _ body: (UnsafeRawBufferPointer) throws -> R
  ) throws -> R {
    let types = EncodingTypesPool.reuse()
    let branch = EncodingBranch(options, types, path: EncodingPath(path))
    do {
      try branch.begin().encoded(value)
    } catch {
      types.endAfterError()
      throw error
    }
    branch.finish()
    branch.makePending()
    try EncodingTypesPool.putBack(types, of: value)
    return try unsafe body(branch.text.out.bytes)
  }
}

/// A value whose parts are encoded one by one, at any time until its end.
package final class EncodedText {
  private let branch: EncodingBranch

  /// `path`: where the value is, for key strategies and errors.
  package init(_ encoder: SluiceEncoder, at path: [any CodingKey]) {
    branch = EncodingBranch(
      encoder.options, EncodingTypes(), path: EncodingPath(path))
  }

  package var encoder: any Encoder { branch.root }

  /// Where a container was asked for that can't be there; nil: nowhere.
  package var mistake: [any CodingKey]? { branch.types.mistake }

  /// Ends the value, and lends its text.
  package func end<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    branch.finish()
    branch.makePending()
    return try unsafe body(branch.text.out.bytes)
  }
}
