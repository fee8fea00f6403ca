// A borrowed string can't be returned; an owned one can.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    let kept: JSONString = try reader.withDocument("[\"a\"]") { root in try root[0].text }
  #else
    let kept = try reader.withDocument("[\"a\"]") { root in try root[0].text.string }
  #endif
  _ = kept
}
