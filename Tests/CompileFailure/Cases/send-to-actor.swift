// A cursor can't be sent to an actor; its value can, once copied out.
import Sluice

actor Collector {
  var sum = 0
  func add(_ value: Int) { sum += value }
  func add(_ cursor: JSONCursor) throws { sum += try cursor.int }
}

func run(_ reader: inout JSONReader, _ collector: Collector) throws {
  try reader.withDocument("[1]") { root in
    #if BAD
      Task { try await collector.add(root[0]) }
    #else
      let value = try root[0].int
      Task { await collector.add(value) }
    #endif
  }
}
