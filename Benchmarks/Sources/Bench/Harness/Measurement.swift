/// What was measured of one contender.
struct Measurement: Codable {
  let contender: String
  /// Seconds for one pass, by round.
  var passes: [Double] = []
  /// Why its times don't count: it failed, or answered differently than the reference.
  var failure: String?
  var allocations: UInt64?

  var median: Double { Bench.median(passes) }
  var best: Double { passes.min() ?? .nan }
}

/// All measurements of a workload.
struct WorkloadResult: Codable {
  let workload: String
  let input: InputReport
  let records: Int
  var measurements: [Measurement]

  /// The measurement of a contender that ran and answered rightly.
  subscript(contender: String) -> Measurement? {
    measurements.first { $0.contender == contender && $0.failure == nil && !$0.passes.isEmpty }
  }
}
