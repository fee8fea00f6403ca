// A field, the fields and the elements can't be kept in variables outside the document.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    var kept: JSONField? = nil
    try reader.withDocument("{\"a\": 1}") { root in
      var fields = try root.fields
      kept = try fields.next()
    }
    _ = try kept?.key.string
  #else
    var kept: String? = nil
    try reader.withDocument("{\"a\": 1}") { root in
      var fields = try root.fields
      let field = try fields.next()
      kept = try field?.key.string
    }
    _ = kept
  #endif
}
