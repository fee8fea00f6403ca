import Foundation
import Sluice
import SluiceFoundation

/// Opens JSON in a string or in `Data`, to make objects from it.
enum JSONText {
  private static let options = JSONOptions(checking: .full, duplicateKeys: .lastWins)

  /// Opens the document in a string or in `Data`: checked in full, and the last of several equal
  /// keys counts. Returns nil when there is no value. Throws `unsupportedType` for anything else,
  /// errors of opening, and `depth-exceeded` when texts within texts take too much of the stack.
  static func withDocument<R>(in value: Any, _ body: (JSONCursor) throws -> R?) throws -> R? {
    try StackRoom.check()
    if let data = value as? Data {
      return try JSONReaderPool.shared.withReader(options: options) {
        try $0.withDocument(data, body)
      }
    }
    guard let scalar = try JSON(scalar: value) else { return nil }
    guard let text = scalar.string else { throw ConversionError.unsupportedType }
    return try JSONReaderPool.shared.withReader(options: options) {
      try $0.withDocument(text, body)
    }
  }

  /// Opens the document in bytes of our own.
  static func withDocument<R>(in bytes: [UInt8], _ body: (JSONCursor) throws -> R?) throws -> R? {
    try StackRoom.check()
    return try JSONReaderPool.shared.withReader(options: options) {
      try $0.withDocument(bytes, body)
    }
  }

  /// Opens the document in a string of another document, with that one's options; nil for `null`.
  static func withDocument<R>(
    in cursor: JSONCursor, _ body: (JSONCursor) throws -> R?
  ) throws -> R? {
    switch try cursor.kind {
    case .null: return nil
    case .string:
      try StackRoom.check()
      let text = try cursor.string
      let options = JSONOptions(ofTextIn: cursor.position)
      return try JSONReaderPool.shared.withReader(options: options) {
        try $0.withDocument(text, body)
      }
    default: throw ConversionError.unsupportedType
    }
  }
}
