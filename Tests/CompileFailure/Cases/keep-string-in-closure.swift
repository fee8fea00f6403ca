// A borrowed string can't be captured by a closure that outlives the document.
import Sluice

func run(_ reader: inout JSONReader) throws {
  var jobs: [() throws -> Int] = []
  try reader.withDocument("[\"a\"]") { root in
    let text = try root[0].text
    #if BAD
      jobs.append { text.rawCount }
    #else
      let count = text.rawCount
      jobs.append { count }
    #endif
  }
  for job in jobs { _ = try job() }
}
