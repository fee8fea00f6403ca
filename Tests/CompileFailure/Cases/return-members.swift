// The members of an object can't be returned from withDocument.
import Sluice
import SluiceConvert

func run(_ reader: inout JSONReader) throws {
  #if BAD
    let kept: JSONMembers? = try reader.withDocument("{\"a\": 1}") { root in JSONMembers(root) }
    _ = kept?.cursor.offset
  #else
    let kept: Int = try reader.withDocument("{\"a\": 1}") { root in
      var number = 0
      number <-- JSONMembers(root)?["a"]
      return number
    }
    _ = kept
  #endif
}
