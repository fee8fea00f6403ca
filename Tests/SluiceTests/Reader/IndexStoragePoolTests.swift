import Dispatch
import DocumentTestSupport
import Sluice
import SluiceSystem
import Testing

@Suite("Storage of released readers")
struct IndexStoragePoolTests {
  @Test("is lent again, two for a thread at most, and each to one reader")
  func reuse() throws {
    let pool = IndexStoragePool()
    #expect(unsafe pool.borrow() == nil)
    var names: Set<ObjectIdentifier> = []
    weak var third: IndexStorage?
    for number in 0..<3 {
      let storage = try IndexStorage()
      if number == 2 { third = storage } else { names.insert(ObjectIdentifier(storage)) }
      pool.put(storage)
    }
    #expect(third == nil, "there is no place for a third")
    let lent = [try taken(from: pool), try taken(from: pool)]
    #expect(Set(lent.map { ObjectIdentifier($0) }) == names)
    #expect(unsafe pool.borrow() == nil)
  }

  @Test("is freed when it is large, when someone refers to it, and when memory is wanted back")
  func limits() throws {
    let pool = IndexStoragePool()
    let kept = try IndexStorage()
    pool.put(kept)
    #expect(unsafe pool.borrow() == nil, "a position may still be checked against it")

    weak var large: IndexStorage?
    do {
      let storage = try IndexStorage()
      large = storage
      try storage.buffer.reserve(IndexStoragePool.largest + 1)
      pool.put(storage)
    }
    #expect(large == nil)

    weak var idle: IndexStorage?
    do {
      let storage = try IndexStorage()
      idle = storage
      pool.put(storage)
    }
    #expect(idle != nil)
    pool.releaseMemory()
    #expect(idle == nil)
  }

  @Test(
    "a reader that takes it over refuses the positions of the reader before, and follows its own options"
  )
  func isolation() throws {
    let pool = IndexStoragePool()
    let text = PaddedBytes("{\"a\": 1, \"a\": 2}".utf8)
    let first = try IndexStorage()
    var options = JSONOptions(duplicateKeys: .reject, depthLimit: 3)
    let old = try unsafe JSONPosition(rootOf: first.open(text.unsafeBytes, options))
    unsafe first.index.close()
    pool.put(first)

    let second = try taken(from: pool)
    options = JSONOptions()
    let new = try unsafe JSONPosition(rootOf: second.open(text.unsafeBytes, options))
    #expect(!old.isOpen && new.isOpen)
    #expect(try JSONCursor(unchecked: new)["a"].int == 1)
    unsafe second.index.close()
  }

  @Test("no two threads get the same")
  func threads() {
    let pool = IndexStoragePool()
    let inUse = LockedValue<Set<ObjectIdentifier>>([])
    let faults = LockedValue(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<2000 {
        guard let storage = try? taken(from: pool) else { continue }
        let name = ObjectIdentifier(storage)
        if !inUse.withLock({ $0.insert(name).inserted }) { faults.withLock { $0 += 1 } }
        _ = inUse.withLock { $0.remove(name) }
        pool.put(storage)
      }
    }
    #expect(faults.withLock { $0 } == 0)
  }

  @Test("readers use it: one after the other, and in many tasks")
  func readers() async throws {
    let text = #"{"id": 7, "name": "Ada"}"#
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var sum = 0
          for _ in 0..<500 {
            var reader = JSONReader(checking: .full)
            sum += try reader.withDocument(text) { try $0["id"].int }
          }
          return sum
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 8 * 500 * 7)
  }
}

/// Storage from the pool, or new.
private func taken(from pool: IndexStoragePool) throws -> IndexStorage {
  guard let storage = unsafe pool.borrow() else { return try IndexStorage() }
  return unsafe storage.takeRetainedValue()
}
