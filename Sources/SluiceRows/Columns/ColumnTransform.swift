/// A change to a column's texts before they are stored.
public enum ColumnTransform: String, Sendable, Hashable, CaseIterable {
  /// Removes white space (Unicode's White_Space) at both ends.
  case trim
  /// Converts to lowercase by Unicode's default mapping of each letter, in every locale.
  case lowercase
  /// Converts to uppercase by the same mapping.
  case uppercase
}

extension ColumnTransform {
  /// Returns the text to store: a part of `text`, or bytes in `scratch`. O(length); allocates.
  func apply(
    _ text: UnsafeBufferPointer<UInt8>, _ scratch: RowScratch
  ) -> UnsafeBufferPointer<UInt8> {
    let string = unsafe String(decoding: text, as: UTF8.self)
    switch self {
    case .lowercase: return unsafe scratch.copied(string.lowercased())
    case .uppercase: return unsafe scratch.copied(string.uppercased())
    case .trim:
      let scalars = string.unicodeScalars
      guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
        let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
      else { return unsafe UnsafeBufferPointer(rebasing: text.prefix(0)) }
      let start = string.utf8.distance(from: string.startIndex, to: first)
      let end = string.utf8.distance(from: string.startIndex, to: scalars.index(after: last))
      // Within bounds: the text is valid UTF-8, and so the string's bytes are its own.
      return unsafe UnsafeBufferPointer(rebasing: text[start..<end])
    }
  }
}
