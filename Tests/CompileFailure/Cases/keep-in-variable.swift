// A cursor can't be kept in a variable outside its document.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    var kept: JSONCursor? = nil
    try reader.withDocument("[1]") { root in kept = root }
    _ = try kept?.int
  #else
    var kept: Int? = nil
    try reader.withDocument("[1]") { root in kept = try root[0].int }
    _ = kept
  #endif
}
