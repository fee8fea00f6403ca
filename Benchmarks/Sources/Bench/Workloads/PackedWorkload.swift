import CContenders
import Foundation
import Results
import SluiceFeed

/// Six fields of each record of the log feed, compressed, against decompression alone. In wall-clock time,
/// because decompression has a thread of its own.
enum PackedWorkload {
  static let records = 100_000

  static func makeGzip(_ settings: Settings) throws -> Workload {
    let text = Feeds.make(.logs, records: records)
    return try make(
      "feed.gzip", "log feed by gzip -6", text, try gzip(text), reference: "isal",
      bench_unpack_gzip)
  }

  static func makeZstd(_ settings: Settings) throws -> Workload {
    let text = Feeds.make(.logs, records: records)
    return try make(
      "feed.zstd", "log feed by zstd -3", text, try zstd(text), reference: "libzstd",
      bench_unpack_zstd)
  }

  private static func make(
    _ name: String, _ input: String, _ text: [UInt8], _ packed: [UInt8], reference: String,
    _ unpack: @escaping PackedAlone.Unpack
  ) throws -> Workload {
    Workload(
      name: name,
      input: InputReport(
        name: "\(input) to \(packed.count) bytes (time on the clock)", bytes: text.count,
        sha256: SHA256.hex(of: packed), seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: [
        try PackedAlone(reference, packed, text: text, unpack), PackedSluice(packed),
      ])
  }

  /// By the program that compresses most feeds.
  private static func gzip(_ text: [UInt8]) throws -> [UInt8] {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "logs")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-6", "-n", path]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Unavailable(description: "no gzip here") }
    return Array(try Data(contentsOf: URL(fileURLWithPath: path + ".gz")))
  }

  private static func zstd(_ text: [UInt8]) throws -> [UInt8] {
    var packed = [UInt8](repeating: 0, count: text.count + 1000)
    let size = bench_pack_zstd(text, text.count, &packed, packed.count)
    guard size > 0 else { throw Unavailable(description: "zstd did not compress the feed") }
    return Array(packed[..<size])
  }
}
