// A key path can't refer to a part of a field. Swift 6.3.1 crashes at key paths to the getters of `~Escapable`
// types, unless they are `throws(Never)`.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    let value = \JSONField.value
    _ = value
  #else
    let value: Int? = try reader.withDocument("{\"a\": 1}") { root in
      var fields = try root.fields
      return try fields.next()?.value.int
    }
    _ = value
  #endif
}
