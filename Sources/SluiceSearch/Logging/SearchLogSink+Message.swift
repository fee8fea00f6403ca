extension SearchLogSink {
  /// A message that a search logs, in the shape of swift-log's messages.
  public struct Message: Sendable, Hashable {
    /// The severity: swift-log's levels, with the same names.
    public enum Level: String, Sendable, Hashable, CaseIterable, Comparable {
      case trace, debug, info, notice, warning, error, critical

      public static func < (left: Level, right: Level) -> Bool {
        left.rank < right.rank
      }

      private var rank: Int { Level.allCases.firstIndex(of: self) ?? 0 }
    }

    public let level: Level
    /// The text; it may have several lines.
    public let text: String
    /// `model`, `path`, `line`, `column` and `offset` of the object.
    public let metadata: [String: String]
    /// The module that logs.
    public let source: String

    public init(
      level: Level, text: String, metadata: [String: String] = [:], source: String = "SluiceSearch"
    ) {
      self.level = level
      self.text = text
      self.metadata = metadata
      self.source = source
    }
  }
}

extension SearchLogSink.Message: CustomStringConvertible {
  /// Level, source and place on the first line, followed by the text.
  public var description: String {
    var head = "\(level.rawValue) \(source):"
    if let path = metadata["path"] { head += " \(path)" }
    if let line = metadata["line"], let column = metadata["column"] {
      head += " (line \(line), column \(column))"
    }
    return "\(head)\n\(text)"
  }
}
