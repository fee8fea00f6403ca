import SluiceFeed
import SluiceImport
import SluiceImportTestSupport
import TestSupport
import Testing

/// A record whose row is refused late is a reject with its own bytes, though the feed has read on since.
@Suite("A sink that refuses rows late")
struct LateRejectTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Refuses each seventh row, when it settles.
  private final class LateSink: Sink {
    let name = "late"
    var rows: [Int64] = []
    private var pending: [Int64] = []

    func open(_ jobs: [JobIdentity?], columns: [ImportColumn]) throws(ImportError) -> Checkpoint? {
      nil
    }

    var refusesLate: Bool { true }
    var keepsProgress: Bool { false }

    func append(_ row: borrowing ImportRow) throws(ImportError) -> RowVerdict {
      guard case .integer(let id) = row[0] else { return .refused(code: "no-id", message: "") }
      pending.append(id)
      return .stored
    }

    func settle() throws(ImportError) -> [LateRefusal] {
      defer { pending = [] }
      rows += pending.filter { $0 % 7 != 0 }
      return pending.indices.filter { pending[$0] % 7 == 0 }.map {
        LateRefusal(row: $0, code: "late", message: "no \(pending[$0])")
      }
    }

    func commit(_ checkpoint: Checkpoint) throws(ImportError) {}
    func rollBack() {}
  }

  /// How the feed keeps its windows.
  enum Reading: CaseIterable {
    case windows, inMemory, compressed, filtered, threads
  }

  @Test("gets the rejects' own bytes, however the feed is read", arguments: Reading.allCases)
  func bytes(reading: Reading) throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let lines = (1...1500).map { id in
      // Some are longer than a window; in some stretches windows hold few records.
      let longest = id % 200 == 0 ? 20_000 : id % 400 < 50 ? 3000 : 100
      let length = Int.random(in: 0..<longest, using: &random)
      return "{\"id\":\(id),\"more\":\"\(String(repeating: "x", count: length))\"}"
    }
    let text = lines.map { $0 + "\n" }.joined()
    var options = ImportOptions()
    options.batchSize = 100
    options.rejectFile = folder["rejects"]
    options.feed.windowSize = 4096
    options.feed.framing = .lines
    var source = FeedSource.file(try folder.write(text, to: "feed"))
    var expected = Array(1...1500)
    switch reading {
    case .windows: break
    case .inMemory: source = .bytes(Array(text.utf8), name: "feed")
    case .compressed:
      source = .file(try folder.write(TestPacking.gzip.pack(Array(text.utf8)), to: "feed.gz"))
    case .filtered:
      // Long stretches without a row.
      options.filter = try Filter("id < 200 or id > 1300")
      expected = expected.filter { $0 < 200 || $0 > 1300 }
    case .threads:
      options.feed.parallel = 3
      // Some chunks fill their memory, some don't; and a line is longer than a chunk.
      options.feed.chunkSize = 16 << 10
    }
    let sink = LateSink()
    let job = try ImportJob(
      feed: source, columns: [ImportColumn(parsing: "id:int=id")], sink: sink, options: options)
    let summary = try job.run()
    let refused = expected.filter { $0 % 7 == 0 }
    #expect(summary.rejects == Int64(refused.count), "seed \(seed)")
    #expect(sink.rows == expected.filter { $0 % 7 != 0 }.map { Int64($0) }, "seed \(seed)")
    var found: [String] = []
    var rejects = try JSONFeed(.file(folder["rejects"]))
    try rejects.forEach { record in
      found.append(String(decoding: try Reject(record.cursor).rawBytes, as: UTF8.self))
    }
    #expect(found == refused.map { lines[$0 - 1] }, "seed \(seed)")
  }
}
