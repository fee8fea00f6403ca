import Foundation
import SluiceImportTestSupport
import TestSupport
import Testing

/// Random mixtures of events in feeds, tables and imports, against a model that knows the truth.
///
/// `SLUICE_ROUNDS`: how many of each (scripts/chaos). `SLUICE_SEED`: the seed of the first round, as a
/// failure names it. `SLUICE_MIXTURE`: one of them (`follow into csv`). `SLUICE_SHOW`: prints the actions
/// of each round.
@Suite(
  "A random mixture",
  .enabled(if: FaultShim.isThere, Comment(rawValue: FaultShim.reason ?? "")))
struct SimulationTests {
  private static let kinds = ImportTarget.Kind.allCases.filter {
    $0 != .postgresql || TestPostgres.isThere
  }

  @Test(
    "with writing, rotating, touching and following a log loses and doubles nothing",
    arguments: kinds)
  func logs(_ kind: ImportTarget.Kind) throws {
    try play("follow", kind) { simulation in
      var rounds = try FollowSimulation(simulation)
      try rounds.play(14)
    }
  }

  @Test(
    "with files that come, grow and end in the middle of a line loses and doubles nothing",
    arguments: kinds)
  func files(_ kind: ImportTarget.Kind) throws {
    try play("files", kind) { simulation in
      var rounds = try FilesSimulation(simulation)
      try rounds.play(14)
    }
  }

  @Test(
    "with sources that replace a target, stopped and changed, never mixes two of them",
    arguments: kinds)
  func replacements(_ kind: ImportTarget.Kind) throws {
    try play("replace", kind) { simulation in
      var rounds = try ReplaceSimulation(simulation)
      try rounds.play(14)
    }
  }

  @Test(
    "with tables that are dropped, made anew and emptied is reported, and continues as chosen",
    arguments: kinds.filter(\.isDatabase))
  func tables(_ kind: ImportTarget.Kind) throws {
    try play("tables", kind) { simulation in
      var rounds = try TableSimulation(simulation)
      try rounds.play(8)
    }
  }

  @Test(
    "with damaged archives that are repaired in place ends with their contents", arguments: kinds)
  func archives(_ kind: ImportTarget.Kind) throws {
    try play("archives", kind) { simulation in
      var rounds = try ArchiveSimulation(simulation)
      try rounds.play(8)
    }
  }

  private func play(
    _ name: String, _ kind: ImportTarget.Kind, _ body: (Simulation) throws -> Void
  ) throws {
    let environment = ProcessInfo.processInfo.environment
    if let only = environment["SLUICE_MIXTURE"], only != "\(name) into \(kind.rawValue)" { return }
    let rounds = Int(environment["SLUICE_ROUNDS"] ?? "") ?? Rounds.count(2, long: 4)
    // The short form plays the same mixtures each time: its result for a change must not depend on luck.
    let usual: UInt64 =
      environment["SLUICE_ROUNDS"] == nil ? 20_261_122 : .random(in: 0...UInt64(UInt32.max))
    let seed = UInt64(environment["SLUICE_SEED"] ?? "") ?? usual
    var (runs, faults, failures) = (0, 0, 0)
    for round in 0..<UInt64(rounds) {
      let simulation = try Simulation(kind, seed: seed &+ round)
      do {
        try body(simulation)
      } catch {
        failures += 1
        // More of them add little.
        if failures <= 3 {
          let reason =
            error is Simulation.Failure ? "\(error)" : simulation.fail("\(error)").description
          Issue.record("\(name) into \(kind.rawValue), SLUICE_SEED=\(seed &+ round): \(reason)")
        }
      }
      if environment["SLUICE_SHOW"] != nil {
        print(simulation.fail("round \(round), SLUICE_SEED=\(seed &+ round)").description)
      }
      runs += simulation.runCount
      faults += simulation.faultCount
    }
    print(
      "chaos, \(name) into \(kind.rawValue): SLUICE_SEED=\(seed), \(rounds) rounds, \(runs) imports,"
        + " \(faults) faults, \(failures) rounds failed")
  }
}
