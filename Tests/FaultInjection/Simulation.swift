import Foundation
import TestSupport

/// A line of a feed, and its correct result.
struct FeedLine {
  let id: Int
  let text: String
  /// `id|name`; nil: a reject.
  let row: String?
}

/// One round of a random mixture. Everything in it follows from the seed, and is noted, so that a failure
/// can be reported and replayed.
final class Simulation {
  /// The violations that were found, with the actions before them.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let folder: WatchedFolder
  let target: ImportTarget
  var random: SeededGenerator
  private(set) var operations: [String] = []
  private(set) var runCount = 0
  private(set) var faultCount = 0
  /// Calls of the last run without a fault, among which the next run may have one.
  private var callCount = 120
  private var nextID = 1000

  init(_ kind: ImportTarget.Kind, seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    folder = try WatchedFolder()
    target = ImportTarget(kind, in: folder)
    try target.begin()
  }

  func note(_ operation: String) { operations.append(operation) }

  func fail(_ what: String) -> Failure {
    Failure(
      description: "\(what.replacing(folder.path, with: ""))\nafter:\n  "
        + operations.joined(separator: "\n  ").replacing(folder.path, with: ""))
  }

  // MARK: Chance

  func chance(_ one: Int, of many: Int) -> Bool { number(0..<many) < one }

  func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }

  func one<T>(of all: [T]) -> T { all[number(0..<all.count)] }

  // MARK: Feeds

  /// New lines; about one in seven is bad, in one of two ways.
  func lines(_ count: Int, bad: Bool = true) -> [FeedLine] {
    (0..<count).map { _ in
      nextID += 1
      let (id, name) = (nextID, "n\(nextID)-\(String(repeating: "x", count: number(0..<12)))")
      guard bad, chance(1, of: 7) else {
        return FeedLine(id: id, text: "{\"id\":\(id),\"name\":\"\(name)\"}", row: "\(id)|\(name)")
      }
      let text =
        chance(1, of: 2)
        ? "{\"id\":\(id),\"name\":\"\(name)\"" : "{\"id\":\"-\",\"name\":\"\(name)\"}"
      return FeedLine(id: id, text: text, row: nil)
    }
  }

  static func text(_ lines: [FeedLine]) -> String { lines.map { "\($0.text)\n" }.joined() }

  /// Gives a file a time within the last or the next few days.
  func touch(_ name: String) {
    let shift = number(-1_000_000..<1_000_000)
    note("touch \(name) \(shift) s")
    try? FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: Double(shift))],
      ofItemAtPath: folder[name])
  }

  /// Compresses a file as logrotate(8) does: `app.log.1` is gone, and `app.log.1.gz` has its text. Returns the new name.
  @discardableResult
  func pack(_ name: String) throws -> String {
    note("compress \(name)")
    let text = Array(try Data(contentsOf: URL(filePath: folder[name])))
    var packed = Data()
    for start in stride(from: 0, to: max(text.count, 1), by: 60_000) {
      packed += Gzip.member(of: Array(text[start..<min(start + 60_000, text.count)]))
    }
    try packed.write(to: URL(filePath: folder[name + ".gz"]))
    try FileManager.default.removeItem(atPath: folder[name])
    return name + ".gz"
  }

  // MARK: The tool

  /// The arguments of an import of all sources.
  func arguments(_ sources: [String], _ more: [String]) -> [String] {
    ["import"] + sources.map { folder[$0] }
      + ["--column", "id:int=id", "--column", "name:text=name", "--batch", "10"] + more
      + target.arguments
  }

  /// A log that is followed is stopped at the end of what is there.
  static let quiet = ["SLUICE_FAULTS_QUIET": "feed/app.log"]

  func run(
    _ sources: [String], _ more: [String] = [], _ faults: [String: String] = [:]
  ) throws -> WatchedFolder.Run {
    runCount += 1
    let variables = target.environment.merging(faults) { $1 }
    let run = try folder.run(arguments(sources, more), variables)
    let fault = faults["SLUICE_FAULTS_KIND"].map {
      "\($0) at call \(faults["SLUICE_FAULTS_AT"] ?? "")"
    }
    let call = faults["SLUICE_FAULTS_AT"].flatMap { at in run.calls.first { "\($0.number)" == at } }
    note(
      "import \((sources + more).joined(separator: " "))"
        + (fault.map { ", \($0)\(call.map { " (\($0))" } ?? ", not reached")" } ?? "")
        + " → \(run)")
    if fault == nil { callCount = max(run.calls.count, 20) }
    // Before it does anything but look at its files, the tool leaves SIGINT to the system.
    let hasBegun = !run.calls.allSatisfy { $0.name == "stat" || $0.name == "lstat" }
    guard
      run.isOrderly
        || fault != nil && (run.end == .signal(SIGKILL) || !hasBegun && run.end == .signal(SIGINT))
    else {
      throw fail("the import crashed: \(run)")
    }
    return run
  }

  /// A run in which one call fails, whichever it is.
  func faultyRun(
    _ sources: [String], _ more: [String] = [], _ variables: [String: String] = [:],
    kinds: [FaultKind] = FaultKind.allCases
  ) throws -> WatchedFolder.Run {
    faultCount += 1
    let faults = [
      "SLUICE_FAULTS_AT": "\(number(1..<callCount + 1))",
      "SLUICE_FAULTS_KIND": one(of: kinds).rawValue, "SLUICE_FAULTS_ERRNO": "\(EIO)",
      "SLUICE_FAULTS_SEED": "\(number(0..<1000))",
    ]
    return try run(sources, more, faults.merging(variables) { $1 })
  }

  // MARK: What is true

  /// Throws when the target does not hold exactly the rows and rejects of these lines.
  func expect(_ lines: [FeedLine], _ when: String) throws {
    try expectRows(lines, when)
    let expected = lines.filter { $0.row == nil }.map(\.text).sorted()
    let found = target.rejects().map(\.raw).sorted()
    if found != expected { throw fail("\(when): \(difference("rejects", expected, found))") }
  }

  func expectRows(_ lines: [FeedLine], _ when: String) throws {
    let expected = lines.compactMap(\.row).sorted()
    let found = try target.rows().sorted()
    if found != expected { throw fail("\(when): \(difference("rows", expected, found))") }
  }

  func difference(_ what: String, _ expected: [String], _ found: [String]) -> String {
    var missing = expected
    var extra: [String] = []
    for item in found {
      if let place = missing.firstIndex(of: item) {
        missing.remove(at: place)
      } else {
        extra.append(item)
      }
    }
    return "\(what): \(expected.count) expected, \(found.count) found; missing"
      + " \(missing.prefix(5)), too many \(extra.prefix(5))"
  }
}
