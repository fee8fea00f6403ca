import CSimdJSON

/// Opens documents and lends cursors into them. Reuse one: its buffers stay.
///
/// ```swift
/// var reader = JSONReader()
/// let id = try reader.withDocument(bytes) { root in try root["user"]["id"].int }
/// ```
///
/// Cost of opening: one pass of stage 1 (2–8 GB/s), with ``JSONChecking/full`` another over the index; four bytes of memory for each token.
/// Input that is followed by ``PaddedBytes/padding`` readable bytes is used in place; other input is copied once into a reused buffer.
/// A UTF-8 byte order mark is skipped.
///
/// A reader is not Sendable: one thread uses it at a time, and opens one document at a time.
public struct JSONReader: ~Copyable {
  /// How the next document is opened.
  public var options: JSONOptions
  @usableFromInline package private(set) var storage: IndexStorage?

  /// Allocates nothing until the first document.
  public init(options: JSONOptions = JSONOptions()) {
    self.options = options
    storage = nil
  }

  /// A reader that checks this much.
  public init(checking: JSONChecking) {
    self.init(options: JSONOptions(checking: checking))
  }

  package mutating func readied() throws(JSONError) -> IndexStorage {
    if let storage { return storage }
    let made = try IndexStorage()
    storage = made
    return made
  }

  /// Gives all memory back.
  public mutating func releaseMemory() { storage = nil }
}
