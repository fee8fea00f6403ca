import Foundation
import SluiceFeed
import SluiceImport
import SluiceSystem
import Synchronization
import TestSupport
import Testing

@Suite("A followed log that is rotated")
struct RotationTests {
  let bench: LogBench
  init() throws { bench = try LogBench() }

  @Test("while the job opens its sink is read once: the current file is never a rotated one, too")
  func rotatedWhileOpening() throws {
    try bench.append(1...20)
    try bench.follow(until: 20)
    try bench.append(21...30)
    try bench.follow(
      until: 50,
      opening: {
        try bench.rename()
        try bench.append(31...50)
      })
    #expect(try bench.ids() == Array(1...50))
    #expect(bench.notes.isEmpty && bench.rejects.isEmpty)
  }

  @Test("while a new job opens its sink is read from the file at the path at that time")
  func rotatedWhileFirstOpening() throws {
    try bench.append(1...20)
    try bench.follow(
      until: 50,
      opening: {
        try bench.rename()
        try bench.append(31...50)
      })
    #expect(try bench.ids() == Array(31...50))
  }

  @Test(
    "by copying and cutting before its first byte was read loses nothing", arguments: [true, false])
  func cutBeforeTheFirstByte(isEmpty: Bool) throws {
    // A job that stops at its first commit, which is before the first record.
    try isEmpty ? { _ = try bench.folder.write("", to: "app.log") }() : bench.append(1...10)
    try bench.follow { stop, _, _ in stop.stop() }
    #expect(try bench.ids().isEmpty)
    try bench.append(isEmpty ? 1...110 : 11...110)
    try bench.copyAndCut()
    try bench.append(111...210)
    try bench.follow(until: 210)
    #expect(try bench.ids() == Array(1...210))
    #expect(bench.notes.isEmpty)
  }

  @Test("by copying and cutting between the job's first commit and its first look loses nothing")
  func cutBeforeTheFirstLook() throws {
    try bench.folder.write("", to: "app.log")
    try bench.follow(until: 40) { number in
      guard number == 0 else { return }
      try bench.append(1...20)
      try bench.copyAndCut()
      try bench.append(21...40)
    }
    #expect(try bench.ids() == Array(1...40))
  }

  @Test("by copying and cutting, and grown past the position between two looks, loses nothing")
  func regrown() throws {
    try bench.append(1...100)
    try bench.follow(until: 400) { number in
      guard number == 50 else { return }
      try bench.append(101...200)
      try bench.copyAndCut()
      // More bytes than were read.
      try bench.append(201...400)
    }
    #expect(try bench.ids() == Array(1...400))
    #expect(bench.notes.isEmpty && bench.rejects.isEmpty)
  }

  // A job that began meanwhile asked for a file that was there a moment later, or lost what was on its way with a note.
  @Test(
    "into a file that is still being compressed is read once that is whole",
    arguments: [10, 20])
  func beingPacked(read: Int) throws {
    var found: [[Int]] = []
    // Where others have the processors, nothing may seem to change for a moment.
    for _ in 1...5 where found.last != Array(1...80) {
      let bench = try LogBench()
      try bench.append(1...20)
      try bench.follow(until: read)
      try bench.append(21...60)
      let packed = LogBench.pack(try bench.folder.bytes("app.log"))
      try bench.folder.write("", to: "app.log")
      try bench.append(61...80)
      let half = packed.count / 2
      try bench.folder.write(Array(packed[..<half]), to: "app.log.1.gz")
      let isOver = Atomic(false)
      let path = bench.folder["app.log.1.gz"]
      let packing = try WorkerThread {
        do {
          let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
          try handle.seekToEnd()
          for byte in packed[half...] where !isOver.load(ordering: .relaxed) {
            try handle.write(contentsOf: Data([byte]))
            WorkerThread.sleep(milliseconds: 5)
          }
          try handle.close()
        } catch {
          Issue.record(error)
        }
      }
      do {
        try bench.follow(until: 80)
      } catch let error as ImportError {
        #expect(error.kind == .changedSource, "\(error)")
      }
      isOver.store(true, ordering: .relaxed)
      packing.join()
      found.append(try bench.ids())
    }
    #expect(found.last == Array(1...80), "\(found)")
  }

