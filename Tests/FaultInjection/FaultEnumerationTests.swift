import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

/// Makes each system call of a small import fail once, in each way; then runs the import again, which must
/// end as if nothing had happened.
///
/// `SLUICE_FAULTS`: how many of the points of each import to try, or `all` (scripts/faults).
/// `SLUICE_FAULT`: one import (`csv append`), or one of its points as a failure names it (`csv
/// append/17:torn`).
@Suite("An import in which one system call fails")
struct FaultEnumerationTests {
  @Test(
    "has each row and each reject once after another run",
    .enabled(if: FaultShim.isThere, Comment(rawValue: FaultShim.reason ?? "")),
    arguments: ReferenceImport.files)
  func files(_ reference: ReferenceImport) throws { try enumerate(reference) }

  @Test(
    "has each row and each reject once after another run, at a server",
    .enabled(if: FaultShim.isThere, Comment(rawValue: FaultShim.reason ?? "")),
    .enabled(if: TestPostgres.isThere, Comment(rawValue: TestPostgres.reason)),
    arguments: ReferenceImport.servers)
  func servers(_ reference: ReferenceImport) throws { try enumerate(reference) }

  // Points that failed once: these are always tried.

  @Test(
    "is resumed, not refused for missing rows, if its journal could not be flushed to the disk",
    .enabled(if: FaultShim.isThere, Comment(rawValue: FaultShim.reason ?? "")),
    arguments: [ImportTarget.Kind.csv, .ndjson].flatMap(ReferenceImport.all))
  func unsettledJournal(_ reference: ReferenceImport) throws {
    try enumerate(reference) { fault in
      // A file that has lost its first name is still known by it.
      fault.call.file.contains(".sluice") && fault.call.file.hasPrefix("out/")
        && fault.kind == .error && ["fsync", "write", "ftruncate64"].contains(fault.call.name)
    }
  }

  @Test(
    "has no reject twice if its last commit was lost with the power",
    .enabled(if: FaultShim.isThere, Comment(rawValue: FaultShim.reason ?? "")),
    arguments: ReferenceImport.all(.sqlite))
  func lostCommit(_ reference: ReferenceImport) throws {
    try enumerate(reference) { fault in
      fault.call.file == "rejects/rejects.ndjson.sluice"
        && [.kill, .lost, .lostSome, .lostNames].contains(fault.kind)
    }
  }

  @Test(
    "leaves no file if it was killed between a side file and its name",
    .enabled(if: FaultShim.isThere, Comment(rawValue: FaultShim.reason ?? "")),
    arguments: ReferenceImport.all(.csv))
  func leftover(_ reference: ReferenceImport) throws {
    try enumerate(reference) { fault in
      (fault.call.file.contains(".new") || fault.call.name == "link") && fault.kind == .kill
    }
  }

