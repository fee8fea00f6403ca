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
  static let factor = 4
  /// The most times as long that the larger input may take.
  static let most = 6.0
}

/// What a row took, at best, in seconds of CPU time.
struct GrowthMeasurement {
  let small: Double
  let large: Double

  var ratio: Double { large / small }

  /// Measures both sizes in turn, so that whatever slows the machine down slows both.
  init(of row: GrowthRow) throws {
    let works = [try row.work(row.size), try row.work(row.size * GrowthRow.factor)]
    var best = [Double.infinity, Double.infinity]
    for _ in 0..<GrowthRow.rounds {
      for (place, work) in works.enumerated() {
        let start = CPUTime.seconds
        try work()
        best[place] = min(best[place], CPUTime.seconds - start)
      }
    }
    (small, large) = (best[0], best[1])
  }
}
