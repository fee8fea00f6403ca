// A cursor can't be put in Any.
import Sluice

func run(_ reader: inout JSONReader) throws {
  try reader.withDocument("[1, 2]") { root in
    #if BAD
      let kept: Any = try root[0]
    #else
      let kept: Any = try root[0].int
    #endif
    _ = kept
  }
}
