import Foundation

/// A table that others drop, make anew and empty, and the choices when the job finds that.
struct TableSimulation {
  private let simulation: Simulation
  private let feed = "feed/a.ndjson"
  private var lines: [FeedLine] = []
  /// How many of them are imported.
  private var imported = 0
  private var rows: [FeedLine] = []
  /// Whether `--table-may-be-empty` was given.
  private var mayBeEmpty = false

  init(_ simulation: Simulation) throws {
    self.simulation = simulation
    simulation.target.keepsRejects = false
    try simulation.folder.write("", to: feed)
    try grow()
    try importMore("at first")
  }

  mutating func play(_ count: Int) throws {
    for _ in 0..<count { try step() }
    try grow()
    try importMore("in the end")
  }

  private mutating func step() throws {
    switch simulation.number(0..<8) {
    case 0, 1: try grow()
    case 2: try drop()
    case 3: try makeAnew()
    case 4: try empty()
    case 5:
      _ = try simulation.faultyRun([feed])
      try importMore("after a fault")
    default: try importMore("after a run")
    }
  }

  private mutating func grow() throws {
    let more = simulation.lines(simulation.number(1..<30), bad: false)
    simulation.note("append \(more.count) lines, ids to \(more.last?.id ?? 0)")
    try simulation.folder.append(Simulation.text(more), to: feed)
    lines += more
  }

  /// Imports what is new.
  private mutating func importMore(_ when: String, _ choice: [String] = []) throws {
    let run = try simulation.run([feed], choice)
    guard run.isComplete else { throw simulation.fail("\(when): \(run)") }
    rows += lines[imported...]
    imported = lines.count
    try simulation.expectRows(rows, when)
  }

  /// Must be refused, with the choices named.
  private func expectRefusal(_ when: String, _ choices: [String]) throws {
    let run = try simulation.run([feed])
    guard run.end == .exit(2) else { throw simulation.fail("\(when), it must be refused: \(run)") }
    for choice in choices where !run.errors.contains(choice) {
      throw simulation.fail("\(when), the error must name \(choice): \(run)")
    }
  }

  private mutating func restart(_ when: String) throws {
    imported = 0
    rows = []
    // From its start: earlier choices are discarded with it, and made again or not.
    let choice = mayBeEmpty && simulation.chance(1, of: 2) ? ["--table-may-be-empty"] : []
    mayBeEmpty = !choice.isEmpty
    try importMore(when, ["--restart"] + choice)
  }

  private mutating func drop() throws {
    simulation.note("DROP TABLE t")
    try simulation.target.execute("DROP TABLE t")
    try expectRefusal("without its table", ["--restart"])
    try restart("after a restart without a table")
  }

  private mutating func makeAnew() throws {
    simulation.note("DROP TABLE t; CREATE TABLE t")
    try simulation.target.execute("DROP TABLE t")
    try simulation.target.execute("CREATE TABLE t (id bigint, name text)")
    try expectRefusal("with another table", ["--restart", "--adopt-table"])
    switch simulation.number(0..<3) {
    case 0: try restart("after a restart with another table")
    case 1:
      // As a restored dump does.
      simulation.note("INSERT the \(rows.count) rows that were there")
      for row in rows {
        try simulation.target.execute(
          "INSERT INTO t VALUES (\(row.id), '\((row.row ?? "").drop { $0 != "|" }.dropFirst())')")
      }
      try importMore("with a table that was adopted", ["--adopt-table"])
    default:
      rows = []
      try importMore(
        "with an empty table that was adopted", ["--adopt-table", "--table-may-be-empty"])
      mayBeEmpty = true
    }
  }

  private mutating func empty() throws {
    guard !rows.isEmpty else { return }
    simulation.note("DELETE FROM t")
    try simulation.target.execute("DELETE FROM t")
    if !mayBeEmpty {
      try expectRefusal("with an emptied table", ["--restart", "--table-may-be-empty"])
      if simulation.chance(1, of: 2) { return try restart("after a restart with an emptied table") }
    }
    rows = []
    try importMore("with a table that may be empty", mayBeEmpty ? [] : ["--table-may-be-empty"])
    mayBeEmpty = true
  }
}
