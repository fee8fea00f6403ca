import Foundation

/// A contender whose start-up is not part of its passes, and whose sums can't be added up while it reads.
protocol StartedContender: Contender {
  /// CPU seconds until it was ready to work, once it has been started.
  var startUp: Double? { get }
  /// The values of the last round, in full: compared again after the timed rounds.
  func lastValues() throws -> [UInt8]
}

/// A program outside this package, in a process of its own. Its cost is that process's CPU time on all
/// threads, as reported by the kernel, and that of processes which it keeps. A process that starts a program
/// each time counts that program's time, minus its time for a tiny input.
final class ExternalContender: StartedContender {
  let name: String
  private let reference: any Contender
  private let folder: ScratchFolder
  private let out: String
  private let command: [String]
  private let answer: (_ path: String) throws -> [UInt8]
  private var worker: WorkerProcess?
  private var rows: String?
  private var sums: Tally?
  private(set) var startUp: Double?
  /// The cost of a program that it starts, before that works; nil: it does the work itself.
  private var startUpOfEach: Double?

  init(
    _ name: String, reference: any Contender, in folder: ScratchFolder, out: String,
    command: [String], answer: @escaping (_ path: String) throws -> [UInt8]
  ) {
    self.name = name
    self.reference = reference
    self.folder = folder
    self.out = out
    self.command = command + [out]
    self.answer = answer
  }

  static func file(_ path: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func values() throws -> [UInt8] {
    let worker = try started()
    _ = try worker.ask("run 1", for: "ran")
    rows = try worker.ask("rows", for: "rows")
    return try lastValues()
  }

  func lastValues() throws -> [UInt8] {
    _ = try started().ask("answer", for: "answered")
    return try answer(out)
  }

  func run(passes: Int) throws -> Tally { try timed(passes: passes).tally }

  func timed(passes: Int) throws -> (seconds: Double, tally: Tally) {
    let worker = try started()
    let before = try worker.cpuSeconds()
    let children = try worker.ask("run \(passes)", for: "ran")
    var seconds = try worker.cpuSeconds() - before
    if let spent = Double(children) {
      if let startUpOfEach {
        seconds = max(spent - Double(passes) * startUpOfEach, 1e-6)
      } else {
        // Of processes that stay, if there are any.
        seconds += spent
      }
    }
    let found = try worker.ask("rows", for: "rows")
    guard found == rows else {
      throw Unavailable(description: "answers differently: \(found) rows, before \(rows ?? "none")")
    }
    let sums = try sums ?? reference.run(passes: 1)
    self.sums = sums
    return (seconds, sums.times(passes))
  }

  private func started() throws -> WorkerProcess {
    if let worker { return worker }
    let made = try WorkerProcess(command)
    let children = try made.line(for: "ready")
    startUp = try made.cpuSeconds()
    if let spent = Double(children), spent > 0 { (startUp, startUpOfEach) = (spent, spent) }
    worker = made
    return made
  }
}
