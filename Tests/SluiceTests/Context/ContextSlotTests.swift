import Sluice
import Testing

/// What a layer keeps in each reader: here, a list of the documents it met.
private final class Visits {
  var numbers: [Int] = []
}

extension ContextSlot<Visits> {
  fileprivate static let visits = ContextSlot()
}

@Suite("What layers keep in a reader")
struct ContextSlotTests {
  private func visits(_ reader: inout JSONReader, _ text: String) throws -> Visits {
    try reader.withDocument(text) { root in
      let context = unsafe root.position.context
      let visits = unsafe context[.visits] ?? Visits()
      #expect(unsafe context.holds(.visits) == !visits.numbers.isEmpty)
      visits.numbers.append(try root.int)
      unsafe context[.visits] = visits
      return visits
    }
  }

  @Test("each reader keeps its own object from document to document")
  func documents() throws {
    var one = JSONReader()
    var other = JSONReader()
    let first = try visits(&one, "1")
    #expect(try visits(&other, "2").numbers == [2])
    #expect(try visits(&one, "3") === first)
    #expect(first.numbers == [1, 3])
  }

  @Test("the object is freed with the reader, or when the slot is emptied")
  func lifetime() throws {
    weak var kept: Visits?
    do {
      var reader = JSONReader()
      kept = try visits(&reader, "1")
      #expect(kept != nil)
    }
    #expect(kept == nil)
    var reader = JSONReader()
    kept = try visits(&reader, "1")
    try reader.withDocument("2") { unsafe $0.position.context[.visits] = nil }
    #expect(kept == nil)
  }
}
