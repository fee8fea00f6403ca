import Testing

/// Work that is measured at two sizes, of which one is four times the other.
///
/// Four times the input takes four times as long if the cost is proportional to it, and sixteen times if it is quadratic.
struct GrowthRow: Sendable, CustomTestStringConvertible {
  /// What grows.
  let name: String
  /// The smaller size.
  let size: Int
  /// Makes the input of a size, and returns the work on it, which may be done several times.
  let work: @Sendable (Int) throws -> () throws -> Void

  init(
    _ name: String, _ size: Int, _ work: @escaping @Sendable (Int) throws -> () throws -> Void
  ) {
    self.name = name
    self.size = size
    self.work = work
  }

  var testDescription: String { name }

  static let rounds = 5
  /// How often the rounds are run again, at most, before a cost that seems to grow too fast is taken for one: what slows
  /// the machine down passes.
  static let repetitions = 3
  static let factor = 4
  /// The most times as long that the larger input may take.
  static let most = 6.0
}

/// What a row took, at best, in seconds of CPU time.
struct GrowthMeasurement {
  private(set) var small = Double.infinity
  private(set) var large = Double.infinity

  var ratio: Double { large / small }

  /// Measures both sizes in turn, so that whatever slows the machine down slows both.
  init(of row: GrowthRow) throws {
    let works = (try row.work(row.size), try row.work(row.size * GrowthRow.factor))
    for _ in 0...GrowthRow.repetitions {
      for _ in 0..<GrowthRow.rounds {
        small = min(small, try Self.time(works.0))
        large = min(large, try Self.time(works.1))
      }
      if ratio <= GrowthRow.most { return }
    }
  }

  private static func time(_ work: () throws -> Void) throws -> Double {
    let start = CPUTime.seconds
    try work()
    return CPUTime.seconds - start
  }
}
