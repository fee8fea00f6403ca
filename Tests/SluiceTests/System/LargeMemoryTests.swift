import CSimdJSON
import Testing

@Suite("Large memory")
struct LargeMemoryTests {
  @Test(
    "begins at a cache line, and at a huge page where it is as large as one",
    arguments: [1, (2 << 20) - 1, 2 << 20, 5_000_000])
  func alignment(bytes: Int) throws {
    let memory = try unsafe #require(csj_allocate_aligned(bytes))
    defer { unsafe csj_free(memory) }
    #expect(Int(bitPattern: memory) % (bytes < 2 << 20 ? 64 : 2 << 20) == 0)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: bytes)
    #expect(unsafe memory.load(fromByteOffset: bytes - 1, as: UInt8.self) == 0xA5)
  }
}
