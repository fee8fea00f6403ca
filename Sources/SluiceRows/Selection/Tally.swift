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
public struct Tally: Sendable {
  /// An aggregate of the numbers at a path.
  public struct Aggregate: Sendable, Hashable, CustomStringConvertible {
    public enum Kind: String, Sendable, Hashable {
      case sum
      case average = "avg"
      case minimum = "min"
      case maximum = "max"
    }

    public let kind: Kind
    public let path: ColumnPath

    public init(_ kind: Kind, of path: ColumnPath) {
      self.kind = kind
      self.path = path
    }

    /// Such as `sum(payload.size)`.
    public var description: String { "\(kind.rawValue)(\(path))" }
  }

  public let filter: Filter?
  public let grouping: ColumnPath?
  public let aggregates: [Aggregate]
  /// The most groups; more are an error, because they are kept in memory.
  public static let mostGroups = 1_000_000

  public init(
    where filter: Filter? = nil, groupedBy grouping: ColumnPath? = nil,
    sums aggregates: [Aggregate] = []
  ) {
    self.filter = filter
    self.grouping = grouping
    self.aggregates = aggregates
  }

  /// Reads the feed to its end. Orders the groups by their counts, the largest first. The feed's options
  /// decide what to do with bad records, and how many threads to use. Records are checked in full, unless
  /// these options say otherwise.
  ///
  /// `progress` is called now and then. Throws ``ImportError`` when there are too many groups, and what
  /// `JSONFeed` throws.
  public func groups(
    of feed: inout JSONFeed, progress: (() -> Void)? = nil
  ) throws -> TallyResult {
    var result = TallyTable(self)
    feed.checksInFullUnlessTold()
    let own = self
    let parts = SpareParts { TallyPart(own) }
    let handler = feed.handler
    try handler.flushing {
      try feed.forEachChunk(
        ChunkFold { piece in
          let part = parts.take()
          part.read(piece)
          return part
        }, keepsBytes: false
      ) { part, delivery in
        defer { parts.put(part) }
        try delivery.finish()
        try result.add(part.table)
        progress?()
      } rejected: {
        try handler.keep($0)
      }
    }
    return result.result
  }
}

/// What a ``Tally`` found.
public struct TallyResult: Sendable, Hashable {
  /// Ordered by count, the largest first, then by the bytes of their keys.
  public internal(set) var groups: [TallyGroup]
  /// The number of records that the filter took.
  public internal(set) var records: Int64
  /// The number of records that it did not take.
  public internal(set) var filtered: Int64
}

/// The records of one group.
public struct TallyGroup: Sendable, Hashable {
  /// The JSON of the value at the grouping's path, in the spelling of the group's first record; nil: it is
  /// missing, or nothing is grouped.
  public internal(set) var key: String?
  public internal(set) var count: Int64
  /// In the order of the tally's aggregates.
  public internal(set) var sums: [Sum]

  /// The numbers at a path, summed up.
  public struct Sum: Sendable, Hashable {
    /// How many numbers there are.
    public internal(set) var count: Int64 = 0
    /// The number of values that are neither a number nor null.
    public internal(set) var others: Int64 = 0
    private var total = TallyTotal()
    var least: TallyNumber?
    var greatest: TallyNumber?

    /// The aggregate's value; nil when there are no numbers.
    public func value(_ kind: Tally.Aggregate.Kind) -> TallyNumber? {
      guard count > 0 else { return nil }
      switch kind {
      case .sum: return total.number
      case .average: return .real(total.number.double / Double(count))
      case .minimum: return least
      case .maximum: return greatest
      }
    }

    mutating func add(_ number: TallyNumber) {
      count += 1
      total.add(number)
      if least.map({ number < $0 }) ?? true { least = number }
      if greatest.map({ $0 < number }) ?? true { greatest = number }
    }

    mutating func add(_ other: Sum) {
      guard other.count > 0 || other.others > 0 else { return }
      count += other.count
      others += other.others
      total.add(other.total)
      if let number = other.least, least.map({ number < $0 }) ?? true { least = number }
      if let number = other.greatest, greatest.map({ $0 < number }) ?? true { greatest = number }
    }
  }
}
