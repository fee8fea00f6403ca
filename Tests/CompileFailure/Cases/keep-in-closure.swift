// A cursor can't be captured by a closure that outlives the document.
import Sluice

func run(_ reader: inout JSONReader) throws {
  var jobs: [() throws -> Int] = []
  try reader.withDocument("[1]") { root in
    #if BAD
      jobs.append { try root[0].int }
    #else
      let value = try root[0].int
      jobs.append { value }
    #endif
  }
  for job in jobs { _ = try job() }
}
