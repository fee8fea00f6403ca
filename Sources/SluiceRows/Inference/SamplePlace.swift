import Sluice
import SluiceFeed

/// Where a part of a sample comes from.
struct SamplePlace {
  let path: String
  /// The bytes in which its records begin; nil: the file is not plain text, and its start is read.
  let range: Range<Int64>?

  private static let perFile = 10
  /// The bytes of the shortest record that can be a column's, with its newline: `{}`.
  private static let shortest: Int64 = 3
  private static let most = 100

  /// The places that the records of a sample come from, and whether they are all of the source; nil: its start.
  ///
  /// Throws ``ImportError`` where the options require places and the source has none, and `io` for files that can't
  /// be read.
  static func places(
    of source: FeedSource, _ options: InferenceOptions
  ) throws -> (places: [SamplePlace], isAll: Bool)? {
    let isRequired = options.isSpread == true
    let framing = options.feed.framing
    guard isRequired || options.isSpread == nil && options.records != nil else { return nil }
    guard options.feed.range == nil else {
      guard isRequired else { return nil }
      throw ImportError(
        .source,
        "\(source.name): records come from several places of a file, or from a range of it")
    }
    guard framing == .lines || framing == .auto, let paths = try source.paths() else {
      guard isRequired else { return nil }
      throw refusal("\(source.name) is no file, or has no lines")
    }
    let chosen = spread(paths)
    let count = max(min(most / chosen.count, perFile), 1)
    var places: [SamplePlace] = []
    var sizes: Int64 = 0
    for path in chosen {
      let size = try size(of: path)
      // How many records a packed file has is not known.
      let (sum, isOver) = sizes.addingReportingOverflow(size ?? .max)
      sizes = isOver ? .max : sum
      guard let size else {
        places.append(SamplePlace(path: path, range: nil))
        continue
      }
      for number in 0..<count {
        places.append(
          SamplePlace(
            path: path, range: border(number, of: count, size)..<border(number + 1, of: count, size)
          ))
      }
    }
    guard places.count > 1 else {
      guard isRequired else { return nil }
      throw refusal("\(source.name) is compressed or no file")
    }
    let isAll = chosen.count == paths.count
    // So few bytes have no more records than are examined anyway.
    if isAll, !isRequired, let records = options.records,
      sizes / shortest <= Int64(records)
    {
      return nil
    }
    return (places, isAll)
  }

  /// At most 100 of the files, from the first to the last.
  private static func spread(_ paths: [String]) -> [String] {
    guard paths.count > most else { return paths }
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

  static func refusal(_ reason: String) -> ImportError {
    ImportError(
      .source,
      "\(reason): records from several places of a feed take a file of lines that is not"
        + " compressed; read the start, or all of it")
  }
}
