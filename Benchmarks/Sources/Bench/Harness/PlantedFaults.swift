import CContenders
import Results
import Sluice

/// Whether the harness refuses what it must: contenders that are wrong on purpose run against right ones,
/// and each must fail. `scripts/bench --planted`.
enum PlantedFaults {
  /// The fault of a contender.
  private enum Fault: String, CaseIterable {
    case lastBitOfANumber, droppedString, otherLiteral, swappedKeyAndValue, wrongInTimedRounds,
      writesAnotherNumber, writesNoJSON, throwsLate, missingLibrary
  }

  /// Shows a line for each contender; false when a wrong one passed, or a right one was refused.
  static func areRefused(_ settings: Settings) throws -> Bool {
    let documents = Documents([Timelines.make()])
    let tree = try JSON(parsing: Timelines.make())
    var runner = settings.runner
    runner.rounds = 2
    let visit = Workload(
      name: "planted.visit", input: InputReport("a made-up timeline", Timelines.make()),
      records: 1, recordName: "document",
      contenders: try CppContender.all(
        ["visit.simdjson_dom": "right.simdjson"], over: documents, settings)
        + [VisitSluice("right.sluice", over: documents)]
        + Fault.allCases.filter { !$0.rawValue.hasPrefix("writes") }.map {
          fault -> any Contender in
          fault == .missingLibrary
            ? MissingContender(name: "wrong.\(fault)", package: "libnone-dev")
            : WrongVisit(fault, over: documents)
        }, counted: [], comparable: VisitText.sorted)
    let write = Workload(
      name: "planted.write", input: visit.input, records: 1, recordName: "document",
      contenders: [
        try WriteSluice("right.sluice", of: tree), try WrongWriter(.writesAnotherNumber, tree),
        try WrongWriter(.writesNoJSON, tree),
      ], counted: [], comparable: WrittenText.comparable)
    var all = true
    for workload in [visit, write] {
      for one in runner.run(workload).measurements {
        let isRight = one.contender.hasPrefix("right")
        if isRight != (one.failure == nil) { all = false }
        show("\(workload.name) \(one.contender): \(one.failure ?? "let through")")
      }
    }
    let isYardstickRight = fastestBuildCounts()
    return guardRefuses() && isYardstickRight && all
  }

  /// Whether a target takes the fastest of all ways and builds of its reference as such, and no other contender.
  private static func fastestBuildCounts() -> Bool {
    var all = true
    for (others, expected) in [
      (["made": 2.0, "made@c++": 1.5], 1.5), (["made": 2, "made.lines@5.0.2": 1.25], 1.25),
      (["made.stream": 3, "made.lines@5.0.2@c++": 2.5], 2.5), (["made@c++": 4], 4),
      (["made": 2, "madeup": 1, "remade@c++": 1, "other.made": 1], 2),
    ] {
      let measurements = others.merging(["sluice": 1]) { first, _ in first }.map { name, seconds in
        var one = ContenderResult(contender: name)
        one.passes = [seconds]
        return one
      }
      let result = WorkloadResult(
        workload: "made", input: InputReport("made", []), records: 1, recordName: "document",
        measurements: measurements)
      let found = Target("made", 1, "made", "made").ratio(in: [result]) { $0.median }
      if found != expected { all = false }
      show("planted.yardstick \(others.keys.sorted()): \(found.map { "\($0)" } ?? "none")")
    }
    return all
  }

