import Foundation
import SluiceImportTestSupport
import TestSupport

/// A reference import, set up to be run repeatedly, each time with another fault.
final class FaultBench {
  let reference: ReferenceImport
  let folder: WatchedFolder
  let target: ImportTarget
  private var snapshot: [String: Data] = [:]
  /// What must be there in the end, and what was there before.
  private(set) var rows: [String] = []
  private(set) var rejects: [String] = []
  private(set) var oldRows: [String] = []

  init(_ reference: ReferenceImport) throws {
    self.reference = reference
    folder = try WatchedFolder()
    target = ImportTarget(reference.target, in: folder)
    try setUp()
    snapshot = folder.snapshot()
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Restores everything to the state before the import.
  func reset() throws {
    try folder.restore(snapshot)
    guard reference.target == .postgresql else { return }
    // Progress belongs to a table, which can't be copied: the same imports make it anew.
    for name in folder.files { folder.remove(name) }
    try setUp()
  }

  // MARK: The import

  private func setUp() throws {
    try target.begin()
    var feed = ReferenceFeed()
    switch reference.mode {
    case .append:
      feed.add("a.ndjson", 100..<134, version: "a")
      feed.add("b.ndjson", 134..<160, version: "b")
    case .replace, .upsert, .ignore:
      let old = ReferenceImport.old.map { "{\"id\":\($0.id),\"name\":\"\($0.name)\"}\n" }.joined()
      try folder.write(old, to: "feed/old.ndjson")
      try prepare("feed/old.ndjson")
      oldRows = ReferenceFeed.words(ReferenceImport.old)
      feed.add("a.ndjson", 0..<34, version: "a")
      feed.add("b.ndjson", 20..<46, version: "b")
    case .follow:
      // Twelve lines are imported; the log grows, is rotated, and a new one begins.
      var first = ReferenceFeed()
      first.add("app.log", 100..<134, version: "a")
      let lines = first.files[0].text.split(separator: "\n").map { "\($0)\n" }
      try folder.write(lines[..<12].joined(), to: "feed/app.log")
      try prepare("feed/app.log", follows: true)
      try folder.append(lines[12...].joined(), to: "feed/app.log")
      try FileManager.default.moveItem(
        atPath: folder["feed/app.log"], toPath: folder["feed/app.log.1"])
      feed = first
      feed.add("app.log", 134..<160, version: "b")
    }
    for file in feed.files where reference.mode != .follow || file.text != feed.files[0].text {
      try folder.write(file.text, to: "feed/\(file.name)")
    }
    var all = feed.rows
    if reference.mode.hasKey { all = reference.merged(ReferenceImport.old + all) }
    // A table's rows have no order, except those that SQLite numbers.
    if reference.target.isDatabase, reference.mode != .append {
      all.sort { ($0.id, $0.name) < ($1.id, $1.name) }
    }
    rows = ReferenceFeed.words(all)
    rejects = feed.rejects
  }

  private func prepare(_ source: String, follows: Bool = false) throws {
    let run = try folder.run(
      arguments(
        [source], mode: reference.mode.hasKey ? reference.mode.rawValue : "append", follows: follows
      ),
      quiet(follows))
    guard run.isComplete else { throw Failure(description: "\(reference): \(run)") }
  }

  private func quiet(_ follows: Bool) -> [String: String] {
    follows ? Simulation.quiet : [:]
  }

  private func arguments(_ sources: [String], mode: String, follows: Bool) -> [String] {
    var arguments = ["import"] + sources.map { folder[$0] }
    arguments += ["--column", "id:int=id", "--column", "name:text=name", "--batch", "10"]
    arguments += ["--mode", mode]
    if mode == "upsert" || mode == "ignore" { arguments += ["--key", "id"] }
    if follows { arguments.append("--follow") }
    return arguments + target.arguments
  }

  /// Runs the import, with a fault or without one.
  func run(_ fault: Fault? = nil) throws -> WatchedFolder.Run {
    let follows = reference.mode == .follow
    var variables = quiet(follows)
    variables.merge(target.environment) { $1 }
    if let fault { variables.merge(fault.environment) { $1 } }
    return try folder.run(
      arguments(
        reference.sources, mode: follows ? "append" : reference.mode.rawValue, follows: follows),
      variables)
  }

  // MARK: What it left

  func rowsNow() throws -> [String] {
    try target.rows(inOrderOfInsertion: reference.mode == .append)
  }

  /// The rejects as `file:line`, in the order of the file.
  func rejectsNow() -> [String] {
    target.rejects().map { reject in
      // A log's name changes when it is rotated.
      let name = reject.source.split(separator: "/").last ?? ""
      return "\(name.hasPrefix("app.log") ? "app.log" : name):\(reject.line)"
    }
  }

  func strays(mayLog: Bool) -> [String] {
    target.strays(mayLog: mayLog, isOpenEnded: reference.mode == .follow)
  }
}
