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
    var options = FeedOptions(framing: .auto, badRecords: .skip)
    if let name = value("--framing") {
      do throws(JSONError) {
        options.framing = try FeedFraming(name)
      } catch {
        throw UsageError("--framing: \(error.summary)")
      }
    }
    if let file = value("--rejects") { options.badRecords = .reject(to: file) }
    try maximumErrors(&options)
    options.checking = try choice("--check", as: Check.self) == .accessed ? .accessed : .full
    if let size = try number("--max-record", in: 1...(2 << 30)) { options.maximumRecordSize = size }
    return options
  }

  /// A number of records, or with a percent sign a share of them.
  private func maximumErrors(_ options: inout FeedOptions) throws(UsageError) {
    guard let text = value("--max-errors") else { return }
    if text.hasSuffix("%"), let share = Double(text.dropLast()), (0...100).contains(share) {
      options.maximumBadShare = share / 100
    } else if let count = Int(text), count >= 0 {
      options.maximumBadRecords = count
    } else {
      throw UsageError(
        "--max-errors takes a number of records, such as 100, or a share, such as 0.5%, found"
          + " \"\(text)\"")
    }
  }
}
