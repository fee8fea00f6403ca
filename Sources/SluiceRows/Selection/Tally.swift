import Sluice
import SluiceFeed

/// Counts the records of a feed by groups, and sums up numbers in them.
///
/// ```swift
/// let tally = try Tally(
///   where: Filter("public"), groupedBy: ColumnPath(parsing: "type"),
///   sums: [.init(.average, of: ColumnPath(parsing: "payload.size"))])
/// let groups = try tally.groups(of: &feed)
/// ```
///
/// Missing and null numbers are left out; values of other types are left out and counted
/// (``TallyGroup/Sum/others``). Sums are exact: integers, which are numbers written without a fraction and
/// an exponent, in up to 128 bits. Other numbers count as the nearest doubles. Sums with such numbers are
/// rounded once from the exact sum, so that they are the same in any order and on any number of threads.
/// Exact comparisons find the smallest and the largest.
///
/// Quantiles and distinct values are exact as long as there are few, and estimates beyond that:
/// ``TallyGroup/Sum/error(of:)`` says which. Estimates, too, are the same in any order and on any number of
/// threads. See <doc:QuestionsOfFeeds> for the bounds.
public struct Tally: Sendable {
  /// An aggregate of the values at a path.
  public struct Aggregate: Sendable, Hashable, CustomStringConvertible {
    public enum Kind: Sendable, Hashable {
      case sum
      case average
      case minimum
      case maximum
      /// The smallest of the numbers that at least this share of them, from 0 to 1, does not exceed.
      case quantile(Double)
      /// The number of distinct values that are not null. They are told apart as groups are: strings by
      /// their text, all others by their spelling.
      case distinct

      /// The word for it in the head of a table: `sum`, `avg`, `p99`.
      public var name: String {
        switch self {
        case .sum: "sum"
        case .average: "avg"
        case .minimum: "min"
        case .maximum: "max"
        case .distinct: "distinct"
        case .quantile(let share): "p\(Kind.percent(share))"
        }
      }

      /// A share times 100, without the digits that binary fractions add.
      private static func percent(_ share: Double) -> String {
        let text = ((share * 1e11).rounded() / 1e9).description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
      }
    }

    public let kind: Kind
    public let path: ColumnPath
    /// Whether a string counts as the number in it, by JSON's grammar: ``TallyGroup/Sum/texts`` counts these.
    public let acceptsText: Bool

    public init(_ kind: Kind, of path: ColumnPath, acceptsText: Bool = false) {
      self.kind = kind
      self.path = path
      self.acceptsText = acceptsText
    }

    /// Parses a path, which `accepts text` may follow. Throws ``ImportError`` for other words, and for texts of
    /// distinct values.
    package init(_ kind: Kind, parsing text: String) throws(ImportError) {
      let words = text.utf8.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
      guard words.count > 1, words.dropFirst().first?.utf8.elementsEqual("accepts".utf8) == true
      else {
        self.init(kind, of: try ColumnPath(parsing: text))
        return
      }
      guard words.count == 3, words[2].utf8.elementsEqual("text".utf8), kind != .distinct else {
        throw ImportError(
          .badColumn,
          "\(text): expected PATH accepts text, for numbers in strings; distinct values take strings as they are"
        )
      }
      self.init(kind, of: try ColumnPath(parsing: words[0]), acceptsText: true)
    }

    /// Such as `sum(payload.size)`.
    public var description: String { "\(kind.name)(\(pathText))" }

    /// The path, and what is accepted there.
    package var pathText: String { "\(path)\(acceptsText ? " accepts text" : "")" }
  }

  public let filter: Filter?
  /// The paths to group by: records whose values at all of them are the same are one group.
  public let groupings: [ColumnPath]
  public let aggregates: [Aggregate]
  package var limits = TallyLimits()
  /// The most groups; more are an error, because they are kept in memory.
  public static let mostGroups = 1_000_000
  /// The most bytes of all groups' keys; more are an error.
  public static let mostKeyBytes = 256 << 20

  public init(
    where filter: Filter? = nil, groupedBy grouping: ColumnPath? = nil,
    sums aggregates: [Aggregate] = []
  ) {
    self.init(where: filter, groupedBy: grouping.map { [$0] } ?? [], sums: aggregates)
  }

  /// A tally of groups by the values at several paths.
  public init(
    where filter: Filter? = nil, groupedBy groupings: [ColumnPath],
    sums aggregates: [Aggregate] = []
  ) {
    self.filter = filter
    self.groupings = groupings
    self.aggregates = aggregates
  }

  /// Reads the feed to its end. Orders the groups by their counts, the largest first. The feed's options
  /// decide what to do with bad records, and how many threads to use. Records are checked in full, unless
  /// these options say otherwise.
  ///
  /// `progress` is called now and then. Throws ``ImportError`` when there are too many groups, or when they
  /// need too much memory, and what `JSONFeed` throws.
  public func groups(
    of feed: inout JSONFeed, progress: (() -> Void)? = nil
  ) throws -> TallyResult {
    var table = TallyTable(self)
    try forEachPart(of: &feed) { part in
      try table.add(part)
      progress?()
    } rejected: { _ in
    }
    return table.result
  }

  /// Reads the feed to its end, and passes on the groups of each piece, for a ``TallyTable`` of all, and the
  /// bad records, after they were treated as the feed's options say.
  package func forEachPart(
    of feed: inout JSONFeed, _ body: (TallyTable) throws -> Void,
    rejected: (RejectedRecord) -> Void
  ) throws {
    let layout = TallyLayout(self)
    feed.checksInFullUnlessTold()
    if !mayNeedMessageFields { feed.leaveOutMessageFields() }
    let own = self
    let parts = SpareParts { TallyPart(own, layout) }
    let handler = feed.handler
    try handler.flushing {
      try feed.forEachChunk(
        ChunkFold { piece in
          let part = parts.reuse()
          part.read(piece)
          return part
        }, keepsBytes: false
      ) { part, delivery in
        defer { parts.put(part) }
        try delivery.finish()
        try body(part.table)
      } rejected: { reject in
        try handler.keep(reject)
        rejected(reject)
      }
    }
  }
}
