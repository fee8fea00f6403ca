import Foundation
import Results
import SampleFeeds
import SluiceFeed

/// Six fields of each record of a log feed of 2 GB, from a file: no byte of it is in a cache of the CPU when it is
/// read, and no record occurs twice.
enum ColdWorkload {
  private static let bytes = 2_000_000_000
  /// How many records are compared value by value; of all, the tallies are.
  private static let compared = 40_000

  static func make(_ settings: Settings) throws -> Workload {
    let folder = try ScratchFolder()
    let path = "\(folder.path)/cold.ndjson"
    let (records, size) = try write(to: path)
    let beginning = Feeds.make(.logs, records: compared)
    let start = try folder.write(beginning, to: "beginning.ndjson")
    let documents = Documents([path, start].map { Array($0.utf8) })
    let references = try CppContender.all(
      [
        "logs.file.lines": "simdjson.lines",
        "logs.file.lines.forward": "simdjson.lines.forward",
        "logs.file.iterate_many": "simdjson.iterate_many",
      ], over: documents, settings)
    return Workload(
      name: "feed.cold",
      input: InputReport(
        name: "log feed from a file of \(size) bytes; SHA-256 of its first \(compared) records",
        bytes: size, sha256: SHA256.hex(of: beginning), seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: references + [LogsSluiceFile(path, beginning: start, in: folder)],
      // The kernel's copying is part of the work.
      counted: [])
  }

  /// Writes the feed and returns its numbers of records and bytes.
  private static func write(to path: String) throws -> (records: Int, bytes: Int) {
    guard FileManager.default.createFile(atPath: path, contents: nil),
      let file = FileHandle(forWritingAtPath: path)
    else { throw Unavailable(description: "can't write \(path)") }
    defer { try? file.close() }
    var sample = SampleFeed(shape: .logs, seed: Feeds.seed)
    var (records, size) = (0, 0)
    var piece: [UInt8] = []
    while size < bytes {
      piece.removeAll(keepingCapacity: true)
      sample.appendRecords(compared, to: &piece)
      try file.write(contentsOf: Data(piece))
      records += compared
      size += piece.count
    }
    return (records, size)
  }
}
