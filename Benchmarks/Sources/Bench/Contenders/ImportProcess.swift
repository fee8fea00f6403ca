import CContenders
import Foundation

/// A program that imports the events feed into a new database, as a whole process: its cost is its CPU time, user and
/// system, from start to end.
final class ImportProcess: Contender {
  let name: String
  private let measure: String
  private let program: String
  private let arguments: (_ database: String) -> [String]
  private let folder: ScratchFolder

  init(
    _ name: String, measure: String, program: String, in folder: ScratchFolder,
    arguments: @escaping (_ database: String) -> [String]
  ) {
    self.name = name
    self.measure = measure
    self.program = program
    self.folder = folder
    self.arguments = arguments
  }

  func timed(passes: Int) throws -> (seconds: Double, tally: Tally) {
    var seconds = 0.0
    var tally = Tally()
    for _ in 0..<passes {
      seconds += try importAnew().cpuSeconds
      guard bench_table_tally(database, &tally) else { throw unreadable }
    }
    return (seconds, tally)
  }

  func run(passes: Int) throws -> Tally { try timed(passes: passes).tally }

  func values() throws -> [UInt8] {
    _ = try importAnew()
    return try ImportProcess.values(ofDatabase: database)
  }

  /// The rows of the table.
  static func values(ofDatabase database: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let done = withUnsafeMutablePointer(to: &bytes) { out in
      bench_table_values(
        database,
        { context, start, count in
          guard let out = context?.assumingMemoryBound(to: [UInt8].self) else { return }
          out.pointee.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
        }, out)
    }
    guard done else {
      throw Unavailable(description: "\(database) has no table that can be read")
    }
    return bytes
  }

  private var database: String { "\(folder.path)/events.sqlite" }

  private var unreadable: Unavailable {
    Unavailable(description: "\(name) left no table that can be read")
  }

  private func importAnew() throws -> MeasuredProcess {
    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: database + end)
    }
    return try MeasuredProcess(measure, running: program, arguments(database))
  }
}
