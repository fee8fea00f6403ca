// An optional cursor is as bound as a cursor.
import Sluice

func run(_ reader: inout JSONReader) throws {
  #if BAD
    let kept: JSONCursor? = try reader.withDocument("{\"a\": 1}") { root in try root[ifPresent: "a"]
    }
  #else
    let kept = try reader.withDocument("{\"a\": 1}") { root in try root[ifPresent: "a"]?.int }
  #endif
  _ = kept
}
