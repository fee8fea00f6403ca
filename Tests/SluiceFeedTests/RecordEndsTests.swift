import SluiceFeed
import TestSupport
import Testing

/// The ends of a chunk's records, in runs.
struct RecordEndsTests {
  private struct End: Equatable {
    var offset, line, number: Int64
  }

  @Test("Ends of records noted one by one, and of lines at once, are all found", arguments: 1...20)
  func findsEach(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var ends = RecordEnds()
    var expected: [End] = []
    // Beyond 32 bits nothing is kept, and windows may begin before the first record.
    var at = End(offset: 0, line: 0, number: 0)
    for _ in 0..<200 {
      if random.next() % 4 == 0 {
        at.line += Int64(random.next() % 3)
        at.number += Int64(random.next() % 2)
      }
      let base = at.offset - Int64(random.next() % 100)
      if random.next() % 2 == 0 {
        at.offset += Int64(random.next() % 50) + 1
        (at.line, at.number) = (at.line + 1, at.number + 1)
        ends.append(offset: at.offset, line: at.line, number: at.number)
        expected.append(at)
        continue
      }
      var places: [UInt32] = []
      let first = End(offset: 0, line: at.line + 1, number: at.number + 1)
      for _ in 0..<random.next() % 5 {
        at.offset += Int64(random.next() % 50) + 1
        (at.line, at.number) = (at.line + 1, at.number + 1)
        places.append(UInt32(at.offset - base))
        expected.append(at)
      }
      // A newline that was added is not part of the source.
      let isCut = !places.isEmpty && random.next() % 8 == 0
      if isCut { expected[expected.count - 1].offset -= 1 }
      unsafe places.withUnsafeBufferPointer { places in
        unsafe ends.append(
          places, base: base, line: first.line, number: first.number,
          end: isCut ? at.offset - 1 : at.offset + 1)
      }
    }
    #expect(ends.count == expected.count)
    for (record, end) in expected.enumerated() {
      let found = ends.end(of: record)
      #expect(End(offset: found.offset, line: found.line, number: found.number) == end)
    }
  }
}
