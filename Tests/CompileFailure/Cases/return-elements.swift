// The elements of an array can't be returned.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    let kept: JSONElements = try reader.withDocument("[1]") { root in try root.elements }
  #else
    let kept = try reader.withDocument("[1]") { root in
      var elements = try root.elements
      return try elements.next()?.int
    }
  #endif
  _ = kept
}
