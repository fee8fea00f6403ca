import CContenders
import Foundation
import Results
import SampleFeeds
import SluiceFeed

/// Six fields of each record of the log feed, compressed, against decompression alone. In wall-clock time,
/// because decompression has a thread of its own.
enum PackedWorkload {
  static let records = 100_000

  static func makeGzip(_ settings: Settings) throws -> Workload {
    let text = Feeds.make(.logs, records: records)
    return try make(
      "feed.gzip", "log feed by gzip -6", text, try packed(text, by: ["gzip", "-6", "-n"]),
      reference: "isal",
      bench_unpack_gzip)
  }

  static func makeZstd(_ settings: Settings) throws -> Workload {
    let text = Feeds.make(.logs, records: records)
    return try make(
      "feed.zstd", "log feed by zstd -3", text, try packed(text, by: bench_pack_zstd),
      reference: "libzstd",
      bench_unpack_zstd)
  }

  static func makeXZ(_ settings: Settings) throws -> Workload {
    let text = Feeds.make(.logs, records: records)
    return try make(
      "feed.xz", "log feed by xz -6", text, try packed(text, by: ["xz", "-6"]), reference: "alone",
      orPlain: true, bench_unpack_xz)
  }

  static func makeBzip2(_ settings: Settings) throws -> Workload {
    let text = Feeds.make(.logs, records: records)
    return try make(
      "feed.bzip2", "log feed by bzip2 -9", text, try packed(text, by: ["bzip2", "-9"]),
      reference: "alone", orPlain: true, bench_unpack_bzip2)
  }

  static func makeLZ4(_ settings: Settings) throws -> Workload {
    let text = Feeds.make(.logs, records: records)
    return try make(
      "feed.lz4", "log feed by LZ4", text, try packed(text, by: bench_pack_lz4), reference: "alone",
      orPlain: true, bench_unpack_lz4)
  }

  private static func make(
    _ name: String, _ input: String, _ text: [UInt8], _ packed: [UInt8], reference: String,
    orPlain: Bool = false, _ unpack: @escaping PackedAlone.Unpack
  ) throws -> Workload {
    Workload(
      name: name,
      input: InputReport(
        name: "\(input) to \(packed.count) bytes (time on the clock)", bytes: text.count,
        sha256: SHA256.hex(of: packed), seed: Feeds.seed),
      records: records, recordName: "records",
      contenders: [
        try PackedAlone(reference, packed, text: text, orPlain: orPlain, unpack),
        PackedSluice(packed),
      ])
  }

  /// By the program that compresses most feeds of its kind.
  private static func packed(_ text: [UInt8], by command: [String]) throws -> [UInt8] {
    let folder = try ScratchFolder()
    let path = try folder.write(text, to: "logs")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command + [path]
    try process.run()
    process.waitUntilExit()
    let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .first { $0.hasPrefix("logs.") }
    guard process.terminationStatus == 0, let made else {
      throw Unavailable(description: "no \(command[0]) here")
    }
    return Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(made)")))
  }

  private static func packed(_ text: [UInt8], by pack: PackedAlone.Unpack) throws -> [UInt8] {
    var packed = [UInt8](repeating: 0, count: text.count + text.count / 100 + 1000)
    let size = pack(text, text.count, &packed, packed.count)
    guard size > 0 else {
      throw Unavailable(description: "the feed was not compressed: is the library here?")
    }
    return Array(packed[..<size])
  }
}
