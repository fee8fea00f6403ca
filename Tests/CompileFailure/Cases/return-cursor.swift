// A cursor can't be returned from its document.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    let kept: JSONCursor = try reader.withDocument("[1]") { root in root }
  #else
    let kept = try reader.withDocument("[1]") { root in try root[0].int }
  #endif
  _ = kept
}
