import DocumentTestSupport
import Foundation
import Sluice
import SluiceSystem
import Testing

@Suite("The pool of idle readers")
struct JSONReaderPoolTests {
  /// `[0,0,…]` of about this many bytes, with padding after it.
  private func zeros(_ bytes: Int) -> PaddedBytes {
    var text = PaddedBytes()
    text.reserveCapacity(bytes)
    text.append(contentsOf: "[0".utf8)
    let more = Array(repeating: Array(",0".utf8), count: 1000).flatMap { $0 }
    while text.count < bytes { text.append(contentsOf: more) }
    text.append(contentsOf: "]".utf8)
    return text
  }

  /// Borrows `depth` readers at a time, and returns the sum of what they read.
  private func nested(_ depth: Int, in pool: JSONReaderPool) throws -> Int {
    guard depth > 0 else { return 0 }
    return try pool.withReader { reader in
      let own = try reader.withDocument("[\(depth)]") { try $0[0].int }
      let inner = try nested(depth - 1, in: pool)
      // The reader is still the caller's own: nobody else read with it meanwhile.
      return try reader.withDocument("[\(own + inner)]") { try $0[0].int }
    }
  }

  @Test("frees a reader whose memory exceeds the limit, and keeps a smaller one")
  func memoryIsLimited() throws {
    let pool = JSONReaderPool(idleMemoryLimit: 1 << 20)
    let large = zeros(1 << 20)
    let small = zeros(1 << 10)
    #expect(try pool.withDocument(large) { try $0.kind } == .array)
    #expect(pool.held == (0, 0))
    #expect(try pool.withDocument(small) { try $0.kind } == .array)
    #expect(pool.held.readers == 1)
    #expect((1...(1 << 20)).contains(pool.held.memory))
  }

  @Test("keeps at most the idle readers of its limit, however many were used at a time")
  func readersAreLimited() throws {
    for limit in [0, 1, 3, 32] {
      let pool = JSONReaderPool(idleReaderLimit: limit)
      #expect(try nested(40, in: pool) == 820)
      #expect(pool.held.readers == limit)
    }
    let pool = JSONReaderPool(idleReaderLimit: -1, idleMemoryLimit: -1)
    #expect((pool.idleReaderLimit, pool.idleMemoryLimit) == (0, 0))
    #expect(try nested(2, in: pool) == 3)
    #expect(pool.held == (0, 0))
  }