  /// Whether the kept figures refuse exactly the reports that are worse in one figure; and whether events
  /// are counted, in the kind that every Linux has.
  private static func guardRefuses() -> Bool {
    func report(
      ratio: Double = 2, allocations: UInt64 = 5, instructions: UInt64 = 1000,
      failure: String? = nil
    ) -> Report {
      var report = Report(machine: Machine(), rounds: 2, roundSeconds: 0.01)
      var one = ContenderResult(contender: "sluice")
      (one.allocations, one.instructions, one.failure) = (allocations, instructions, failure)
      report.workloads = [
        WorkloadResult(
          workload: "made", input: InputReport("made", []), records: 1, recordName: "document",
          measurements: [one])
      ]
      report.targets = [
        TargetResult(
          name: "made.target", work: "", against: "", bar: 1, ratio: ratio, interval: nil,
          ratioOfBests: nil, parts: [])
      ]
      return report
    }
    var thresholds = Thresholds()
    thresholds.keep(report())
    let cases: [(name: String, report: Report, worse: Int)] = [
      ("right.same", report(), 0), ("right.noise", report(ratio: 1.9, instructions: 1010), 0),
      ("wrong.ratio", report(ratio: 1.7), 1), ("wrong.allocations", report(allocations: 6), 1),
      ("wrong.instructions", report(instructions: 1030), 1),
      ("wrong.failure", report(failure: "planted"), 1),
    ]
    var all = true
    for (name, report, expected) in cases {
      let worse = thresholds.compare(report)?.count(where: \.isWorse)
      if worse != expected { all = false }
      show("planted.guard \(name): \(worse == 0 ? "let through" : "refused")")
    }
    #if os(Linux)
      var sum: UInt64 = 0
      let nanoseconds = EventCount.of(.nanoseconds) {
        for i in 0..<1_000_000 as Range<UInt64> { sum = (sum ^ i) &* 0x9E37_79B9_7F4A_7C15 }
      }
      if (nanoseconds ?? 0) < 10_000 || sum == 0 { all = false }
      show("planted.counter right.nanoseconds: \(nanoseconds.map { "\($0)" } ?? "none")")
    #endif
    return all
  }

  /// A visit through cursors whose values pass through a sink that spoils one.
  private final class WrongVisit: Contender {
    let name: String
    private let fault: Fault
    private let documents: Documents
    private var reader = JSONReader()
    private var calls = 0

    init(_ fault: Fault, over documents: Documents) {
      name = "wrong.\(fault)"
      self.fault = fault
      self.documents = documents
    }

    func run(passes: Int) throws -> Tally {
      calls += 1
      // The first is for warming up.
      if fault == .throwsLate, calls > 1 { throw Missing.field }
      var sink = Spoiling(sink: Tally(), fault: fault)
      for _ in 0..<passes { try walk(into: &sink) }
      if fault == .wrongInTimedRounds { sink.sink.numbers &+= 1 }
      return sink.sink
    }

    func values() throws -> [UInt8] {
      var sink = Spoiling(sink: Text(), fault: fault)
      try walk(into: &sink)
      return sink.sink.bytes
    }

    private func walk(into sink: inout Spoiling<some Sink>) throws {
      for bytes in documents.all {
        try reader.withDocument(padded: bytes) { try VisitSluice.visit($0, 0, into: &sink) }
      }
    }
  }

  /// Passes on all values but the hundredth of a kind.
  private struct Spoiling<Inner: Sink>: Sink {
    var sink: Inner
    let fault: Fault
    var seen = 0
    var held: [UInt8]? = nil

    mutating func integer(_ value: Int64) {
      let isSpoiled = fault == .otherLiteral && value == VisitCode.no.rawValue && isHundredth()
      sink.integer(isSpoiled ? VisitCode.yes.rawValue : value)
    }

    mutating func real(_ value: Double) {
      sink.real(fault == .lastBitOfANumber && isHundredth() ? value.nextUp : value)
    }

    mutating func text(_ value: UnsafeBufferPointer<UInt8>) {
      if let first = held {
        held = nil
        sink.text(value)
        first.withUnsafeBufferPointer { sink.text($0) }
      } else if fault == .swappedKeyAndValue, isHundredth() {
        held = Array(value)
      } else if fault != .droppedString || !isHundredth() {
        sink.text(value)
      }
    }

    mutating func missing() { sink.missing() }

    private mutating func isHundredth() -> Bool {
      seen += 1
      return seen == 100
    }
  }

  /// A writer that writes another value, or none.
  private final class WrongWriter: WritingContender {
    let name: String
    let length: Int
    private let bytes: [UInt8]

    init(_ fault: Fault, _ tree: JSON) throws {
      name = "wrong.\(fault)"
      var tree = tree
      if fault == .writesAnotherNumber { tree["count"] = 101 }
      var bytes = try tree.serialized()
      if fault == .writesNoJSON { bytes[bytes.count - 1] = UInt8(ascii: "]") }
      self.bytes = bytes
      length = bytes.count
    }

    func write(_ take: (UnsafeRawBufferPointer) -> Void) { bytes.withUnsafeBytes(take) }
  }
}
