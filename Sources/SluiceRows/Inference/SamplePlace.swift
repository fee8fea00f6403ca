import Sluice
import SluiceFeed

/// Where a part of a sample comes from.
struct SamplePlace {
  let path: String
  /// The bytes in which its records begin; nil: the file is not plain text, and its start is read.
  let range: Range<Int64>?

  private static let perFile = 10
  private static let mostFiles = 100
  /// The bytes of the shortest record with its newline, such as `1`.
  private static let shortest: Int64 = 2

  /// The places that the records of a sample come from, at most one for each record, and whether they are all of the
  /// source; nil: its start is all, or all that can be reached. Throws `io` for files that can't be read.
  static func places(
    of source: FeedSource, _ options: InferenceOptions
  ) throws(JSONError) -> (places: [SamplePlace], isAll: Bool)? {
    let framing = options.feed.framing
    guard options.isSpread, let records = options.records, options.feed.range == nil,
      framing == .lines || framing == .auto, let paths = try source.paths()
    else { return nil }
    let chosen = spread(paths, most: min(records, mostFiles))
    guard !chosen.isEmpty else { return nil }
    let count = max(min(min(records, mostFiles) / chosen.count, perFile), 1)
    var places: [SamplePlace] = []
    var sizes: Int64 = 0
    for path in chosen {
      guard let size = try size(of: path) else {
        places.append(SamplePlace(path: path, range: nil))
        // How many records a packed file has is not known.
        sizes = .max
        continue
      }
      let (sum, isOver) = sizes.addingReportingOverflow(size)
      sizes = isOver ? .max : sum
      for number in 0..<count {
        let end = border(number + 1, of: count, size)
        places.append(SamplePlace(path: path, range: border(number, of: count, size)..<end))
      }
    }
    let isAll = chosen.count == paths.count
    // So few bytes have no more records than are examined anyway.
    let isShort = isAll && sizes / shortest <= Int64(records)
    return places.count > 1 && !isShort ? (places, isAll) : nil
  }

  /// At most this number of the files, from the first to the last.
  private static func spread(_ paths: [String], most: Int) -> [String] {
    guard paths.count > most, most > 1 else { return Array(paths.prefix(max(most, 0))) }
    return (0..<most).map { paths[$0 * (paths.count - 1) / (most - 1)] }
  }

  private static func border(_ number: Int, of count: Int, _ size: Int64) -> Int64 {
    let (number, count) = (Int64(number), Int64(count))
    return size / count * number + size % count * number / count
  }

  /// The size of a file whose offsets are those of its feed; nil for any other.
  private static func size(of path: String) throws(JSONError) -> Int64? {
    // No file's name has U+0000; opening the feed says so.
    path.utf8.contains(0) ? nil : try PlainFile.size(of: path)
  }
}
