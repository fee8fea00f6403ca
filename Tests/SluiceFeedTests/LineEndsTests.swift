import Sluice
import SluiceFeed
import TestSupport
import Testing

@Suite("Line ends")
struct LineEndsTests {
  @Test("all newlines of any window are noted, at any distance")
  func allAreNoted() {
    let ends = LineEnds()
    for seed in 0..<60 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let size = Int.random(in: 0...5000, using: &random)
      let share = [0.003, 0.05, 0.5, 1][Int(seed % 4)]
      let window = (0..<size).map { _ in
        Double.random(in: 0..<1, using: &random) < share
          ? 0x0A : UInt8.random(in: 0x20...0xFF, using: &random)
      }
      // Newlines in the padding do not belong to the window.
      let padded = window + [UInt8](repeating: 0x0A, count: PaddedBytes.padding)
      let expected = window.indices.filter { window[$0] == 0x0A }
      var found: [Int] = []
      unsafe padded.withUnsafeBufferPointer { bytes in
        let bytes = unsafe UnsafeBufferPointer(rebasing: bytes[..<size])
        while true {
          let more = unsafe ends.next(in: bytes, from: found.last.map { $0 + 1 } ?? 0)
          if more.isEmpty { return }
          unsafe found += more.map(Int.init)
        }
      }
      #expect(found == expected, "seed \(seed)")
    }
  }

  @Test("the last newline is found in every place")
  func last() {
    for size in 0...200 {
      for place in [nil, 0, size / 3, size - 1] where place.map({ (0..<size).contains($0) }) ?? true
      {
        var bytes = [UInt8](repeating: 0x0B, count: size)
        if let place {
          bytes[place] = 0x0A
          bytes[place / 2] = 0x0A
        }
        // A newline after the end is ignored.
        bytes.append(0x0A)
        unsafe bytes.withUnsafeBufferPointer {
          #expect(unsafe lastNewline(in: UnsafeBufferPointer(rebasing: $0[..<size])) == place)
        }
      }
    }
  }
}
