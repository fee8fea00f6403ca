import Sluice
import SluiceFeed

/// The flags that every command that reads a feed takes.
extension ParsedArguments {
  private enum Check: String, CaseIterable {
    case full, accessed
  }

  /// FEED: a file, or `-` for standard input.
  func feedSource() throws(UsageError) -> FeedSource {
    let name = try operand("FEED")
    return name == "-" ? .standardInput : .file(name)
  }

  func feedOptions() throws(UsageError) -> FeedOptions {
    var options = FeedOptions()
    options.checking = try choice("--check", as: Check.self) == .accessed ? .accessed : .full
    if let size = try number("--max-record", in: 1...(2 << 30)) { options.maximumRecordSize = size }
    return options
  }
}
