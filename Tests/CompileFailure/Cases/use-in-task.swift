// A cursor can't be used by a task, which may run after the document is closed.
import Sluice

func run(_ reader: inout JSONReader) throws {
  try reader.withDocument("[1]") { root in
    #if BAD
      Task { _ = try root[0].int }
    #else
      let value = try root[0].int
      Task { _ = value }
    #endif
  }
}
