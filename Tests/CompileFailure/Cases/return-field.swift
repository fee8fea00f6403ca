// A field can't be returned, nor its key.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    let kept: JSONField? = try reader.withDocument("{\"a\": 1}") { root in
      var fields = try root.fields
      return try fields.next()
    }
  #else
    let kept: Bool? = try reader.withDocument("{\"a\": 1}") { root in
      var fields = try root.fields
      return try fields.next()?.isNamed("a")
    }
  #endif
  _ = kept
}
