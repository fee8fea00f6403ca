/// The measurements of one contender.
package struct ContenderResult: Codable {
  package let contender: String
  /// Seconds for one pass, by round.
  package var passes: [Double] = []
  /// Why its times don't count: it failed, or its answer differs from the reference's.
  package var failure: String?
  package var allocations: UInt64?
  /// Instructions of a pass in user mode, where the machine counts them.
  package var instructions: UInt64?
  /// CPU seconds until it could work: for a process, and not part of the passes.
  package var startUp: Double?

  package init(contender: String) { self.contender = contender }

  package var median: Double { Results.median(passes) }
  package var best: Double { passes.min() ?? .nan }

  /// Whether it ran and answered rightly.
  package var counts: Bool { failure == nil && !passes.isEmpty }

  /// The same with other rounds; rounds that it has not run are left out.
  package func drawing(_ rounds: [Int]) -> ContenderResult {
    var drawn = self
    drawn.passes = rounds.filter(passes.indices.contains).map { passes[$0] }
    return drawn
  }
}

/// All measurements of a workload.
package struct WorkloadResult: Codable {
  package let workload: String
  package let input: InputReport
  package let records: Int
  /// The word for one record.
  package let recordName: String
  package var measurements: [ContenderResult]

  package init(
    workload: String, input: InputReport, records: Int, recordName: String,
    measurements: [ContenderResult]
  ) {
    self.workload = workload
    self.input = input
    self.records = records
    self.recordName = recordName
    self.measurements = measurements
  }

  /// The measurement of a contender that ran and answered rightly.
  package subscript(contender: String) -> ContenderResult? {
    measurements.first { $0.contender == contender && $0.counts }
  }

  /// The measurements of a reference in each of its ways and builds: of the contenders of that name, and of those whose
  /// names begin with it and a dot; `@` and a build may follow. `simdjson` stands for `simdjson@c++`, too, and for
  /// `simdjson.lines` and `simdjson.lines@5.0.2`.
  package func references(named name: String) -> [ContenderResult] {
    measurements.filter { one in
      let way = one.contender.prefix { $0 != "@" }
      return way == name || way.hasPrefix(name + ".")
    }
  }

  /// The contender that ratios are based on: `sluice` or, if no contender has that name, the first of
  /// Sluice's.
  package var base: String? {
    measurements.map(\.contender).first { $0 == "sluice" }
      ?? measurements.map(\.contender).first { $0.hasPrefix("sluice.") }
  }

  /// A contender's cost divided by that of ``base``, with its interval; nil without either.
  package func ratio(of contender: String) -> (ratio: Double, interval: Interval?)? {
    guard let base, let ours = self[base], let other = self[contender] else { return nil }
    let interval = Bootstrap.interval(rounds: min(ours.passes.count, other.passes.count)) {
      other.drawing($0).median / ours.drawing($0).median
    }
    return (other.median / ours.median, interval)
  }

  /// The same with other rounds, equally for all contenders: a disturbance of a round concerns all of them.
  package func drawing(_ rounds: [Int]) -> WorkloadResult {
    var drawn = self
    drawn.measurements = measurements.map { $0.drawing(rounds) }
    return drawn
  }
}

/// The origin of a workload's input.
package struct InputReport: Codable {
  package let name: String
  package let bytes: Int
  package let sha256: String
  /// For generated inputs.
  package var seed: UInt64?

  package init(name: String, bytes: Int, sha256: String, seed: UInt64? = nil) {
    self.name = name
    self.bytes = bytes
    self.sha256 = sha256
    self.seed = seed
  }
}
