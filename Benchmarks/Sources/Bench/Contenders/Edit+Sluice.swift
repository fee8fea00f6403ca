import CContenders
import Sluice
import SluiceEditing

/// One field of a document changed in its text, which is opened, checked in full and written anew.
final class EditSluice: WritingContender {
  let name = "sluice"
  let length: Int
  private let bytes: [UInt8]

  init(of bytes: [UInt8]) throws {
    self.bytes = bytes
    length = try EditSluice.edited(bytes).count
  }

  func write(_ take: (UnsafeRawBufferPointer) -> Void) throws {
    try EditSluice.edited(bytes).withUnsafeBytes(take)
  }

  private static func edited(_ bytes: [UInt8]) throws -> [UInt8] {
    try JSONDocument(parsing: bytes).edited { edit in
      edit["events"]["138586341"]["name"] = "Another name"
    }
  }
}

/// The same by an owned `JSON`: parsed, changed and written.
final class EditTreeSluice: WritingContender {
  let name = "tree"
  let length: Int
  private let bytes: [UInt8]

  init(of bytes: [UInt8]) throws {
    self.bytes = bytes
    length = try EditTreeSluice.edited(bytes).count
  }

  func write(_ take: (UnsafeRawBufferPointer) -> Void) throws {
    try EditTreeSluice.edited(bytes).withUnsafeBytes(take)
  }

  private static func edited(_ bytes: [UInt8]) throws -> [UInt8] {
    var tree = try JSON(parsing: bytes)
    tree[at: "events", "138586341", "name"] = "Another name"
    return try tree.serialized()
  }
}
