import Sluice
import Testing

@Suite("The pool of idle readers")
struct ReaderPoolTests {
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

  @Test("Frees the index of a reader that read a large document in place")
  func largeIndexIsGivenBack() throws {
    let text = zeros(ReaderPool.mostMemory / 4 + 4096)
    let memory = try text.withUnsafeBytes { bytes in
      try ReaderPool.withReader(JSONOptions()) { reader in
        let kind = try reader.withDocument(padded: bytes) { try $0.kind }
        #expect(kind == .array)
        return reader.memory
      }
    }
    #expect(memory > ReaderPool.mostMemory)
    #expect(ReaderPool.held.memory <= ReaderPool.mostMemory)
  }

  @Test("Keeps few readers and little memory, however many were used at a time")
  func fewAreKept() throws {
    func use(_ depth: Int) throws {
      try ReaderPool.withReader(JSONOptions()) { reader in
        let sum = try reader.withDocument("[\(depth)]") { try $0[0].int }
        #expect(sum == depth)
        if depth > 0 { try use(depth - 1) }
      }
    }
    try use(40)
    let held = ReaderPool.held
    #expect((1...ReaderPool.mostIdle).contains(held.readers))
    #expect(held.memory <= ReaderPool.mostMemory)
  }

  @Test("Opens a reader with the requested options, whatever its previous use")
  func optionsAreTheCallers() throws {
    for policy in [DuplicateKeys.lastWins, .firstWins] {
      let value = try ReaderPool.withReader(JSONOptions(duplicateKeys: policy)) { reader in
        try reader.withDocument(#"{"a":1,"a":2}"#) { try $0["a"].int }
      }
      #expect(value == (policy == .firstWins ? 1 : 2))
    }
  }

  @Test("Gives each reader to one thread at a time")
  func threads() async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for task in 0..<8 {
        group.addTask {
          var sum = 0
          for i in 0..<200 {
            sum += try ReaderPool.withReader(JSONOptions()) { reader in
              try reader.withDocument("[\(task),\(i)]") { try $0[0].int * 1000 + $0[1].int }
            }
          }
          return sum
        }
      }
      var total = 0
      for try await sum in group { total += sum }
      #expect(total == (0..<8).reduce(0) { $0 + $1 * 200_000 + 19_900 })
    }
  }
}
