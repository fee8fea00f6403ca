import Foundation

/// The median; for an even number of values, the mean of the two in the middle.
package func median(_ values: [Double]) -> Double { quantile(0.5, of: values) }

/// The value below which that share of the values is, interpolated linearly between two of them. NaN
/// without values.
package func quantile(_ share: Double, of values: [Double]) -> Double {
  guard !values.isEmpty else { return .nan }
  let sorted = values.sorted()
  let place = share * Double(sorted.count - 1)
  let below = Int(place.rounded(.down))
  let above = min(below + 1, sorted.count - 1)
  return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
}

/// The interval that contains a figure 95 times of 100.
package struct Interval: Codable, Equatable {
  package let low: Double
  package let high: Double

  package init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }
}

/// The percentile bootstrap (B. Efron, "Bootstrap Methods: Another Look at the Jackknife", Annals of
/// Statistics 7, 1979): the figure as it would have been with other rounds, drawn from the measured ones.
/// The draws are the same in each run, so that a report can be made again.
package enum Bootstrap {
  package static let draws = 1000

  /// `figure` receives, for each draw, the numbers of the rounds that count. Nil when it has no result.
  package static func interval(
    rounds: Int, _ figure: ([Int]) -> Double?
  ) -> Interval? {
    guard rounds > 1 else { return nil }
    var random = SplitMix(state: 0x5EED)
    var figures: [Double] = []
    for _ in 0..<draws {
      let drawn = (0..<rounds).map { _ in Int(random.next() % UInt64(rounds)) }
      guard let figure = figure(drawn) else { return nil }
      figures.append(figure)
    }
    return Interval(low: quantile(0.025, of: figures), high: quantile(0.975, of: figures))
  }

  /// SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014).
  private struct SplitMix {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }
}
