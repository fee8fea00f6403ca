import CContenders
import Foundation

/// JSONSerialization's dictionaries, read beforehand, as compact text.
final class WriteJSONSerialization: WritingContender {
  let name = "jsonserialization"
  let length: Int
  private let tree: Any

  init(of document: [UInt8]) throws {
    tree = try JSONSerialization.jsonObject(with: Data(document))
    length = try WriteJSONSerialization.text(of: tree).count
  }

  func write(_ take: (UnsafeRawBufferPointer) -> Void) throws {
    try WriteJSONSerialization.text(of: tree).withUnsafeBytes(take)
  }

  /// Fewer escapes are its faster way.
  private static func text(of tree: Any) throws -> Data {
    try JSONSerialization.data(withJSONObject: tree, options: .withoutEscapingSlashes)
  }
}
