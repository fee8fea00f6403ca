import Sluice
import SluiceFeed
import SluiceImport

/// Parts of a job's sources for several readers.
enum ScanDivision {
  /// The parts, as `sluice split` writes them, in an array.
  static func parts(_ text: String, options: String?) throws -> String {
    let job = try Scan.parse(text)
    let framing = job.options.feed.framing
    let paths: [String]
    switch try job.feedSource() {
    case .file(let path): paths = [path]
    case .files(let several): paths = several
    case .glob(let pattern): paths = try Glob.files(matching: pattern)
    default:
      throw ScanError(
        "bad-job",
        "files are divided, and standard input and URLs are not: name files in \"sources\"",
        number: ScanError.invalidArgument)
    }
    let parts =
      switch try measure(options) {
      case .parts(let count): try FeedPart.dividing(paths, into: count, framing: framing)
      case .bytes(let size): try FeedPart.dividing(paths, ofBytes: size, framing: framing)
      }
    return try JSON.array(parts.map(\.json)).serializedString()
  }

  private enum Measure {
    case parts(Int)
    case bytes(Int64)
  }

  private static func measure(_ options: String?) throws(ScanError) -> Measure {
    let expected = "the options: expected \"parts\" or \"bytes\", with a number of at least 1"
    guard let options, let (key, value) = try ScanOptions.object(options).first,
      try ScanOptions.object(options).count == 1, let number = value.int, number >= 1
    else { throw .badOptions(expected) }
    switch key {
    case "parts" where number <= 1_000_000: return .parts(number)
    case "bytes": return .bytes(Int64(number))
    default: throw .badOptions(expected)
    }
  }
}
