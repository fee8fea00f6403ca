import CContenders
import Results

/// Runs a workload's contenders against each other in this process, alternating round by round.
///
/// Before any time counts, each contender's values are compared with the first one's, in full; the sums of
/// every timed round are compared again. A contender that answers differently is excluded.
struct Runner {
  /// The most rounds. After the minimum, it continues only while the figures are uncertain.
  var rounds = 25
  static let leastRounds = 15
  /// The least CPU time of a round: a fast contender repeats its pass until then.
  var roundSeconds = 0.010
  var warmUpSeconds = 0.050
  /// Contenders whose pass takes longer have fewer rounds; nil: none do.
  var slow: (seconds: Double, rounds: Int)?

  func run(_ workload: Workload) -> WorkloadResult {
    var measurements = workload.contenders.map { ContenderResult(contender: $0.name) }
    let values = compareValues(of: workload, into: &measurements)
    let repeats = warmUp(workload, into: &measurements)
    let expected = try? workload.contenders.first?.run(passes: 1)

    let count = workload.contenders.count
    for round in 0..<rounds {
      if round >= Runner.leastRounds, Runner.areTight(measurements) { break }
      for turn in 0..<count {
        // The order rotates, so that no contender always follows the same one.
        let i = (turn + round) % count
        guard measurements[i].failure == nil else { continue }
        if let slow, measurements[i].passes.count >= slow.rounds,
          measurements[i].median > slow.seconds
        {
          continue
        }
        do {
          let (seconds, tally) = try workload.contenders[i].timed(passes: repeats[i])
          guard let expected, tally == expected.times(repeats[i]) else {
            measurements[i].failure = "round \(round): other sums than the reference's"
            continue
          }
          measurements[i].passes.append(Figures.fiveDigits(seconds / Double(repeats[i])))
        } catch {
          measurements[i].failure = "\(error)"
        }
      }
    }
    compareLastValues(of: workload, with: values, into: &measurements)
    countEvents(of: workload, into: &measurements)
    return WorkloadResult(
      workload: workload.name, input: workload.input, records: workload.records,
      recordName: workload.recordName, measurements: measurements)
  }

  /// Returns the reference's values, made comparable.
  private func compareValues(
    of workload: Workload, into measurements: inout [ContenderResult]
  ) -> [UInt8]? {
    var expected: [UInt8]?
    for (i, contender) in workload.contenders.enumerated() {
      do {
        let values = try workload.comparable(contender.values())
        if let expected, values != expected {
          measurements[i].failure = Runner.difference(values, expected)
        }
        if expected == nil { expected = values }
        if values.isEmpty { measurements[i].failure = "read no values" }
      } catch {
        measurements[i].failure = "\(error)"
      }
    }
    return expected
  }

  /// Compares in full what separate processes read in the last timed round, because their sums are not
  /// compared; and records the cost of their start-up.
  private func compareLastValues(
    of workload: Workload, with expected: [UInt8]?, into measurements: inout [ContenderResult]
  ) {
    for (i, contender) in workload.contenders.enumerated() {
      guard let contender = contender as? any StartedContender, measurements[i].failure == nil
      else { continue }
      measurements[i].startUp = contender.startUp.map(Figures.fiveDigits)
      do {
        let values = try workload.comparable(contender.lastValues())
        if let expected, values != expected {
          measurements[i].failure =
            "in the last round: " + Runner.difference(values, expected)
        }
      } catch {
        measurements[i].failure = "\(error)"
      }
    }
  }

  /// Whether more rounds would add little: the medians of Sluice and of the fastest other contender are
  /// known to a hundredth. (A median's standard error is about 0.93 of the interquartile range, divided by
  /// the root of the number: J. W. Tukey's notch, McGill and others 1978.)
  private static func areTight(_ measurements: [ContenderResult]) -> Bool {
    let counting = measurements.filter(\.counts)
    let ours = counting.filter { $0.contender == "sluice" }
    let others = counting.filter { !$0.contender.hasPrefix("sluice") }
    let fastest = others.min { $0.median < $1.median }
    return (ours + [fastest].compactMap { $0 }).allSatisfy { one in
      let spread = quantile(0.75, of: one.passes) - quantile(0.25, of: one.passes)
      return 0.93 * spread / Double(one.passes.count).squareRoot() < 0.01 * one.median
    }
  }

  /// Runs each contender until caches and branch predictors have seen it; returns how many passes fill a round.
  private func warmUp(
    _ workload: Workload, into measurements: inout [ContenderResult]
  ) -> [Int] {
    workload.contenders.indices.map { i in
      guard measurements[i].failure == nil else { return 1 }
      var passes = 1
      var spent = 0.0
      var pass = Double.infinity
      do {
        while spent < warmUpSeconds {
          let seconds = try workload.contenders[i].timed(passes: passes).seconds
          spent += seconds
          pass = seconds / Double(passes)
          if seconds < roundSeconds { passes *= 2 }
        }
      } catch {
        measurements[i].failure = "\(error)"
      }
      return max(1, Int((roundSeconds / pass).rounded(.up)))
    }
  }

  /// After all rounds: every buffer has its final size, so what is counted is the cost of a pass.
  private func countEvents(of workload: Workload, into measurements: inout [ContenderResult]) {
    for (i, contender) in workload.contenders.enumerated()
    where workload.counted.contains(contender.name) && measurements[i].failure == nil {
      do {
        var least = UInt64.max
        // A buffer may still grow in one of them.
        for _ in 0..<3 {
          bench_allocations_begin()
          defer { least = min(least, bench_allocations_end()) }
          _ = try contender.run(passes: 1)
        }
        measurements[i].allocations = least
      } catch {
        measurements[i].failure = "\(error)"
      }
      measurements[i].instructions = EventCount.of(.instructions) {
        _ = try? contender.run(passes: 1)
      }
    }
  }

  /// Only counts, for the contenders that are counted: seconds instead of minutes.
  func countOnly(_ workload: Workload) -> WorkloadResult {
    let counted = workload.contenders.filter { workload.counted.contains($0.name) }
    var measurements = counted.map { ContenderResult(contender: $0.name) }
    for (i, contender) in counted.enumerated() {
      // Buffers grow in the first passes.
      do { _ = try contender.run(passes: 2) } catch { measurements[i].failure = "\(error)" }
    }
    var only = workload
    only.contenders = counted
    countEvents(of: only, into: &measurements)
    return WorkloadResult(
      workload: workload.name, input: workload.input, records: workload.records,
      recordName: workload.recordName, measurements: measurements)
  }

  /// The first difference between two value texts, for the report.
  private static func difference(_ values: [UInt8], _ expected: [UInt8]) -> String {
    let lines = values.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let wanted = expected.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, (line, other)) in zip(lines, wanted).enumerated() where line != other {
      return
        "answers differently: value \(number) is \(String(decoding: line.prefix(60), as: UTF8.self)), "
        + "the reference's \(String(decoding: other.prefix(60), as: UTF8.self))"
    }
    return "answers differently: \(lines.count) values, the reference has \(wanted.count)"
  }
}

extension bench_tally {
  /// The sums of that many equal passes.
  func times(_ passes: Int) -> bench_tally {
    let n = UInt64(passes)
    return bench_tally(
      numbers: numbers &* n, bytes: bytes &* n, edges: edges &* n, absent: absent &* n)
  }
}
