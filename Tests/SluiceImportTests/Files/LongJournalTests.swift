import Foundation
import Sluice
import SluiceFeed
import SluiceImportTestSupport
import TestSupport
import Testing

@testable import SluiceImport

/// The texts of committed sources are in the journal's file only.
@Suite("The progress of many sources beside a file")
struct LongJournalTests {
  let folder: TemporaryFolder
  private let columns: [ImportColumn]
  private var path: String { folder["out.csv"] }

  init() throws {
    folder = try TemporaryFolder()
    columns = [try ImportColumn(parsing: "id:int=id")]
  }

  private func jobs(_ numbers: Range<Int>) -> [JobIdentity] {
    numbers.map { JobIdentity(source: "/feed/\"\($0)\" \u{e9}", columns: columns) }
  }

  private func checkpoint(_ number: Int) -> Checkpoint {
    Checkpoint(
      position: FeedPosition(offset: Int64(number), line: 1, recordNumber: 1), rows: 0, rejects: 0,
      fingerprint: SourceFingerprint(size: 18, head: "a{b]", tail: "\\\",["), rejectFile: nil,
      rejectFileLength: 0, isFinished: true)
  }

  private func open(_ jobs: [JobIdentity]) throws -> FileSink {
    let sink = try FileSink(path: path, format: .csv)
    _ = try sink.open(jobs, columns: columns)
    return sink
  }

  /// A commit of all of them.
  private func commit(_ jobs: [JobIdentity], _ sink: FileSink, from number: Int) throws {
    for (index, job) in jobs.enumerated() {
      _ = try sink.switchSource(to: job)
      #expect(try sink.hold(checkpoint(number + index)))
    }
    try sink.commitHeld()
  }

  private func found(_ jobs: [JobIdentity], _ sink: FileSink) throws -> [Int64?] {
    try jobs.map { try sink.switchSource(to: $0)?.position.offset }
  }

  private var journal: [UInt8] { get throws { try folder.bytes("out.csv.sluice") } }

  private func expected(after round: Int) -> [Int64?] {
    var offsets = (0..<300).map { Int64($0) }
    for index in 10..<13 { offsets[index] = Int64(round) }
    for index in 20..<300 { offsets[index] = Int64(1000 * round + index - 20) }
    return offsets
  }

  @Test(
    "is what the last commit of each says, after commits, after it was shortened, and in the next run"
  )
  func readBack() throws {
    let jobs = jobs(0..<300)
    let sink = try open(jobs)
    try commit(jobs, sink, from: 0)
    #expect(try found(jobs, sink) == (0..<300).map { Int64($0) })
    // Some alone, most of them together, until most of the file is out of date.
    let size = try journal.count
    var shortened = false
    for round in 1...6 {
      for job in jobs[10..<13] {
        _ = try sink.switchSource(to: job)
        try sink.commit(checkpoint(round))
      }
      let before = try journal.count
      try commit(Array(jobs[20...]), sink, from: 1000 * round)
      shortened = try shortened || journal.count < before
      #expect(try found(jobs, sink) == expected(after: round), "round \(round)")
    }
    #expect(try shortened && journal.count < 3 * size)
    sink.rollBack()
    let again = try open(jobs)
    #expect(try found(jobs, again) == expected(after: 6))
    #expect(try FileSink(path: path, format: .csv).knownSources().count == 300)
  }

  @Test("counts up to the line before its last one, wherever that is cut or has zeros")
  func torn() throws {
    let jobs = jobs(0..<12)
    let sink = try open(jobs)
    try commit(Array(jobs[..<5]), sink, from: 0)
    let start = try journal.count
    try commit(jobs, sink, from: 100)
    sink.rollBack()
    let whole = try journal
    let early = (0..<5).map { Int64($0) }
    let late = (100..<112).map { Int64($0) }
    func offsets() throws -> [Int64] {
      try FileSink(path: path, format: .csv).knownSources().map(\.checkpoint.position.offset)
    }
    #expect(try offsets() == late)
    for cut in start..<whole.count {
      try folder.write(Array(whole[..<cut]), to: "out.csv.sluice")
      #expect(try offsets() == early, "cut at \(cut)")
    }
    for place in start..<whole.count - 1 where place % 7 == 0 {
      var holed = whole
      holed[place] = 0
      try folder.write(holed, to: "out.csv.sluice")
      #expect(try offsets() == early, "a zero at \(place)")
    }
  }

