import Foundation
import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

@Suite("A job that follows a log")
struct FollowTests {
  let bench: ImportBench
  init() throws { bench = try ImportBench() }

  private var log: String { bench.folder["app.log"] }

  private func line(_ id: Int) -> String { "{\"id\":\(id)}\n" }

  private func move(_ from: String, _ to: String) throws {
    try FileManager.default.moveItem(atPath: bench.folder[from], toPath: bench.folder[to])
  }

  /// Follows on a thread of its own while `body` writes; stops once that many records were committed, and
  /// returns the summary.
  private func follow(until records: Int64, _ body: () throws -> Void) throws -> ImportSummary {
    let stop = FeedStop()
    let bench = UncheckedBox(bench)
    let result = ResultBox()
    let source = FeedSource.follow(log)
    let thread = Thread {
      result.set(
        Result {
          try bench.value.run(source, ["id:int=id"], stop: stop) { progress in
            if progress.rows + progress.rejects >= records { stop.stop() }
          }
        })
    }
    thread.start()
    try body()
    // A hang also ends the test, with what is there by then.
    let summary = result.wait(seconds: 60)
    stop.stop()
    return try (summary ?? result.wait(seconds: 10)).unwrap().get()
  }

  @Test("is refused when rows would be visible only at its end, which never comes")
  func replacing() throws {
    func job(_ mode: WriteMode) throws -> ImportJob {
      try ImportJob(
        feed: .follow(log), columns: [ImportColumn(parsing: "id:int=id")],
        sink: FileSink(path: bench.folder["rows.csv"], format: .csv, mode: mode))
    }
    let error = #expect(throws: ImportError.self) { _ = try job(.replace) }
    #expect(error?.kind == .sink)
    #expect(error.map { "\($0)" }?.contains("append") == true)
    #expect(throws: Never.self) { _ = try job(.append) }
  }

  @Test("stores existing and later records, even when the file is replaced or cut")
  func follows() throws {
    try bench.folder.write(line(1) + line(2), to: "app.log")
    let summary = try follow(until: 7) {
      try waitFor { try rows() == ["1", "2"] }
      try bench.folder.append(line(3) + "bad\n", to: "app.log")
      // Without filling a batch, and with nothing after them.
      try waitFor { try rows() == ["1", "2", "3"] }
      try bench.folder.append("{\"id\":4}", to: "app.log")
      try move("app.log", "app.log.1")
      try bench.folder.write("{   \"id\":5   }\n", to: "app.log")
      try waitFor { try rows().last == "5" }
      // A cut file is recognised by being shorter than what was read of it, at any time.
      try bench.folder.write(line(6), to: "app.log")
    }
    #expect(summary.isStopped && summary.rows == 6 && summary.rejects == 1)
    #expect(try rows() == ["1", "2", "3", "4", "5", "6"])
    #expect(bench.rejects.count == 1)
  }

  @Test("continues in the same file when it is run again")
  func resumes() throws {
    try bench.folder.write(line(1) + line(2), to: "app.log")
    _ = try follow(until: 2) {}
    try bench.folder.append(line(3), to: "app.log")
    let second = try follow(until: 1) {}
    #expect(second.beginning == .resumed(offset: 18))
    #expect(try rows() == ["1", "2", "3"])
    // An import that does not follow finds the place, too.
    try bench.folder.append(line(4), to: "app.log")
    #expect(try bench.run(file: "app.log", "id:int=id").totalRows == 4)
  }

  @Test("left half a record when it was stopped, and did not say so")
  func leftAtStop() throws {
    try bench.folder.write(line(1) + line(2) + "{\"id\":", to: "app.log")
    let first = try follow(until: 2) {}
    #expect(first.sources.map(\.left) == [.rest(bytes: 6)] && first.leftBytes == 6)
    try bench.folder.append("3}\n", to: "app.log")
    let second = try follow(until: 1) {}
    #expect(second.sources.map(\.left) == [nil] && second.leftBytes == 0)
    #expect(try rows() == ["1", "2", "3"])
  }

