import Foundation
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A log is a chain of generations, known by what they contain.
@Suite("A followed log's generation")
struct GenerationTests {
  let bench: LogBench
  init() throws { bench = try LogBench() }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(atPath: bench.folder[name])
  }

  /// Moves the log away, without a new one.
  private func rotate(to name: String) throws { try bench.move("app.log", name) }

  @Test("is the same when a hole at its start was filled while the job was stopped")
  func filledHole() throws {
    let hole = [UInt8](repeating: 0, count: LogBench.line(1).utf8.count)
    try bench.folder.write(hole + Array(LogBench.line(2).utf8), to: "app.log")
    let stop = FeedStop()
    stop.stop()
    let job = try ImportJob(
      feed: .follow(bench.log), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: try SQLiteSink(path: bench.folder["db.sqlite"], table: "t"),
      options: ImportOptions(rejectFile: bench.folder["rejects.ndjson"]))
    #expect(try job.run(stop: stop).rows == 0)
    try bench.folder.write(LogBench.lines(1...2), to: "app.log")
    try bench.follow(until: 2)
    #expect(try bench.ids() == [1, 2])
    #expect(bench.notes.isEmpty)
  }

  @Test(
    "was empty, and went without a note when another file got its number",
    arguments: ["app.log", "app.log.1"])
  func numberOfAnother(name: String) throws {
    try bench.folder.write("", to: "app.log")
    try bench.follow { stop, _, _ in stop.stop() }
    #expect(bench.notes.isEmpty)
    let number = try inode("app.log")
    try remove("app.log")
    // File systems give the lowest free number away, or none a second time.
    var made: [String] = []
    repeat {
      made.append("other\(made.count)")
      try bench.folder.write(LogBench.line(2), to: made[made.count - 1])
    } while try inode(made[made.count - 1]) != number && made.count < 200
    guard try inode(made[made.count - 1]) == number else {
      try Test.cancel("this file system doesn't use a file's number again at once")
    }
    try bench.move(made[made.count - 1], name)
    if name != "app.log" { try bench.append(3) }
    try bench.follow(until: name == "app.log" ? 2 : 3)
    #expect(try bench.ids() == (name == "app.log" ? [2] : [2, 3]))
    #expect(bench.notes.map(\.kind) == [.possibleLoss])
  }

  @Test("was called empty when a copy of it was put back under its number", arguments: [1, 2])
  func numberOfCopy(rotations: Int) throws {
    try bench.folder.write(LogBench.line(1), to: "app.log")
    let stop = FeedStop()
    stop.stop()
    let job = try ImportJob(
      feed: .follow(bench.log), columns: [try ImportColumn(parsing: "id:int=id")],
      sink: try SQLiteSink(path: bench.folder["db.sqlite"], table: "t"),
      options: ImportOptions(rejectFile: bench.folder["rejects.ndjson"]))
    #expect(try job.run(stop: stop).rows == 0)
    let number = try inode("app.log")
    try remove("app.log")
    try bench.folder.write(LogBench.line(1), to: "app.log.\(rotations)")
    guard try inode("app.log.\(rotations)") == number else {
      try Test.cancel("this file system doesn't use a file's number again at once")
    }
    if rotations > 1 { try bench.folder.write(LogBench.line(2), to: "app.log.1") }
    try bench.append(3)
    try bench.follow(until: 3)
    #expect(try bench.ids() == Array(rotations == 1 ? [1, 3] : [1, 2, 3]))
    #expect(bench.notes.isEmpty)
  }

  private func inode(_ name: String) throws -> UInt64 {
    let attributes = try FileManager.default.attributesOfItem(atPath: bench.folder[name])
    return (attributes[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0
  }

  @Test(
    "came and went after a look found it unread, without a note",
    arguments: [[], [3]], ["elsewhere", "app.log-20260131", "app.log-20260131.gz"])
  func seenBehind(seen: [Int], name: String) throws {
    try bench.append(1)
    try bench.follow(until: 1)
    try bench.append(2)
    try rotate(to: "app.log-20260130")
    try bench.folder.write(LogBench.lines(seen), to: "app.log")
    // Stops in the rotated one, before anything is read of the file after it.
    try bench.follow(until: 2)
    #expect(bench.notes.isEmpty)
    try bench.append(4)
    // What is moved elsewhere keeps its number, and no other file gets it.
    let isGone = name == "elsewhere"
    try bench.move("app.log", isGone ? name : "app.log-20260131")
    if name.hasSuffix(".gz") { try bench.compress("app.log-20260131") }
    try bench.append(5)
    try bench.follow(until: 5)
    #expect(try bench.ids() == [1, 2] + (isGone ? [] : seen + [4]) + [5])
    #expect(bench.notes.map(\.kind) == (isGone ? [.possibleLoss] : []))
    if isGone { #expect(bench.notes[0].message.contains("came after it is gone with all")) }
  }

  @Test("is not read again beyond the 512 that a checkpoint lists")
  func beyondTheBound() throws {
    let most = 512
    for number in 0..<most + 20 { try bench.append([1000 + number], to: dated(number)) }
    try bench.append(1)
    try bench.follow(until: 1)
    // The oldest one is no longer listed; neither is its copy, whose name is older still.
    try bench.move(dated(0), "app.log-20000101")
    try bench.folder.write(try bench.folder.bytes(dated(1)), to: "app.log-20000102")
    try rotate(to: "app.log-20300101")
    try bench.append(2)
    try bench.follow(until: 2)
    #expect(try bench.ids() == [1, 2])
    #expect(bench.notes.isEmpty)
    try bench.append([3], to: "app.log-20300102")
    try rotate(to: "app.log-20300103")
    try bench.append(4)
    try bench.follow(until: 4)
    #expect(try bench.ids() == [1, 2, 3, 4])
  }

  /// Dates of consecutive days.
  private func dated(_ number: Int) -> String {
    let day = 1 + number % 28
    return "app.log-\(2020 + number / 336)"
      + String(format: "%02d%02d", 1 + number / 28 % 12, day)
  }

  // MARK: Names

  @Test(
    "is not lost when dates take the place of numbers while the job is stopped",
    arguments: [["-20260102", "-20260103"], ["-31012026", "-01022026"]], [false, true])
  func datesAfterNumbers(dates: [String], packs: Bool) throws {
    try bench.write(0)
    try bench.follow(until: 10)
    try rotate(to: "app.log.1")
    if packs { try bench.compress("app.log.1") }
    try bench.write(1)
    try rotate(to: "app.log" + dates[0])
    try bench.write(2)
    try rotate(to: "app.log" + dates[1])
    try bench.write(3)
    try bench.follow(until: 40)
    #expect(try bench.ids() == Array(1...40))
    #expect(bench.notes.isEmpty)
  }

  @Test("is not read again after dates took the place of numbers")
  func staleNumber() throws {
    try bench.write(0)
    try bench.follow(until: 10)
    try rotate(to: "app.log.1")
    try bench.write(1)
    try bench.follow(until: 20)
    for round in 2...4 {
      try rotate(to: "app.log-2026010\(round)")
      try bench.write(round)
      if round == 3 { try bench.compress("app.log.1") }
      try bench.follow(until: round * 10 + 10)
    }
    #expect(try bench.ids() == Array(1...50))
    #expect(bench.notes.isEmpty)
  }

  @Test("is not lost when dates take the place of numbers while the job runs")
  func datesAfterNumbersAlive() throws {
    try bench.write(0)
    try bench.follow(until: 40) { number in
      guard number == 5 else { return }
      try rotate(to: "app.log.1")
      try bench.write(1)
      try rotate(to: "app.log-20260102")
      try bench.write(2)
      try rotate(to: "app.log-20260103")
      try bench.write(3)
    }
    #expect(try bench.ids() == Array(1...40))
    #expect(bench.notes.isEmpty)
  }

  @Test(
    "is found by a name with the suffix before the extension",
    arguments: [
      ["app-20260102.log", "app-20260103.log"], ["app.2026-01-02.log", "app.2026-01-03.log"],
      ["app.2.log", "app.1.log"],
    ], [false, true])
  func suffixBeforeExtension(names: [String], isAlive: Bool) throws {
    try bench.write(0)
    if !isAlive { try bench.follow(until: 10) }
    let change: () throws -> Void = {
      try rotate(to: names[0])
      try bench.write(1)
      try rotate(to: names[1])
      try bench.write(2)
    }
    if !isAlive { try change() }
    try bench.follow(until: 30) { number in
      if isAlive, number == 5 { try change() }
    }
    #expect(try bench.ids() == Array(1...30))
    #expect(bench.notes.isEmpty)
  }

  @Test("is found by numbers that grow with time, as what was read shows")
  func numbersUp() throws {
    try bench.write(0)
    try rotate(to: "app.log.1")
    try bench.write(1)
    try bench.follow(until: 20)
    for number in 2...4 {
      try rotate(to: "app.log.\(number)")
      try bench.write(number)
    }
    try bench.follow(until: 50)
    #expect(try bench.ids() == Array(11...50))
    #expect(bench.notes.isEmpty)
  }

  @Test("is never another log's file in the same folder")
  func otherLogs() throws {
    try bench.write(0)
    try bench.follow(until: 10)
    try rotate(to: "app.log.1")
    try bench.write(1)
    for name in [
      "app2.log", "app.log.lock", "application.log", "app-1.log", "app-old.log", "my-app.log.1",
      "app.log.1.bak", "app.logs-20260102", "app-20260102.logs",
    ] {
      try bench.append(901...903, to: name)
    }
    try bench.follow(until: 20)
    #expect(try bench.ids() == Array(1...20))
    #expect(bench.notes.isEmpty)
  }

  @Test("is found when it was moved to any other name", arguments: [false, true])
  func saved(isCopy: Bool) throws {
    try bench.write(0)
    try bench.follow(until: 10)
    try bench.write(1)
    if isCopy {
      try bench.folder.write(try bench.folder.bytes("app.log"), to: "saved")
      try remove("app.log")
    } else {
      try rotate(to: "saved")
    }
    try bench.write(2)
    try bench.follow(until: 30)
    #expect(try bench.ids() == Array(1...30))
    #expect(bench.notes.filter { $0.kind.isLoss }.isEmpty || isCopy)
  }

  @Test("that names and times can't order is read, and the note has both candidates")
  func unordered() throws {
    try bench.write(0)
    try bench.follow(until: 10)
    try rotate(to: "app.log-20260101")
    try bench.write(1)
    try rotate(to: "app.log.1")
    bench.setTime("app.log.1", 1_700_000_000)
    try bench.write(2)
    try rotate(to: "app.log-20260102")
    bench.setTime("app.log-20260102", 1_700_000_100)
    try bench.write(3)
    try bench.follow(until: 40)
    #expect(try bench.ids() == Array(1...40))
    let note = try #require(bench.notes.first)
    #expect(note.kind == .order)
    #expect(note.message.contains("app.log.1 and "))
    #expect(note.message.contains("app.log-20260102 are named by different schemes"))
  }

  // MARK: Missing ones

  enum Removal: CaseIterable { case moving, deleting }

  @Test(
    "that was missed while the job runs is reported with its place", arguments: Removal.allCases)
  func missed(removal: Removal) throws {
    try FileManager.default.createDirectory(
      atPath: bench.folder["old"], withIntermediateDirectories: false)
    try bench.write(0)
    try bench.follow(until: 40) { number in
      guard number == 5 else { return }
      for round in 1...3 {
        switch removal {
        case .moving: try rotate(to: "old/\(round)")
        case .deleting: try remove("app.log")
        }
        try bench.write(round)
      }
    }
    #expect(try bench.ids() == Array(1...10) + Array(31...40))
    #expect(bench.notes.map(\.kind) == [.possibleLoss])
    let message = try #require(bench.notes.first?.message)
    #expect(message.contains("may be lost between byte "))
    #expect(message.contains(" and the start of \(bench.log)"))
  }

  @Test(
    "that is missing in a row of numbers is reported with its neighbours", arguments: [false, true])
  func missingNumber(isAlive: Bool) throws {
    try bench.write(0)
    if !isAlive { try bench.follow(until: 10) }
    let change: () throws -> Void = {
      for round in 1...3 {
        try bench.shift()
        try rotate(to: "app.log.1")
        try bench.write(round)
      }
      try remove("app.log.2")
    }
    if !isAlive { try change() }
    try bench.follow(until: 40) { number in
      if isAlive, number == 5 { try change() }
    }
    #expect(try bench.ids() == Array(1...10) + Array(21...40))
    #expect(bench.notes.map(\.kind) == [.possibleLoss])
    let message = try #require(bench.notes.first?.message)
    #expect(message.contains("between \(bench.log).3 and \(bench.log).1: no file has the number 2"))
  }

  @Test(
    "that was rotated once, and read to its end, is no reason for a note", arguments: [false, true])
  func rotatedOnce(isDated: Bool) throws {
    try bench.write(0)
    try bench.follow(until: 30) { number in
      guard number == 5 || number == 15 else { return }
      if !isDated { try bench.shift() }
      try rotate(to: isDated ? "app.log-202601\(number + 10)" : "app.log.1")
      try bench.write(number == 5 ? 1 : 2)
    }
    #expect(try bench.ids() == Array(1...30))
    #expect(bench.notes.isEmpty)
  }

  @Test("that grows after it was read to its end is reported, once")
  func lateLines() throws {
    try bench.write(0)
    try bench.follow(until: 10)
    try bench.rename()
    try bench.write(1)
    try bench.follow(until: 20)
    try bench.append([901], to: "app.log.1")
    try bench.append(21)
    try bench.follow(until: 21)
    #expect(bench.notes.map(\.kind) == [.possibleLoss])
    #expect(bench.notes.first?.message.hasPrefix("11 bytes were added to ") == true)
    try bench.append(22)
    try bench.follow(until: 22)
    #expect(try bench.ids() == Array(1...22))
    #expect(bench.notes.isEmpty)
  }

  // MARK: Copies

  @Test(
    "is read together with its compressed namesake when that has another text",
    arguments: [false, true])
  func namesakes(isOwnPacked: Bool) throws {
    try bench.write(0)
    try bench.follow(until: 10)
    try rotate(to: "app.log.1")
    if isOwnPacked {
      try bench.compress("app.log.1")
      try bench.write(1)
      try rotate(to: "app.log.1")
    } else {
      try bench.write(1)
      try rotate(to: "app.log.2")
      try bench.compress("app.log.2")
      try bench.move("app.log.1", "app.log.2")
      try bench.append([], to: "app.log.1")
    }
    try bench.write(2)
    try bench.follow(until: 30)
    #expect(try bench.ids() == Array(1...30))
    #expect(bench.notes.isEmpty)
  }

  @Test("is one with its compressed namesake that has the same text, also when only that is left")
  func compressedAndKept() throws {
    try bench.write(0)
    try bench.follow(until: 10)
    try bench.append(11...15)
    try rotate(to: "app.log.1")
    try bench.folder.write(LogBench.pack(try bench.folder.bytes("app.log.1")), to: "app.log.1.gz")
    try bench.append(16...20)
    try bench.follow(until: 20)
    try remove("app.log.1")
    try bench.append(21)
    try bench.follow(until: 21)
    try bench.shift()
    try rotate(to: "app.log.1")
    try bench.write(3)
    try bench.follow(until: 40)
    #expect(try bench.ids() == Array(1...21) + Array(31...40))
    #expect(bench.notes.isEmpty)
  }

  @Test("is known while it is being compressed", arguments: [0, 15])
  func compressedHalf(length: Int) throws {
    try bench.write(0)
    try bench.follow(until: 10)
    try rotate(to: "app.log.1")
    let packed = LogBench.pack(try bench.folder.bytes("app.log.1"))
    try bench.folder.write(Array(packed.prefix(length)), to: "app.log.1.gz")
    try bench.write(1)
    try bench.follow(until: 20)
    #expect(bench.notes.isEmpty)
    try bench.folder.write(packed, to: "app.log.1.gz")
    try remove("app.log.1")
    try bench.append(21)
    try bench.follow(until: 21)
    #expect(try bench.ids() == Array(1...21))
    #expect(bench.notes.isEmpty)
  }

  @Test("is not read twice when it was copied before it was rotated", arguments: [false, true])
  func copied(isAlive: Bool) throws {
    try bench.write(0)
    let change: () throws -> Void = {
      try bench.folder.write(try bench.folder.bytes("app.log"), to: "app.log-20260101")
      try bench.write(1)
      try rotate(to: "app.log-20260102")
      try bench.write(2)
    }
    if isAlive {
      try bench.follow(until: 30) { number in if number == 10 { try change() } }
    } else {
      try bench.follow(until: 10)
      try change()
      try bench.follow(until: 30)
    }
    #expect(bench.notes.map(\.kind) == [.sameSource])
    #expect(bench.notes.first?.message.contains("app.log-20260101 has the beginning of") == true)
    // Not when the original is gone, either.
    try remove("app.log-20260102")
    try bench.append(31)
    try bench.follow(until: 31)
    try rotate(to: "app.log-20260103")
    try bench.write(4)
    try bench.follow(until: 50)
    #expect(try bench.ids() == Array(1...31) + Array(41...50))
    #expect(bench.notes.isEmpty)
  }

  // MARK: Beginnings

  @Test("begins after one that was read to its end and removed, with a note")
  func goneAndMadeAnew() throws {
    try bench.write(0)
    try bench.follow(until: 10)
    try remove("app.log")
    try bench.write(1)
    try bench.follow(until: 20)
    #expect(try bench.ids() == Array(1...20))
    #expect(bench.notes.map(\.kind) == [.possibleLoss])
    #expect(
      bench.notes.first?.message.contains("between byte 91 of what was read and the start of")
        == true)
    try bench.append(21)
    try bench.follow(until: 21)
    #expect(bench.notes.isEmpty)
  }

  @Test(
    "does not wait for the next line when two rotations leave an empty log",
    arguments: [false, true])
  func emptyAfterTwoRotations(isStarting: Bool) throws {
    try bench.write(0)
    let change: () throws -> Void = {
      for round in 1...2 {
        try bench.shift()
        try bench.rename()
        if round == 1 { try bench.write(1) }
      }
    }
    if isStarting {
      try bench.follow(until: 10)
      try bench.follow(until: 20, opening: change)
    } else {
      try bench.follow(until: 20) { number in if number == 5 { try change() } }
    }
    #expect(try bench.ids() == Array(1...20))
    #expect(bench.notes.isEmpty)
  }

  @Test("is read when its writer adds lines while the new log is empty")
  func slowWriter() throws {
    try bench.write(0)
    try bench.follow(until: 10)
    try bench.rename()
    var isAdded = false
    try bench.follow(until: 12) { number in
      guard !isAdded else { return }
      isAdded = true
      try bench.append(11...12, to: "app.log.1")
    }
    #expect(try bench.ids() == Array(1...12))
  }
}