  @Test("is read from lines that have other keys, and keys in another order")
  func otherForm() throws {
    let sink = try open(jobs(0..<1))
    sink.rollBack()
    let head = try journal
    func text(_ number: Int) throws -> JSON { try checkpoint(number).json }
    let line: JSONObject = [
      "length": 0, "finished": true, "mode": "append", "columns": "id:int=id", "file": "f",
    ]
    var (one, several) = (line, line)
    one["checkpoint"] = try text(7)
    one["source"] = "/one"
    several["source"] = nil
    several["sources"] = .array([
      ["checkpoint": try text(8), "source": "/two", "new": [[1], ["[", "{"]]],
      ["source": "/three", "checkpoint": try text(9)],
    ])
    several["source"] = .null
    try folder.write(
      head + JSON.object(one).serialized() + [10] + JSON.object(several).serialized() + [10],
      to: "out.csv.sluice")
    let expected: [Int64?] = [7, 8, 9]
    let names = ["/one", "/two", "/three"].map { JobIdentity(source: $0, columns: columns) }
    let progress = try #require(try ProgressJournal.inspect(at: path + ".sluice"))
    #expect(try names.map { try progress.checkpoint(of: $0)?.position.offset } == expected)
    let journal = try #require(try ProgressJournal(existing: path + ".sluice"))
    try journal.writeAnew()
    #expect(
      try names.map { try journal.progress.checkpoint(of: $0)?.position.offset } == expected)
    let rewritten = try #require(try ProgressJournal.inspect(at: path + ".sluice"))
    #expect(try names.map { try rewritten.checkpoint(of: $0)?.position.offset } == expected)
  }

  @Test("holds about four million bytes before it asks for a commit")
  func full() throws {
    let sink = try open(jobs(0..<1))
    var count = 0
    for job in jobs(0..<20_000) where !sink.holdsMuch {
      _ = try sink.switchSource(to: job)
      _ = try sink.hold(checkpoint(count))
      count += 1
    }
    let counts = try [0, 19_999].map { number in
      try JournaledText.make(
        FileProgress.Job(
          source: jobs(number..<number + 1)[0].source, columns: "", fileID: "",
          checkpoint: checkpoint(number))
      ).count + 1
    }
    #expect(count > 4_000_000 / counts[1] && count <= 4_000_000 / counts[0], "\(count)")
    try sink.commitHeld()
    #expect(!sink.holdsMuch)
    #expect(try journal.count > 4_000_000)
    let some = stride(from: 0, to: count, by: 50)
    let all = jobs(0..<count)
    #expect(try found(some.map { all[$0] }, sink) == some.map { Int64($0) })
  }

  @Test("that can't be read back is an error")
  func unreadable() throws {
    let jobs = jobs(0..<200)
    let sink = try open(jobs)
    try commit(jobs, sink, from: 0)
    let whole = try journal
    let file = try #require(FileHandle(forUpdatingAtPath: path + ".sluice"))
    try file.truncate(atOffset: UInt64(whole.count - 2000))
    #expect(importError { _ = try sink.switchSource(to: jobs[199]) }?.kind == .conflict)
    #expect(
      importError { _ = try sink.switchSource(to: jobs[199]) }?.message.contains("was cut") == true)
    #expect(try found([jobs[3]], sink) == [3])
    try file.seek(toOffset: 0)
    try file.write(contentsOf: [UInt8](repeating: 0, count: whole.count))
    let error = importError { _ = try sink.switchSource(to: jobs[150]) }
    #expect(error?.message.contains("has changed since it was read") == true)
  }

  @Test("tells two sources apart whose names have the same part of a hash")
  func sameHash() throws {
    var known: [UInt32: ByteName] = [:]
    var pair: [ByteName] = []
    for number in 0..<2_000_000 where pair.isEmpty {
      let name = ByteName("/\(number)")
      if let other = known.updateValue(name, forKey: IndicesByHash.hash(name)) {
        pair = [other, name]
      }
    }
    let jobs = try #require(pair.count == 2 ? pair : nil).map {
      JobIdentity(source: $0.text, columns: columns)
    }
    let sink = try open(jobs)
    #expect(try found(jobs, sink) == [nil, nil])
    try commit([jobs[0]], sink, from: 5)
    #expect(try found(jobs, sink) == [5, nil])
    try commit(jobs, sink, from: 6)
    #expect(try found(jobs, sink) == [6, 7])
    sink.rollBack()
    #expect(try found(jobs, open(jobs)) == [6, 7])
  }
}
