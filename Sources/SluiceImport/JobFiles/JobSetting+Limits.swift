import Sluice
import SluiceFeed

/// How much a job uses at most.
extension JobSetting {
  package static let jobs = integer(
    "jobs", "N", in: 1...256,
    "read lines on N threads (default: 1); records stay in their order",
    set: { (number, file) throws(ImportError) in file.options.feed.parallel = number },
    get: { $0.options.feed.parallel == 1 ? nil : $0.options.feed.parallel })

  package static let maximumRecord = integer(
    "max-record", "BYTES", in: 1...(2 << 30),
    "reject longer records (default: 64M); takes K, M and G for powers of 1024",
    set: { (size, file) throws(ImportError) in file.options.feed.maximumRecordSize = size },
    get: { file in
      let size = file.options.feed.maximumRecordSize
      return size == usual.options.feed.maximumRecordSize ? nil : size
    })

  package static let maximumDepth = integer(
    "max-depth", "N", in: 1...1_000_000,
    "reject records that are nested more deeply (default: 1024 levels)",
    set: { (depth, file) throws(ImportError) in file.options.feed.depthLimit = depth },
    get: { file in
      let depth = file.options.feed.depthLimit
      return depth == usual.options.feed.depthLimit ? nil : depth
    })

  private static let noLimit = "off"

  package static let maximumRatio = JobSetting(
    key: "max-ratio", placeholder: "N|off",
    help:
      "stop at a compressed source with more than N times as many bytes of text, compared for every"
      + " 64 MiB of it (default: 1000); off for sources that you trust",
    shape: .either(.integer(1...1_000_000_000), .choice([noLimit])),
    read: { (json, place, file) throws(ImportError) in
      file.options.feed.decompression.ratio = json.int
    },
    write: { file in
      let ratio = file.options.feed.decompression.ratio
      if ratio == usual.options.feed.decompression.ratio { return nil }
      return ratio.map { JSON($0) } ?? .string(noLimit)
    })

  package static let maximumDecompressed = integer(
    "max-decompressed", "BYTES", in: 1...Int(FeedPosition.largest),
    "stop at a compressed source with more bytes of text (default: no limit); takes K, M and G",
    set: { (size, file) throws(ImportError) in
      file.options.feed.decompression.total = Int64(size)
    },
    get: { $0.options.feed.decompression.total.map { Int($0) } })
}