  private func enumerate(
    _ reference: ReferenceImport, _ isChosen: ((Fault) -> Bool)? = nil
  ) throws {
    let environment = ProcessInfo.processInfo.environment
    let only = environment["SLUICE_FAULT"]?.split(separator: "/")
    if let only, only.first.map(String.init) != reference.description { return }
    let bench = try FaultBench(reference)
    try bench.reset()
    let calm = try bench.run()
    #expect(calm.isComplete, "\(calm)")
    #expect(try judge(bench, claims: "an undisturbed run") == [])
    let points = calm.calls.flatMap { call in
      FaultKind.all(of: call).map { Fault(call: call, kind: $0) }
    }
    let named = only.flatMap { $0.count > 1 ? String($0[1]) : nil }
    let chosen =
      isChosen.map { points.filter($0) }
      ?? named.map { name in points.filter { $0.name == name } }
      ?? choose(points, reference)
    if isChosen != nil { #expect(!chosen.isEmpty) }
    var failures: [String: [String]] = [:]
    for fault in chosen {
      for failure in try play(fault, bench) {
        failures[failure, default: []].append(fault.description)
      }
    }
    print(
      "faults, \(reference): \(calm.calls.count) calls, \(points.count) points,"
        + " \(chosen.count) tried, \(Set(failures.values.joined()).count) failed")
    for (failure, faults) in failures.sorted(by: { $0.value.count > $1.value.count }) {
      Issue.record(
        """
        \(reference): \(failure)
        at \(faults.count) points, such as \(faults.prefix(5).joined(separator: "; "))
        """)
    }
  }

  /// Chooses points at equal distances, starting from a seeded one.
  private func choose(_ points: [Fault], _ reference: ReferenceImport) -> [Fault] {
    let environment = ProcessInfo.processInfo.environment
    let wish = environment["SLUICE_FAULTS"] ?? "\(Rounds.count(12, long: 40))"
    guard wish != "all", let count = Int(wish), count < points.count else { return points }
    // The short form plays the same points each time: its result for a change must not depend on luck.
    let usual: UInt64 =
      environment["SLUICE_FAULTS"] == nil ? 20_261_122 : .random(in: 0...UInt64(UInt32.max))
    let seed = UInt64(environment["SLUICE_SEED"] ?? "") ?? usual
    var random = SeededGenerator(seed: seed)
    print("faults, \(reference): SLUICE_SEED=\(seed)")
    let step = Double(points.count) / Double(count)
    let first = Double.random(in: 0..<step, using: &random)
    return (0..<count).map { points[min(Int(first + Double($0) * step), points.count - 1)] }
  }

  /// The violations that were found.
  private func play(_ fault: Fault, _ bench: FaultBench) throws -> [String] {
    try bench.reset()
    var found: [String] = []
    let faulted = try bench.run(fault)
    // How often a server is waited for differs from run to run, so that another call may have that number.
    let hit = faulted.calls.first { $0.number == fault.call.number } ?? fault.call
    if !faulted.isOrderly, !(fault.kind.isDeadly && faulted.end == .signal(SIGKILL)) {
      found.append("the run itself: \(faulted), after \(hit)")
    }
    let left = try bench.rowsNow()
    found += judgeUnfinished(bench, left, faulted)
    if faulted.isComplete, fault.kind != .interrupt {
      found += try judge(bench, claims: "a run that says it is complete", after: hit)
    }
    let isPublished = bench.reference.mode == .replace && left == bench.rows
    let resumed = try bench.run()
    guard resumed.isComplete else {
      return found + ["run again: \(general("\(resumed)", bench))"]
    }
    found += try judge(bench, claims: "run again", mayRepeat: isPublished)
    guard bench.reference.mode != .replace else { return found }
    let idle = try bench.run()
    guard idle.isComplete else { return found + ["run twice: \(general("\(idle)", bench))"] }
    found += try judge(bench, claims: "run twice")
    return found
  }

  /// What may be visible of an incomplete import.
  private func judgeUnfinished(
    _ bench: FaultBench, _ rows: [String], _ run: WatchedFolder.Run
  ) -> [String] {
    switch (bench.reference.mode, bench.reference.target) {
    case (.replace, _):
      return rows == bench.rows || rows == bench.oldRows
        ? [] : ["before it is run again: neither the old rows nor the new ones are readable"]
    case (.append, .sqlite), (.append, .postgresql), (.follow, .sqlite), (.follow, .postgresql):
      return bench.rows.starts(with: rows)
        ? [] : ["before it is run again: the rows are no beginning of those that are to come"]
    default: return []
    }
  }

  private func judge(
    _ bench: FaultBench, claims who: String, after fault: SystemCall? = nil,
    mayRepeat: Bool = false
  ) throws -> [String] {
    var found: [String] = []
    let rows = try bench.rowsNow()
    if rows != bench.rows { found.append("\(who): \(difference("rows", bench.rows, rows))") }
    let rejects = bench.rejectsNow()
    // A replacement that runs again after its end is another one, with its own rejects.
    if rejects != bench.rejects, !(mayRepeat && rejects == bench.rejects + bench.rejects) {
      found.append("\(who): \(difference("rejects", bench.rejects, rejects))")
    }
    let strays = bench.strays(mayLog: fault != nil).filter { name in
      // What can't be removed stays: the next run removes it.
      fault?.name != "unlink" || fault?.file != name
    }
    if !strays.isEmpty {
      found.append("\(who): left behind: \(general(strays.joined(separator: ", "), bench))")
    }
    return found
  }

  /// Removes what differs from point to point, so that faults of one kind are reported together.
  private func general(_ text: String, _ bench: FaultBench) -> String {
    text.replacing(bench.folder.path, with: "").replacing(/test_[0-9a-f]{32}/, with: "SCHEMA")
      .replacing(/[0-9a-f]{16}/, with: "HEX").replacing(/[0-9]+/, with: "#")
  }

  private func difference(_ what: String, _ expected: [String], _ found: [String]) -> String {
    let lost = Set(expected).subtracting(found).count
    let foreign = Set(found).subtracting(expected).count
    let doubled = found.count - Set(found).count - (expected.count - Set(expected).count)
    var words: [String] = []
    if lost > 0 { words.append("lost") }
    if doubled > 0 { words.append("doubled") }
    if foreign > 0 { words.append("foreign") }
    if words.isEmpty { words.append("in another order") }
    return "\(what) \(words.joined(separator: " and "))"
  }
}
