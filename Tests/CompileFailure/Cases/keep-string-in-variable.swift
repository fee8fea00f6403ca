// A borrowed string can't be kept in a variable outside its document.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    var kept: JSONString? = nil
    try reader.withDocument("[\"a\"]") { root in kept = try root[0].text }
    _ = try kept?.string
  #else
    var kept: String? = nil
    try reader.withDocument("[\"a\"]") { root in kept = try root[0].string }
    _ = kept
  #endif
}
