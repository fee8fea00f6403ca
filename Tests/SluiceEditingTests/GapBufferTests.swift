import Sluice
import SluiceEditing
import TestSupport
import Testing

@Suite("Buffers with a gap")
struct GapBufferTests {
  @Test("a buffer holds what an array holds after random insertions, removals and replacements")
  func model() {
    let seed = UInt64.random(in: .min ... .max)
    print("seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    for round in 0..<200 {
      var array = Array(0..<Int.random(in: 0...20, using: &generator))
      var buffer = GapBuffer(array)
      for step in 0..<100 {
        let place = Int.random(in: 0...array.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0 where place < array.count:
          array.remove(at: place)
          buffer.remove(at: place)
        case 1 where place < array.count:
          array[place] = step
          buffer[place] = step
        default:
          array.insert(step, at: place)
          buffer.insert(step, at: place)
        }
        #expect(Array(buffer) == array, "round \(round), step \(step), seed \(seed)")
        guard Array(buffer) == array else { return }
      }
    }
  }

  @Test("a copy of a buffer keeps its elements when the other changes")
  func copies() {
    var buffer = GapBuffer([1, 2, 3])
    let copy = buffer
    buffer.insert(0, at: 0)
    buffer.remove(at: 3)
    #expect(Array(buffer) == [0, 1, 2])
    #expect(Array(copy) == [1, 2, 3])
  }
}
