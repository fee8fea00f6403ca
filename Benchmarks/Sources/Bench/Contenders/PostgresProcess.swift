import CContenders
import Foundation

/// A program that fills the table `events` of a PostgreSQL server anew, as a whole process. Its cost is the
/// elapsed time, because most of the work is the server's.
final class PostgresProcess: Contender {
  let name: String
  private let measure: String
  /// The program made from Alone/copy.cpp.
  private let copy: String
  private let address: String
  private let program: String
  private let arguments: [String]
  private let folder: ScratchFolder

  init(
    _ name: String, measure: String, copy: String, address: String, program: String,
    arguments: [String], in folder: ScratchFolder
  ) {
    self.name = name
    self.measure = measure
    self.copy = copy
    self.address = address
    self.program = program
    self.arguments = arguments
    self.folder = folder
  }

  func timed(passes: Int) throws -> (seconds: Double, tally: Tally) {
    var seconds = 0.0
    var tally = Tally()
    for _ in 0..<passes {
      seconds += try importAnew().wallSeconds
      // One value: the whole table. Every byte counts, not only the ends that a tally compares.
      let rows = try rows()
      rows.withUnsafeBufferPointer { tally.text($0) }
      tally.integer(rows.reduce(0) { ($0 &* 31) &+ Int64($1) })
    }
    return (seconds, tally)
  }

  func run(passes: Int) throws -> Tally { try timed(passes: passes).tally }

  func values() throws -> [UInt8] {
    _ = try importAnew()
    return try rows()
  }

  /// The table's rows in COPY's binary form.
  private func rows() throws -> [UInt8] {
    let file = "\(folder.path)/left.rows"
    _ = try MeasuredProcess(measure, running: copy, ["out", address, file])
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
  }

  private func importAnew() throws -> MeasuredProcess {
    _ = try MeasuredProcess(measure, running: copy, ["reset", address])
    return try MeasuredProcess(measure, running: program, arguments)
  }
}
