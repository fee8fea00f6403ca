import Foundation
import Sluice
import SluiceFeed

/// A user's file on which to compare the parsers, and the paths to read in each of its records.
final class UserFile: @unchecked Sendable {
  let name: String
  let documents: Documents
  /// The keys and indexes of each path.
  let paths: [[String]]
  /// Whether each line is a record; otherwise the whole file is one document.
  let isLines: Bool
  let records: Int

  /// Throws for files on which no parsers can be compared: an unreadable file, one that is compressed or
  /// neither lines nor one document, and records that are not JSON.
  convenience init(_ path: String, paths: [String]) throws {
    guard !paths.isEmpty else {
      throw Unavailable(
        description: "a file of your own needs --path, once for each field that is to be read")
    }
    let bytes: [UInt8]
    do {
      bytes = try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    } catch {
      throw Unavailable(description: "can't read \(path): \(error.localizedDescription)")
    }
    try self.init(path, bytes, paths: paths)
  }

  /// A file's contents.
  init(_ path: String, _ bytes: [UInt8], paths: [String]) throws {
    if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      throw Unavailable(
        description: "\(path) is compressed, which only Sluice reads: decompress it first")
    }
    var feed = try JSONFeed(
      .bytes(bytes, name: path),
      options: FeedOptions(framing: .auto, checking: .full, badRecords: .skip))
    var first: RejectedRecord?
    try feed.forEach { _ in
    } rejected: {
      if first == nil { first = $0 }
    }
    if let first {
      throw Unavailable(
        description: "\(path) has \(feed.counts.rejected) records that are no JSON, the first is"
          + " \(first)")
    }
    guard feed.counts.records > 0 else { throw Unavailable(description: "\(path) has no records") }
    isLines = feed.framing == .lines
    // Other parsers see the elements of one array as one document.
    let isWhole = feed.framing == .rootElements || feed.framing == .document
    guard isLines || isWhole || feed.counts.records == 1 else {
      throw Unavailable(
        description:
          "\(path) is \(feed.framing), which not all contenders read: lines or one document"
          + " are expected")
    }
    records = isLines ? Int(feed.counts.records) : 1
    name = URL(fileURLWithPath: path).lastPathComponent
    documents = Documents([bytes])
    self.paths = paths.map { $0.split(separator: ".").map(String.init) }
  }
}
