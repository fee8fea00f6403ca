package import Sluice

/// Opens a text and reads from it.
package func reading<R>(
  _ text: String, _ options: JSONOptions = JSONOptions(), _ body: (JSONCursor) throws -> R
) throws -> R {
  var reader = JSONReader(options: options)
  return try reader.withDocument(text, body)
}

/// The error with which a document is refused, or that `body` throws; nil if there is no error.
package func refusal(
  of bytes: [UInt8], _ options: JSONOptions = JSONOptions(),
  _ body: (JSONCursor) throws -> Void = { _ in }
) -> JSONError? {
  var reader = JSONReader(options: options)
  do {
    try reader.withDocument(bytes, body)
    return nil
  } catch {
    // Any other error thrown here is a fault of the library.
    return error as? JSONError ?? JSONError(.io, at: -1, name: "\(error)")
  }
}

package func refusal(
  of text: String, _ options: JSONOptions = JSONOptions(),
  _ body: (JSONCursor) throws -> Void = { _ in }
) -> JSONError? {
  refusal(of: Array(text.utf8), options, body)
}

extension JSONOptions {
  package static var full: JSONOptions { JSONOptions(checking: .full) }
}

/// Calls `body` with the bytes followed by `padding` instead of spaces.
package func withPadding<R>(
  _ padding: UInt8, behind bytes: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) throws -> R
) rethrows -> R {
  let whole = bytes + [UInt8](repeating: padding, count: PaddedBytes.padding)
  return try unsafe whole.withUnsafeBufferPointer {
    try unsafe body(UnsafeBufferPointer(rebasing: $0[..<bytes.count]))
  }
}
