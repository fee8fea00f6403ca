import SampleFeeds

/// The frozen sample feeds: shape, seed and number of records are fixed, and the report has their SHA-256.
enum Feeds {
  static let seed: UInt64 = 1

  static func make(_ shape: SampleFeed.Shape, records: Int) -> [UInt8] {
    var sample = SampleFeed(shape: shape, seed: seed)
    var bytes: [UInt8] = []
    sample.appendRecords(records, to: &bytes)
    return bytes
  }
}
