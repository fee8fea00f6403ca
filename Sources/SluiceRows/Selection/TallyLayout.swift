/// Where a tally keeps what: each path is looked up once for a record, and summed up once.
struct TallyLayout: Sendable {
  enum Place: Sendable {
    /// In a group's figures.
    case numbers(Int)
    /// Among the tables of distinct values.
    case distinct(Int)
  }

  /// The paths with numbers, each once, or twice if one accepts texts.
  private(set) var numberPaths: [ColumnPath] = []
  /// For each of them whether a string counts as the number in it.
  private(set) var acceptsText: [Bool] = []
  /// For each of them where its numbers are kept for quantiles; nil: they are not.
  private(set) var samples: [Int?] = []
  private(set) var sampleCount = 0
  /// The paths whose values are counted, each once.
  private(set) var distinctPaths: [ColumnPath] = []
  /// The place of each aggregate.
  private(set) var places: [Place] = []
  let groupings: [ColumnPath]
  let limits: TallyLimits

  init(_ tally: Tally) {
    groupings = tally.groupings
    limits = tally.limits
    for aggregate in tally.aggregates {
      if case .distinct = aggregate.kind {
        places.append(.distinct(TallyLayout.place(of: aggregate.path, in: &distinctPaths)))
        continue
      }
      let place = place(of: aggregate)
      if place == samples.count { samples.append(nil) }
      if case .quantile = aggregate.kind, samples[place] == nil {
        samples[place] = sampleCount
        sampleCount += 1
      }
      places.append(.numbers(place))
    }
  }

  private mutating func place(of aggregate: Tally.Aggregate) -> Int {
    let known = numberPaths.indices.first {
      numberPaths[$0] == aggregate.path && acceptsText[$0] == aggregate.acceptsText
    }
    if let known { return known }
    numberPaths.append(aggregate.path)
    acceptsText.append(aggregate.acceptsText)
    return numberPaths.count - 1
  }

  private static func place(of path: ColumnPath, in paths: inout [ColumnPath]) -> Int {
    if let known = paths.firstIndex(of: path) { return known }
    paths.append(path)
    return paths.count - 1
  }
}