  @Test("by copying and cutting while no job runs, and grown past the position, loses nothing")
  func regrownWhileStopped() throws {
    try bench.append(1...50)
    try bench.follow(until: 50)
    try bench.append(51...60)
    try bench.copyAndCut()
    try bench.append(61...200)
    try bench.follow(until: 200)
    #expect(try bench.ids() == Array(1...200))
  }

  @Test(
    "by cutting without a copy says which records may be lost, and continues",
    arguments: [false, true])
  func cut(grows: Bool) throws {
    try bench.append(1...10)
    try bench.follow(until: 60) { number in
      guard number == 5 else { return }
      #expect(unsafe truncate(bench.log, 0) == 0)
      try bench.append(grows ? 31...60 : 60...60)
    }
    #expect(try bench.ids().last == 60)
    let note = try #require(bench.notes.first)
    #expect(note.kind == .possibleLoss)
    for part in ["may be lost", "read up to byte 91 (line 10, record 10)", "between 20"] {
      #expect(note.message.contains(part), "\(note.message)")
    }
  }

  @Test("more than once between two looks is read in order", arguments: [1, 2, 5])
  func rotatedTwice(times: Int) throws {
    try bench.append(1...10)
    try bench.follow(until: 100 + times) { number in
      guard number == 5 else { return }
      for time in 1...times {
        try bench.shift()
        try bench.rename()
        try bench.append(100 + time)
      }
    }
    #expect(try bench.ids() == Array(1...10) + Array(101...100 + times))
  }

  @Test(
    "and compressed at once is continued in the compressed file", arguments: TestPacking.here)
  func compressed(packing: TestPacking) throws {
    try bench.append(1...10)
    try bench.follow(until: 10)
    try bench.append(11...20)
    try bench.rename()
    try bench.compress("app.log.1", packing)
    try bench.append(21...30)
    try bench.follow(until: 30)
    #expect(try bench.ids() == Array(1...30))
  }

  @Test("and compressed later, several times, is not read again")
  func compressedLater() throws {
    try bench.append(1...10)
    try bench.follow(until: 10)
    for round in 1...4 {
      try bench.shift()
      try bench.rename()
      if round > 1 { try bench.compress("app.log.2") }
      try bench.append(round * 10 + 1...round * 10 + 10)
      try bench.follow(until: round * 10 + 10)
    }
    #expect(try bench.ids() == Array(1...50))
    #expect(bench.notes.isEmpty)
  }

  @Test("and whose rotated files are touched is not read twice")
  func touched() throws {
    try bench.append(1...10)
    for round in 1...3 {
      try bench.follow(until: round * 10)
      try bench.shift()
      try bench.rename()
      try bench.append(round * 10 + 1...round * 10 + 10)
    }
    try bench.follow(until: 40)
    bench.setTime("app.log.2", 2_000_000_000)
    bench.setTime("app.log.3", 2_000_000_001)
    try bench.shift()
    try bench.rename()
    try bench.append(41...50)
    try bench.follow(until: 50)
    #expect(try bench.ids() == Array(1...50))
  }

