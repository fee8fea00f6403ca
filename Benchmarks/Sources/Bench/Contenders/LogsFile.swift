import CContenders
import SluiceFeed

/// The log feed from a plain file, on one core or several. Measured in wall-clock time, because more cores
/// do not save CPU time.
class LogsFile {
  fileprivate let paths: [String]
  private let folder: ScratchFolder

  init(over documents: Documents) throws {
    let folder = try ScratchFolder()
    self.folder = folder
    paths = try documents.all.enumerated().map { i, bytes in
      try folder.write(Array(bytes), to: "logs-\(i).ndjson")
    }
  }

  fileprivate func timedByWall(_ run: () throws -> Tally) rethrows -> (
    seconds: Double, tally: Tally
  ) {
    let start = ContinuousClock.now
    let tally = try run()
    return ((ContinuousClock.now - start) / .seconds(1), tally)
  }
}

/// One thread, record by record.
final class LogsOneCore: LogsFile, WalkingContender {
  let name = "onecore"

  func walk(into sink: inout some Sink) throws {
    for path in paths {
      var feed = try JSONFeed(.file(path))
      try feed.forEach { record in
        try LogRecordReading.read(record.cursor, into: &sink)
      } rejected: {
        throw $0.error
      }
    }
  }

  func timed(passes: Int) throws -> (seconds: Double, tally: Tally) {
    try timedByWall { try run(passes: passes) }
  }
}

/// Two threads, piece by piece.
final class LogsTwoCores: LogsFile, Contender {
  let name = "sluice"

  private func fold<S: Sink & Sendable>(_ make: @escaping @Sendable () -> S, _ part: (S) -> Void)
    throws
  {
    for path in paths {
      var feed = try JSONFeed(.file(path), options: FeedOptions(parallel: 2))
      try feed.fold(into: make) { sink, record in
        try LogRecordReading.read(record.cursor, into: &sink)
      } part: {
        part($0)
      } rejected: {
        throw $0.error
      }
    }
  }

  func run(passes: Int) throws -> Tally {
    var sum = Tally()
    for _ in 0..<passes { try fold({ Tally() }) { sum.add($0) } }
    return sum
  }

  func timed(passes: Int) throws -> (seconds: Double, tally: Tally) {
    try timedByWall { try run(passes: passes) }
  }

  func values() throws -> [UInt8] {
    var bytes: [UInt8] = []
    try fold({ Text() }) { bytes += $0.bytes }
    return bytes
  }
}
