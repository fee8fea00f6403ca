// The fields of an object can't be returned.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    let kept: JSONFields = try reader.withDocument("{\"a\": 1}") { root in try root.fields }
  #else
    let kept = try reader.withDocument("{\"a\": 1}") { root in
      var fields = try root.fields
      return try fields.next()?.key.string
    }
  #endif
  _ = kept
}
