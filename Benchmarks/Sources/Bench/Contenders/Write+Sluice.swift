import CContenders
import Sluice

/// An owned `JSON` by `serialized()`, into a new array each time.
final class WriteSluice: WritingContender {
  let name: String
  let length: Int
  private let tree: JSON

  init(_ name: String = "sluice", of tree: JSON) throws {
    self.name = name
    self.tree = tree
    length = try tree.serialized().count
  }

  func write(_ take: (UnsafeRawBufferPointer) -> Void) throws {
    try tree.serialized().withUnsafeBytes(take)
  }
}

/// An owned `JSON` by a writer that is reused, with its buffer.
final class WriteSluiceWriter: WritingContender {
  let name = "sluice.writer"
  let length: Int
  private let tree: JSON
  private var writer = JSONWriter()

  init(of tree: JSON) throws {
    self.tree = tree
    length = try tree.serialized().count
  }

  func write(_ take: (UnsafeRawBufferPointer) -> Void) throws {
    writer.reset()
    try writer.value(tree)
    try writer.finish()
    writer.withBytes { take($0) }
  }
}
