import Sluice
import SluiceFeed
import Testing

/// The pool of the windows that views point into, after the last view of each has gone.
@Suite("Spare memory of windows")
struct SpareMemoryTests {
  private static func memory(_ size: Int) throws -> PaddedBytes {
    var bytes = PaddedBytes()
    try bytes.reserve(size)
    return bytes
  }

  private static func address(_ bytes: borrowing PaddedBytes) -> UInt {
    unsafe UInt(bitPattern: bytes.unsafeBytes.baseAddress)
  }

  @Test("a window's memory is given out again only after its last owner has gone")
  func reuse() throws {
    let spare = SpareMemory(most: 4, largest: 1 << 20)
    let first = try Self.memory(1000)
    let place = Self.address(first)
    var memory: ChunkMemory? = ChunkMemory(first, spare)
    let keeper = WindowKeeper(spare)
    try keeper.keep(#require(memory))
    memory = nil
    var windows = keeper.popAll()
    #expect(keeper.popAll().isEmpty)
    #expect(spare.reuse().capacity == 0, "a view may still point there")
    var copy = windows
    windows = []
    #expect(spare.reuse().capacity == 0)
    #expect(copy.first?.capacity ?? 0 >= 1000)
    copy = []
    let again = spare.reuse()
    #expect(Self.address(again) == place && again.capacity >= 1000)
    #expect(spare.reuse().capacity == 0)
  }

  @Test("at most so many buffers, and bytes, are kept, and none that is too large")
  func limits() throws {
    func kept(_ sizes: [Int], most: Int = 3, bytes: Int = 10_000, largest: Int = 5000) throws -> Int
    {
      let spare = SpareMemory(most: most, bytes: bytes, largest: largest)
      for size in sizes { spare.put(try Self.memory(size)) }
      var count = 0
      while spare.reuse().capacity > 0 { count += 1 }
      return count
    }
    #expect(try kept([100, 100, 100, 100]) == 3)
    #expect(try kept([4000, 4000, 4000]) == 2)
    #expect(try kept([6000, 100]) == 1)
    #expect(try kept([]) == 0)
    // What was taken makes room.
    let spare = SpareMemory(most: 1, bytes: 5000, largest: 5000)
    for _ in 0..<3 {
      spare.put(try Self.memory(4000))
      #expect(spare.reuse().capacity >= 4000)
    }
  }

  @Test("nothing is kept after the last piece was read")
  func closed() throws {
    let spare = SpareMemory(most: 3, largest: 5000)
    spare.put(try Self.memory(100))
    spare.close()
    #expect(spare.reuse().capacity == 0)
    spare.put(try Self.memory(100))
    #expect(spare.reuse().capacity == 0)
  }
}