  @Test("while the clock is set back is read in the order of the names, with a report")
  func clockSetBack() throws {
    try bench.append(1...10)
    try bench.follow(until: 10)
    try bench.append(11...15)
    for round in 1...3 {
      try bench.shift()
      try bench.rename()
      try bench.append(round * 100 + 1...round * 100 + 5)
    }
    for number in 1...3 { bench.setTime("app.log.\(number)", 1_700_000_000 + number) }
    try bench.follow(until: 305)
    #expect(
      try bench.ids() == Array(1...15) + Array(101...105) + Array(201...205) + Array(301...305))
    #expect(bench.notes.map(\.kind) == [.order])
    #expect(bench.notes.first?.message.contains("app.log.3 was written to after") == true)
  }

  @Test(
    "with dates in the names is read in order of the dates",
    arguments: [
      ["-20260130", "-20260131", "-20260201"],
      ["-20260131-090000", "-20260131-100000", "-20260131-110000"],
      ["-1769900000", "-1769900100", "-1769900200"],
      [".2026-01-30", ".2026-01-31", ".2026-02-01"],
    ])
  func dated(suffixes: [String]) throws {
    try bench.append(1...10)
    try bench.follow(until: 10)
    for (number, suffix) in suffixes.enumerated() {
      try bench.rename(to: "app.log" + suffix)
      // All of them within one second, and backwards.
      bench.setTime("app.log" + suffix, 1_700_000_000 - number)
      if number == 0 { try bench.compress("app.log" + suffix) }
      try bench.append(number * 10 + 11...number * 10 + 20)
    }
    try bench.follow(until: 40)
    #expect(try bench.ids() == Array(1...40))
  }

  @Test("is continued in the old file while the new one is empty")
  func writerIsSlow() throws {
    try bench.append(1...10)
    try bench.follow(until: 10)
    try bench.rename()
    try bench.append(11...12, to: "app.log.1")
    try bench.follow(until: 30) { number in
      // The writer opens the new file only now.
      if number == 3 {
        try bench.append(13...14, to: "app.log.1")
        try bench.append(21...30)
      }
    }
    #expect(try bench.ids() == Array(1...14) + Array(21...30))
  }

  @Test("continues when rotation divides a line: its end is read in the renamed file")
  func unfinishedLine() throws {
    try bench.append(1...3)
    try bench.folder.append("{\"id\"", to: "app.log")
    try bench.follow(until: 3)
    try bench.folder.append(":4}\n{\"id\":5}", to: "app.log")
    try bench.rename()
    try bench.append(6)
    try bench.follow(until: 6)
    #expect(try bench.ids() == Array(1...6) && bench.rejects.isEmpty)
  }

  @Test("with files that begin alike is identified by their predecessors")
  func sameHeads() throws {
    // Each file begins with the same record.
    try bench.append(7)
    try bench.follow(until: 7)
    for round in 1...3 {
      try bench.append(round * 10)
      try bench.shift()
      try bench.copyAndCut()
      try bench.append(7)
    }
    try bench.append(99)
    try bench.follow(until: 99)
    #expect(try bench.ids() == [7, 10, 7, 20, 7, 30, 7, 99])
  }

  @Test("is awaited while it does not exist")
  func missing() throws {
    let bench = bench
    let begin = bench.folder["begin"]
    let path = bench.log
    let thread = Thread {
      // As soon as the sink was opened.
      while unsafe access(begin, F_OK) != 0 { sched_yield() }
      _ = FileManager.default.createFile(atPath: path, contents: Data(LogBench.lines(1...3).utf8))
    }
    thread.start()
    try bench.follow(until: 3, opening: { try bench.folder.write("", to: "begin") })
    #expect(try bench.ids() == [1, 2, 3])
  }

  @Test(
    "keeps the framing that was chosen for it when a new file begins with damage",
    arguments: [true, false])
  func damagedBeginning(inOneRun: Bool) throws {
    bench.framing = .auto
    let damaged = "{\"id\":6,\"v\":[\n"
    try bench.append(1...5)
    if inOneRun {
      try bench.follow(until: 8) { number in
        guard number == 5 else { return }
        try bench.rename()
        try bench.folder.append(damaged, to: "app.log")
        try bench.append(7...8)
      }
    } else {
      // This run ends as soon as it is in the new file, of which it reads nothing.
      try bench.follow { stop, number, _ in
        if number == 5 {
          try bench.rename()
          try bench.folder.append(damaged, to: "app.log")
        }
        // Two commits at the end of the old file, and one at the start of the new one.
        if number == 8 { stop.stop() }
      }
      // The file whose framing was chosen is gone.
      try FileManager.default.removeItem(atPath: bench.folder["app.log.1"])
      try bench.append(7...8)
      try bench.follow(until: 8)
    }
    #expect(try bench.ids() == Array(1...5) + [7, 8])
    #expect(bench.rejects.count == 1)
  }
}
