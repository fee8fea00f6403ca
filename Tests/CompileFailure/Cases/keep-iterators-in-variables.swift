// Iterators can't be kept in variables outside the document.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    var fields: JSONFields? = nil
    var elements: JSONElements? = nil
    try reader.withDocument("[{}]") { root in
      elements = try root.elements
      fields = try root[0].fields
    }
    _ = try fields?.next() == nil
    _ = try elements?.next() == nil
  #else
    try reader.withDocument("[{}]") { root in
      var elements: JSONElements? = nil
      var fields: JSONFields? = nil
      elements = try root.elements
      fields = try root[0].fields
      _ = try fields?.next() == nil
      _ = try elements?.next() == nil
    }
  #endif
}
