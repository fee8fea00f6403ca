import Sluice

/// Which sources have ranges.
extension FeedRange {
  /// Throws `invalid-value` for a source that is not one file, pipe or array.
  package static func check(_ source: FeedSource) throws(JSONError) {
    let what: String
    switch source {
    case .file, .standardInput, .fileDescriptor, .bytes: return
    case .address(let address):
      switch address.resource {
      case .object: return
      case .objects: what = "it is several objects"
      case .topic, .partition:
        what = "its records are messages, which have no bytes to count; name partitions instead"
      }
    case .files, .glob, .several: what = "it is several files"
    case .log, .topic: what = "it has no end while it is followed"
    }
    throw notDivisible(source.name, what)
  }

  /// Throws `invalid-value` for a source whose first bytes show that it is not plain UTF-8.
  package static func check(head: [UInt8], of name: String) throws(JSONError) {
    if case .foreign(let format) = unsafe head.withUnsafeBufferPointer({ unsafe Packing($0) }) {
      throw format.error(name)
    }
    if let what = obstacle(of: head) { throw notDivisible(name, what) }
  }

  /// Why a source can't be divided, as its first bytes show; nil: it can, if its records are lines.
  static func obstacle(of head: [UInt8]) -> String? {
    let (packing, encoding) = unsafe head.withUnsafeBufferPointer {
      unsafe (Packing($0), TextEncoding(detectedInFeed: $0))
    }
    if let archive = unsafe head.withUnsafeBufferPointer({ unsafe ArchiveFormat($0) }) {
      return "it is \(archive.words)"
    }
    return switch packing {
    case .plain:
      if let encoding {
        "it is in \(encoding.rawValue)"
      } else {
        // A line begins after a gap, and no reader of a part would know where.
        GapInput.isBegun(by: head) ? "it begins with NUL bytes, where nothing was written" : nil
      }
    case .gzip: "it is compressed by gzip"
    case .zstd: "it is compressed by Zstandard"
    case .skippable: "it is compressed by Zstandard or LZ4"
    case .loaded(let format): "it is compressed by \(format.name)"
    case .foreign: "its format is not one of text"
    }
  }
}