  @Test(
    "reads the old file's rest, those between, and the new one after rotations",
    arguments: [1, 2, 3])
  func rotated(times: Int) throws {
    try bench.folder.write(line(1) + line(2), to: "app.log")
    _ = try follow(until: 2) {}
    try bench.folder.append(line(3), to: "app.log")
    var expected = ["1", "2", "3"]
    for time in 1...times {
      for number in (0..<time).reversed() {
        try move(number == 0 ? "app.log" : "app.log.\(number)", "app.log.\(number + 1)")
      }
      // Files written within one tick of the clock can't be told apart.
      usleep(20_000)
      try bench.folder.write(line(10 + time), to: "app.log")
      expected.append("\(10 + time)")
    }
    try bench.folder.write(line(99), to: "app.log.sqlite")
    let second = try follow(until: Int64(1 + times)) {}
    #expect(second.rows == Int64(1 + times))
    #expect(try rows() == expected)
    #expect(second.sources.map(\.name) == (1...times).reversed().map { log + ".\($0)" } + [log])
  }

  @Test("refuses to continue when the file that it was reading is gone, and says what works")
  func lost() throws {
    // The end of a line is still to come.
    try bench.folder.write(line(1) + line(2) + "{\"id\"", to: "app.log")
    _ = try follow(until: 2) {}
    try bench.folder.write(line(5) + line(6), to: "app.log")
    let error = importError { _ = try follow(until: 1) {} }
    #expect(error?.kind == .changedSource)
    #expect(error?.message.contains("its rest was not imported") == true)
    #expect(error?.message.contains("--restart") == true)
    #expect(try rows() == ["1", "2"])
    // As the message says.
    try bench.folder.write(line(1) + line(2) + line(3), to: "kept")
    _ = try follow(until: 3) {}
    #expect(try rows() == ["1", "2", "3", "5", "6"])
  }

  @Test("starts a new file when the old one was read to its end and is gone")
  func replaced() throws {
    try bench.folder.write(line(1) + line(2), to: "app.log")
    try bench.run(file: "app.log", "id:int=id")
    try bench.folder.write(line(5), to: "app.log")
    let summary = try follow(until: 1) {}
    #expect(summary.beginning == .fresh && summary.totalRows == 3)
    #expect(try rows() == ["1", "2", "5"])
  }

  @Test("refuses a compressed file")
  func compressed() throws {
    try bench.folder.write([0x1F, 0x8B, 8, 0], to: "app.log")
    let error = importError { _ = try follow(until: 1) {} }
    #expect(error?.message.contains("is compressed") == true)
  }

  private func rows() throws -> [String] {
    // Before the job has opened it, there is no table.
    (try? bench.rows()) ?? []
  }

  /// Waits up to a minute for something that another thread does; then the test fails.
  private func waitFor(_ condition: () throws -> Bool) throws {
    for _ in 0..<6000 {
      if try condition() { return }
      usleep(10_000)
    }
    Issue.record("what was waited for did not come")
  }
}

private struct UncheckedBox<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

/// The result of another thread.
private final class ResultBox: @unchecked Sendable {
  private let condition = NSCondition()
  private var result: Result<ImportSummary, any Error>?

  func set(_ result: Result<ImportSummary, any Error>) {
    condition.lock()
    self.result = result
    condition.broadcast()
    condition.unlock()
  }

  func wait(seconds: Double) -> Result<ImportSummary, any Error>? {
    condition.lock()
    defer { condition.unlock() }
    let limit = Date(timeIntervalSinceNow: seconds)
    while result == nil, condition.wait(until: limit) {}
    return result
  }
}

private struct NothingThere: Error {}

extension Optional {
  fileprivate func unwrap() throws -> Wrapped {
    guard let self else { throw NothingThere() }
    return self
  }
}