  @Test("the mapping layers' pool stays within its limits")
  func shared() throws {
    #expect(try nested(40, in: .shared) == 820)
    #expect(
      (1...JSONReaderPool.shared.idleReaderLimit).contains(JSONReaderPool.shared.held.readers))
    #expect(JSONReaderPool.shared.held.memory <= JSONReaderPool.shared.idleMemoryLimit)
  }

  @Test("uses one reader again and again")
  func readersAreReused() throws {
    let pool = JSONReaderPool()
    for i in 0..<100 {
      #expect(try pool.withReader { try $0.withDocument("[\(i)]") { try $0[0].int } } == i)
      #expect(pool.held.readers == 1)
    }
    pool.releaseMemory()
    #expect(pool.held == (0, 0))
    #expect(try nested(3, in: pool) == 6)
  }

  @Test("memory released during a call leaves the reader in use alone")
  func releasingDuringACall() throws {
    let pool = JSONReaderPool()
    let value = try pool.withReader { reader in
      try reader.withDocument("[1, 2]") { root in
        pool.releaseMemory()
        return try root[1].int
      }
    }
    #expect(value == 2)
    #expect(pool.held.readers == 1)
  }

  @Test("opens each document with the pool's options, whatever the last user set")
  func options() throws {
    let pool = JSONReaderPool(options: JSONOptions(checking: .full, sizeLimit: 64))
    pool.withReader { reader in
      #expect(reader.options == pool.options)
      reader.options = JSONOptions()
    }
    #expect(pool.held.readers == 1)
    let error = #expect(throws: JSONError.self) {
      try pool.withReader { try $0.withDocument(#"{"a": 1, "b": tru}"#) { try $0["a"].int } }
    }
    #expect(error?.code == .invalidLiteral)
    #expect(JSONReaderPool(checking: .full).options == JSONOptions(checking: .full))
  }

  @Test("mapping layers open with their own options")
  func optionsOfACall() throws {
    for policy in [DuplicateKeys.lastWins, .firstWins] {
      let value = try JSONReaderPool.shared.withReader(
        options: JSONOptions(duplicateKeys: policy)
      ) { reader in
        try reader.withDocument(#"{"a":1,"a":2}"#) { try $0["a"].int }
      }
      #expect(value == (policy == .firstWins ? 1 : 2))
    }
  }

  @Test("opens a document from every kind of buffer")
  func buffers() throws {
    let pool = JSONReaderPool(checking: .full)
    let bytes = Array(#"{"id": 7}"#.utf8)
    #expect(
      try unsafe bytes.withUnsafeBytes {
        try unsafe pool.withDocument(unpadded: $0) { try $0["id"].int }
      } == 7)
    #expect(try unsafe pool.withDocument(bytes.span.bytes) { try $0["id"].int } == 7)
    #expect(try pool.withDocument(PaddedBytes(bytes)) { try $0["id"].int } == 7)
    let part = try unsafe bytes.withUnsafeBytes { whole in
      try unsafe pool.withDocument(unpadded: UnsafeRawBufferPointer(rebasing: whole[7..<8])) {
        try $0.int
      }
    }
    #expect(part == 7)
    let error = #expect(throws: JSONError.self) {
      try unsafe pool.withDocument(unpadded: UnsafeRawBufferPointer(start: nil, count: 0)) {
        try $0.kind
      }
    }
    #expect(error?.code == .empty)
  }

  @Test("errors leave with their place, and the reader goes back")
  func errors() throws {
    struct Refused: Error {}
    let pool = JSONReaderPool()
    let bytes = Array(#"{"id": "x"}"#.utf8)
    let error = #expect(throws: JSONError.self) {
      try unsafe bytes.withUnsafeBytes {
        try unsafe pool.withDocument(unpadded: $0) { try $0["id"].int }
      }
    }
    #expect(error?.path == "$.id")
    #expect(throws: Refused.self) { try pool.withReader { _ in throw Refused() } }
    #expect(throws: Refused.self) {
      try unsafe pool.withDocument(bytes.span.bytes) { _ in throw Refused() }
    }
    #expect(pool.held.readers == 1)
  }

  @Test("gives each reader to one thread at a time, however many threads there are")
  func threads() throws {
    let pool = JSONReaderPool(checking: .full)
    let (threads, documents) = (16, 500)
    let result = LockedValue((sum: 0, failures: [String]()))
    let group = DispatchGroup()
    for thread in 0..<threads {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        do {
          var sum = 0
          for i in 0..<documents {
            let text = PaddedBytes("[\(thread),\(i),\"\(String(repeating: "x", count: i))\"]".utf8)
            sum += try pool.withDocument(text) { try $0[0].int * 1000 + $0[1].int }
            if i % 100 == 99 { pool.releaseMemory() }
          }
          result.withLock { $0.sum += sum }
        } catch {
          result.withLock { $0.failures.append("\(error)") }
        }
      }
    }
    group.wait()
    let (sum, failures) = result.withLock { $0 }
    #expect(failures.isEmpty)
    #expect(sum == (0..<threads).reduce(0) { $0 + $1 * 1000 * documents + 124_750 })
    #expect(pool.held.readers <= threads)
  }

  @Test("tasks share it, and values that were copied out cross an await")
  func tasks() async throws {
    let pool = JSONReaderPool()
    let owned = try await withThrowingTaskGroup(of: JSON.self) { group in
      for task in 0..<32 {
        group.addTask {
          let value = try pool.withReader { reader in
            try reader.withDocument("[\(task)]") { try $0.materialize() }
          }
          await Task.yield()
          return value
        }
      }
      return try await group.reduce(into: [JSON]()) { $0.append($1) }
    }
    #expect(owned.compactMap { $0[0]?.int }.sorted() == Array(0..<32))
  }
}
