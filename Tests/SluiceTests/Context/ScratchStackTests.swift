import ConformanceSuite
import Sluice
import TestSupport
import Testing

@Suite("Scratch memory")
struct ScratchStackTests {
  @Test("blocks keep their address and contents until their mark is released")
  func blocks() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var reader = JSONReader()
    try reader.withDocument("0") { root in
      let context = unsafe root.position.context
      var live: [(mark: ScratchStack.Height, block: UnsafeMutableRawPointer, size: Int)] = unsafe []
      for round in 0..<4000 {
        if unsafe live.isEmpty || Int.random(in: 0..<5, using: &random) > 1 {
          let size = Int.random(in: 0..<(round % 100 == 0 ? 200_000 : 900), using: &random)
          let mark = unsafe context.pointee.scratch.mark
          let block = try unsafe context.pointee.scratch.allocate(size)
          #expect(Int(bitPattern: block) % ScratchStack.alignment == 0)
          unsafe block.initializeMemory(
            as: UInt8.self, repeating: UInt8(live.count & 255), count: size)
          unsafe live.append((mark, block, size))
        } else {
          for _ in unsafe 0..<Int.random(in: 1...live.count, using: &random) {
            let (mark, block, size) = unsafe live.removeLast()
            let bytes = unsafe UnsafeRawBufferPointer(start: block, count: size)
            #expect(
              unsafe bytes.allSatisfy { unsafe $0 == UInt8(live.count & 255) }, "seed \(seed)")
            unsafe context.pointee.scratch.release(to: mark)
          }
        }
      }
    }
  }

  @Test("the next document gets the same memory again")
  func reuse() throws {
    var reader = JSONReader()
    var blocks: Set<UnsafeMutableRawPointer> = unsafe []
    for _ in 0..<10 {
      try reader.withDocument("0") { root in
        let context = unsafe root.position.context
        let mark = unsafe context.pointee.scratch.mark
        unsafe blocks.insert(try context.pointee.scratch.allocate(100))
        unsafe context.pointee.scratch.release(to: mark)
      }
    }
    #expect(unsafe blocks.count == 1)
  }
}
