// A cursor can't be used by a detached task either.
import Sluice

func run(_ reader: inout JSONReader) async throws -> Int {
  #if BAD
    try reader.withDocument("[1]") { root in
      Task.detached { try root[0].int }.cancel()
    }
    return 0
  #else
    let first = try reader.withDocument("[1]") { root in try root[0].int }
    async let value = first
    return await value
  #endif
}
