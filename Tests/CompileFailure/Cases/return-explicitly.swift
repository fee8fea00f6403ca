// A cursor can't be returned by an explicit return either.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    let kept = try reader.withDocument("[1]") { root in
      let first = try root[0]
      return first
    }
  #else
    let kept = try reader.withDocument("[1]") { root in
      let first = try root[0]
      return try first.int
    }
  #endif
  _ = kept
}
