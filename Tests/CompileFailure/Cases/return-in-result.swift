// A cursor can't leave inside a generic wrapper.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    let kept: Result<JSONCursor, JSONError> = try reader.withDocument("[1]") { root in
      .success(root)
    }
  #else
    let kept = try reader.withDocument("[1]") { root in
      Result<Int, JSONError>.success(try root[0].int)
    }
  #endif
  _ = kept
}
