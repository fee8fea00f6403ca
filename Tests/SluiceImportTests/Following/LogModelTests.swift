import Foundation
import SluiceFeed
import SluiceImport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Random histories of a log, with a model that knows the truth: each record is stored once, or the job has
/// said that it may be lost.
@Suite("A followed log with any history")
struct LogModelTests {
  @Test(
    "stores each record exactly once, or says which may be lost",
    arguments: 0..<UInt64(Rounds.count(24, long: 80)))
  func history(number: UInt64) throws {
    let seed = 0x10C0 + number
    let history = try LogHistory(seed: seed)
    try history.run()
    let stored = try history.bench.ids()
    let twice = Dictionary(grouping: stored) { $0 }.filter { $1.count > 1 }.keys.sorted()
    #expect(twice.isEmpty, "seed \(seed): twice \(twice)\n\(history.story)")
    #expect(history.bench.rejects.isEmpty, "seed \(seed)\n\(history.story)")
    let lost = Set(1...history.lastWhole).subtracting(stored)
    #expect(stored == stored.sorted(), "seed \(seed): not in order\n\(history.story)")
    // Only text that was cut without a copy can be lost, and that is reported.
    #expect(!history.hasToldLoss || history.hasCut, "seed \(seed)\n\(history.story)")
    if history.hasRefused { return }
    let unexpected = lost.subtracting(history.cutOff).sorted()
    #expect(unexpected.isEmpty, "seed \(seed): lost \(unexpected)\n\(history.story)")
    #expect(lost.isEmpty || history.hasToldLoss, "seed \(seed): not told\n\(history.story)")
  }
}

private final class LogHistory {
  let bench: LogBench
  private var random: SeededGenerator
  /// The last record that was written.
  private(set) var written = 0
  /// The rest of a line whose start was written.
  private var openLine: String?
  private var day = 0
  private let isDated: Bool
  private let mayCut: Bool
  private(set) var hasCut = false
  /// Records that were cut off without a copy, possibly before they were read.
  private(set) var cutOff: Set<Int> = []
  /// Whether a job has read in the file at the path, and its last record. If a file comes and is cut
  /// before it is read, no one can know.
  private var isSeen = false
  private var lastSeen = 0
  private(set) var hasRefused = false
  private(set) var hasToldLoss = false
  private(set) var story = ""

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    bench = try LogBench()
    isDated = Bool.random(using: &random)
    mayCut = Int.random(in: 0..<4, using: &random) == 0
    try bench.folder.write("", to: "app.log")
  }

  func run() throws {
    // A new job begins with the file at the path.
    try append()
    guard try runJob(isFirst: true) else { return }
    for _ in 0..<Int.random(in: 2...5, using: &random) {
      for _ in 0..<Int.random(in: 0...4, using: &random) { try happen() }
      try append()
      guard try runJob() else { return }
    }
    try append()
    _ = try runJob(isLast: true)
  }

  /// False: the job refuses to continue, and says why.
  private func runJob(isFirst: Bool = false, isLast: Bool = false) throws -> Bool {
    story += "run\n"
    var left = Int.random(in: 0...6, using: &random)
    let opens = !isFirst && Bool.random(using: &random)
    let result = Result {
      try bench.follow(
        committing: { [self] stop, _, seen in
          if let seen, seen == lastWhole { (isSeen, lastSeen) = (true, seen) }
          // Each time something arrives, so that the job always has a next commit.
          if left > 0 {
            left -= 1
            if Bool.random(using: &random) { try happen() }
            try append()
          } else if seen == lastWhole || !isLast && Int.random(in: 0..<4, using: &random) == 0 {
            stop.stop()
          }
        },
        opening: {
          guard opens else { return }
          try happen()
          try append()
        })
    }
    switch result {
    case .success(let summary): note(summary.notes)
    case .failure(let error):
      guard let error = error as? ImportError, error.kind == .changedSource else { throw error }
      note(error.summary?.notes ?? [])
      story += "  refused: \(error.message)\n"
      (hasToldLoss, hasRefused) = (true, true)
      return false
    }
    return true
  }

  /// The last record with a complete line.
  var lastWhole: Int { openLine == nil ? written : written - 1 }

  private func note(_ notes: [ImportNote]) {
    if notes.contains(where: { $0.kind == .possibleLoss }) { hasToldLoss = true }
    for note in notes { story += "  told \(note)\n" }
  }

  /// Writes whole lines, and now and then the start of one more.
  private func append() throws {
    try finishLine()
    var text = ""
    for _ in 0..<Int.random(in: 1...5, using: &random) {
      written += 1
      text += LogBench.line(written)
    }
    try bench.folder.append(text, to: "app.log")
    story += "  wrote up to \(written)\n"
    if Int.random(in: 0..<4, using: &random) == 0 {
      written += 1
      let line = LogBench.line(written)
      let cut = line.index(
        line.startIndex, offsetBy: Int.random(in: 1..<line.count, using: &random))
      try bench.folder.append(String(line[..<cut]), to: "app.log")
      openLine = String(line[cut...])
      story += "  began \(written)\n"
    }
  }

  private func finishLine(in name: String = "app.log") throws {
    if let openLine { try bench.folder.append(openLine, to: name) }
    openLine = nil
  }

  private func happen() throws {
    let action = Int.random(in: 0..<7, using: &random)
    switch action {
    case 0, 1:
      let name = try nextName()
      story += "  renamed to \(name)\n"
      isSeen = false
      try bench.rename(to: name)
      // Its writer still exists.
      try finishLine(in: name)
      try append()
    case 2, 3:
      try finishLine()
      let name = try nextName()
      story += "  copied to \(name) and cut\n"
      isSeen = false
      try bench.copyAndCut(to: name)
      if Bool.random(using: &random) { try append() }
    case 4:
      guard let name = try rotated().filter({ !$0.hasSuffix(".gz") }).randomElement(using: &random)
      else { return }
      story += "  compressed \(name)\n"
      try bench.compress(name)
    case 5:
      guard let name = try rotated().randomElement(using: &random) else { return }
      story += "  changed the time of \(name)\n"
      bench.setTime(name, Int.random(in: 1_600_000_000...2_000_000_000, using: &random))
    default:
      guard mayCut, isSeen else { return }
      try finishLine()
      if lastSeen < written { cutOff.formUnion(lastSeen + 1...written) }
      (hasCut, isSeen) = (true, false)
      story += "  cut\n"
      #expect(unsafe truncate(bench.log, 0) == 0)
    }
  }

  private func rotated() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
      .filter { $0.hasPrefix("app.log.") || $0.hasPrefix("app.log-") }.sorted()
  }

  private func nextName() throws -> String {
    guard isDated else {
      try bench.shift()
      return "app.log.1"
    }
    day += 1
    return "app.log-202601\(day < 10 ? "0" : "")\(day)"
  }
}
