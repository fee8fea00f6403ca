/// What a ``Tally`` found.
public struct TallyResult: Sendable, Hashable {
  /// Ordered by count, the largest first, then by the bytes of their keys.
  public internal(set) var groups: [TallyGroup]
  /// The number of records that the filter took.
  public internal(set) var records: Int64
  /// The number of records that it did not take.
  public internal(set) var filtered: Int64

  /// The result with the largest groups only. Their counts are exact: all groups were counted.
  public func top(_ count: Int) -> TallyResult {
    var result = self
    result.groups = Array(groups.prefix(max(count, 0)))
    return result
  }
}

/// The records of one group.
public struct TallyGroup: Sendable, Hashable {
  /// For each path of the grouping the JSON of the value there, in the spelling of the group's first
  /// record; nil where it is missing.
  public internal(set) var keys: [String?]
  public internal(set) var count: Int64
  /// In the order of the tally's aggregates.
  public internal(set) var sums: [Sum]

  /// The key of a grouping by one path; nil: it is missing, or nothing is grouped.
  public var key: String? { keys.first ?? nil }

  /// The values at a path, summed up.
  public struct Sum: Sendable, Hashable {
    let figures: NumberFigures
    let sample: NumberSample?
    let distinct: DistinctFigure?

    /// How many numbers there are.
    public var count: Int64 { figures.count }
    /// The number of values that are neither a number nor null.
    public var others: Int64 { figures.others }
    /// The number of numbers that were in strings: ``Tally/Aggregate/acceptsText``.
    public var texts: Int64 { figures.texts }

    /// The aggregate's value; nil when there are no numbers, and for an aggregate that the tally has not.
    public func value(_ kind: Tally.Aggregate.Kind) -> TallyNumber? {
      if case .distinct = kind { return distinct.map { .integer(Int128($0.count)) } }
      guard figures.count > 0 else { return nil }
      switch kind {
      case .sum: return figures.total.number
      case .average: return .real(figures.total.average(of: count))
      case .minimum: return figures.least
      case .maximum: return figures.greatest
      case .quantile(let share): return sample?.quantile(share, figures)
      case .distinct: return nil
      }
    }

    /// The relative error of the aggregate's value; nil: the value is exact. For a quantile it is the
    /// largest one, for distinct values the standard error.
    public func error(of kind: Tally.Aggregate.Kind) -> Double? {
      switch kind {
      case .sum, .average, .minimum, .maximum: nil
      // The least and the largest number are kept as they are.
      case .quantile(0), .quantile(1): nil
      case .quantile: sample?.isExact ?? true ? nil : NumberSample.largestError
      case .distinct: distinct?.isExact ?? true ? nil : DistinctValues.standardError
      }
    }
  }
}

/// The number of distinct values.
struct DistinctFigure: Sendable, Hashable {
  let count: Int64
  let isExact: Bool
}

/// Numbers, summed up.
struct NumberFigures: Sendable, Hashable {
  private(set) var count: Int64 = 0
  var others: Int64 = 0
  var texts: Int64 = 0
  private(set) var total = TallyTotal()
  private(set) var least: TallyNumber?
  private(set) var greatest: TallyNumber?

  mutating func add(_ number: TallyNumber) {
    count += 1
    total.add(number)
    if least.map({ number < $0 }) ?? true { least = number }
    if greatest.map({ $0 < number }) ?? true { greatest = number }
  }

  mutating func add(_ other: NumberFigures) {
    guard other.count > 0 || other.others > 0 else { return }
    count += other.count
    others += other.others
    texts += other.texts
    total.add(other.total)
    if let number = other.least, least.map({ number < $0 }) ?? true { least = number }
    if let number = other.greatest, greatest.map({ $0 < number }) ?? true { greatest = number }
  }
}
